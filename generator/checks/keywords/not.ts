import { isTypeOnly, type AnyPart, type Check, type Target } from '../check.js';
import { reportKeyword, failWhen } from '../violations.js';
import type { KeywordPrinter } from '../emit-context.js';
import { passes } from '../guard.js';
import { expectedText, requiredOnly } from '../expected-text.js';
import { conjunction } from '../phrase.js';
import { allTypes } from '../type-set.js';

type Part = Extract<AnyPart, { readonly keyword: 'not' }>;

/** Core 10.2.1.4. */
export const not: KeywordPrinter<Part> = {
  guard({ target }, instance, context) {
    return failWhen(
      passes(target, instance, context),
      reportKeyword('not', complement(target), instance, context),
    );
  },
};

/** Describes the accepted values. */
function complement(target: Target): string {
  if (target.kind === 'anything') return 'nothing';
  const kind = expectedText(target);
  if (kind !== undefined) return `anything but ${kind}`;
  const names = requiredOnly(target)?.map((name) => JSON.stringify(name)) ?? [];
  if (names.length === 1) return `no member ${names[0]}`;
  if (names.length > 1) return `no members ${conjunction(names)} together`;
  return singleComplement(target) ?? 'anything that the schema under "not" refuses';
}

/** Describes the accepted values if the target has a single constraint for values of any type. */
function singleComplement(target: Target): string | undefined {
  if (target.kind !== 'inline' || target.check.types !== allTypes) return undefined;
  const { check } = target;
  const [text, ...others] = check.string;
  if (text?.keyword === 'pattern' && others.length === 0 && isTypeOnly({ ...check, string: [] }))
    return `a string that does not match ${text.pattern}`;
  const [part] = check.any;
  if (part?.keyword !== 'not' || !isSingleAny(check)) return undefined;
  return expectedText(part.target);
}

/** True if a check has a single constraint, which applies to every type. */
function isSingleAny(check: Check): boolean {
  return check.any.length === 1 && isTypeOnly({ ...check, any: [] });
}
