import { violate } from '../report.js';
import type { Form } from './form.js';
import { followTarget, passes, targetOf } from './follow.js';
import type { Demand } from './prepare.js';
import { unionDemand } from './union.js';

/** Core 8.2.3 and 10.2: demands on values of every type. */
export function anyDemands(form: Form): readonly Demand<unknown>[] {
  const demands: Demand<unknown>[] = [];
  const inPlace = (
    source: Parameters<typeof targetOf>[0],
    keyword: string,
    below: string,
  ): void => {
    const target = targetOf(source, below, keyword, 'nothing');
    if (target !== undefined)
      demands.push((value, at, place, report, depth) =>
        followTarget(target, value, at, place, report, depth),
      );
  };
  form.allOf?.forEach((source, index) => inPlace(source, 'allOf', `/allOf/${index}`));
  inPlace(form.$ref, '$ref', '/$ref');
  inPlace(form.$dynamicRef, '$dynamicRef', '/$dynamicRef');
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const union = form[keyword];
    if (union !== undefined) demands.push(unionDemand(keyword, union));
  }
  if (form.not !== undefined) {
    const target = targetOf(form.not, '/not', 'not', 'nothing');
    const expected = 'anything that the schema under "not" refuses';
    demands.push((value, at, place, report, depth) => {
      if (passes(target, value, depth)) violate(report, at, 'not', expected, value, `${place}/not`);
    });
  }
  if (form.if !== undefined) {
    const condition = targetOf(form.if, '/if', 'if', 'nothing');
    const then = targetOf(form.then, '/then', 'then', 'nothing');
    const otherwise = targetOf(form.else, '/else', 'else', 'nothing');
    demands.push((value, at, place, report, depth) => {
      const chosen = passes(condition, value, depth) ? then : otherwise;
      if (chosen !== undefined) followTarget(chosen, value, at, place, report, depth);
    });
  }
  return demands;
}
