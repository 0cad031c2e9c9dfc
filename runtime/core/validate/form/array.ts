import { violate } from '../report.js';
import type { EvaluatedItemsForm, Form } from './form.js';
import { holdsOf } from './condition.js';
import { followTarget, passes, targetOf } from './follow.js';
import { leaves } from './leaf.js';
import { count } from './phrase.js';
import type { Demand } from './prepare.js';

/** Core 10.3.1, Validation 6.4. */
export function arrayDemands(form: Form): readonly Demand<readonly unknown[]>[] {
  const { demands, add } = leaves<readonly unknown[]>();
  add(
    'minItems',
    form.minItems,
    (items, limit) => items.length < limit,
    (limit) => `at least ${count(limit, 'item')}`,
  );
  add(
    'maxItems',
    form.maxItems,
    (items, limit) => items.length > limit,
    (limit) => `at most ${count(limit, 'item')}`,
  );
  const prefix = (form.prefixItems ?? []).map((source, index) =>
    targetOf(source, `/prefixItems/${index}`, 'prefixItems', 'no such item'),
  );
  const from = prefix.length;
  if (from > 0)
    demands.push((items, at, place, report, depth) => {
      prefix.forEach((target, index) => {
        if (target !== undefined && index < items.length)
          followTarget(target, items[index], `${at}/${index}`, place, report, depth + 1);
      });
    });
  const rest = targetOf(
    form.items,
    '/items',
    'items',
    from === 0 ? 'no items' : `at most ${from} items`,
  );
  if (rest !== undefined)
    demands.push((items, at, place, report, depth) => {
      for (let index = from; index < items.length; index += 1)
        followTarget(rest, items[index], `${at}/${index}`, place, report, depth + 1);
    });
  if (form.contains !== undefined) demands.push(containing(form));
  add(
    'uniqueItems',
    form.uniqueItems,
    (items, isUnique) => !isUnique(items),
    () => 'items that are all different',
  );
  if (form.unevaluatedItems !== undefined) demands.push(unevaluated(...form.unevaluatedItems));
  return demands;
}

function containing(form: Form): Demand<readonly unknown[]> {
  const target = targetOf(form.contains, '/contains', 'contains', 'nothing');
  const { minContains: minimum = 1, maxContains: maximum = Infinity } = form;
  return (items, at, place, report, depth) => {
    const found = items.filter((item) => passes(target, item, depth + 1)).length;
    const refuse = (keyword: string, bound: string, limit: number): void =>
      violate(
        report,
        at,
        keyword,
        `${bound} ${count(limit, 'item')} of a certain kind`,
        items,
        `${place}/${keyword}`,
      );
    if (found < minimum) refuse(minimum === 1 ? 'contains' : 'minContains', 'at least', minimum);
    if (found > maximum) refuse('maxContains', 'at most', maximum);
  };
}

function unevaluated(
  evaluated: EvaluatedItemsForm,
  source: Parameters<typeof targetOf>[0],
): Demand<readonly unknown[]> {
  const keyword = 'unevaluatedItems';
  const target = targetOf(source, `/${keyword}`, keyword, 'no such item');
  const prepared = evaluatedBy(evaluated);
  return (items, at, place, report, depth) => {
    if (target === undefined) return;
    const isEvaluated = prepared(items, depth);
    items.forEach((item, index) => {
      if (!isEvaluated(item, index))
        followTarget(target, item, `${at}/${index}`, place, report, depth + 1);
    });
  };
}

type ItemTest = (item: unknown, index: number) => boolean;

function evaluatedBy({
  all = false,
  prefix = 0,
  contained = [],
  when = [],
}: EvaluatedItemsForm): (items: readonly unknown[], depth: number) => ItemTest {
  const targets = contained.map((source) => targetOf(source, '/contains', 'contains', 'nothing'));
  const branches = when.map(
    ([condition, then]) => [holdsOf(condition), evaluatedBy(then)] as const,
  );
  return (items, depth) => {
    const tests = branches.flatMap(([holds, then]) =>
      holds(items, depth) ? [then(items, depth)] : [],
    );
    return (item, index) =>
      all ||
      index < prefix ||
      tests.some((test) => test(item, index)) ||
      targets.some((target) => passes(target, item, depth + 1));
  };
}
