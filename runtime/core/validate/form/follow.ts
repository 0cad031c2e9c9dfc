import { isEqual } from '../equality.js';
import { depthLimit, hide, violate, type Report } from '../report.js';
import type { Violation } from '../../check.js';
import type { Form, FormTarget } from './form.js';
import { valuesPhrase, alternatives } from './phrase.js';
import { demandsOn, prepare, type Prepared, type Target } from './prepare.js';
import { anyType, typeOf, typePhrases } from './types.js';

/** Every violation of a value that a guard has refused, up to the limit of a report. */
export function violationsOf(value: unknown, form: Form): readonly Violation[] {
  const report: Report = { violations: [], hidden: false, branch: undefined };
  follow(prepare(form), value, '', '', report, 0);
  if (report.violations.length === 0)
    throw new Error('a value that a guard refuses has a violation');
  return report.violations;
}

/** Adds every violation of a form. `outer` is where the form that holds this one leads. */
export function follow(
  form: Prepared,
  value: unknown,
  at: string,
  outer: string,
  to: Report,
  depth: number,
): void {
  const place = form.place ?? outer;
  const report = form.secret ? hide(to) : to;
  if (form.recursive && depth > depthLimit) {
    violate(report, at, 'depth', 'data that nests less deeply', undefined, place);
    return;
  }
  const type = typeOf(value);
  if (form.values !== undefined) {
    const { values } = form;
    if (!values.includes(value) && !values.some((allowed) => isEqual(value, allowed))) {
      form.phrase ??= valuesPhrase(values);
      violate(report, at, form.keyword, form.phrase, value, `${place}/${form.keyword}`);
      return;
    }
  } else if (form.type !== anyType && (form.type & type) === 0) {
    form.phrase ??= alternatives(typePhrases(form.type));
    if (form.type === 0) violate(report, at, 'false schema', form.phrase, value, place);
    else violate(report, at, 'type', form.phrase, value, `${place}/type`);
    return;
  }
  if (form.isTypeOnly) return;
  for (const demand of demandsOn(type, form)) demand(value as never, at, place, report, depth);
  for (const demand of form.any) demand(value, at, place, report, depth);
}

/** A subschema as the demand that holds it sees it; `undefined` where it accepts everything. */
export function targetOf(
  source: FormTarget | undefined,
  below: string,
  keyword: string,
  expected: string,
): Target | undefined {
  if (source === undefined || source === true) return undefined;
  return { source, below, keyword, expected, form: undefined };
}

/** Adds every violation of a subschema. */
export function followTarget(
  target: Target,
  value: unknown,
  at: string,
  place: string,
  report: Report,
  depth: number,
): void {
  const form = formOf(target);
  if (form === undefined) {
    violate(report, at, target.keyword, target.expected, undefined, `${place}/${target.keyword}`);
    return;
  }
  if (form.is?.(value) === true) return;
  follow(form, value, at, place + target.below, report, depth);
}

/** Whether a type is all that a subschema demands, and the value has it: most members need no pointer. */
export function isTyped(target: Target, value: unknown): boolean {
  const form = formOf(target);
  return form?.isTypeOnly === true && (form.type & typeOf(value)) !== 0;
}

/** The form of a subschema; `undefined` where nothing is accepted. */
export function formOf(target: Target): Prepared | undefined {
  const { source } = target;
  if (source === false) return undefined;
  if (target.form === undefined && source !== true)
    target.form = prepare(typeof source === 'function' ? source() : source);
  return target.form;
}

/** Whether a subschema accepts a value. */
export function passes(target: Target | undefined, value: unknown, depth: number): boolean {
  if (target === undefined) return true;
  return violationsIn(target, value, '', '', false, undefined, depth).length === 0;
}

/** The violations of a subschema by themselves. */
export function violationsIn(
  target: Target,
  value: unknown,
  at: string,
  place: string,
  hidden: boolean,
  branch: string | undefined,
  depth: number,
): readonly Violation[] {
  const own: Report = { violations: [], hidden, branch };
  followTarget(target, value, at, place, own, depth);
  return own.violations;
}

/** A pointer to a member (RFC 6901). */
export function pointerTo(at: string, name: string): string {
  return `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
