import type { AnyPart, Check, Target } from '../check.js';
import { broken, fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { isTypeOnly, passes } from '../guard.js';
import { kindPhrase, requiredOnly } from '../kind-phrase.js';
import { conjunction } from '../phrase.js';
import { allTypes } from '../type-set.js';

type Part = Extract<AnyPart, { readonly keyword: 'not' }>;

/** Core 10.2.1.4. */
export const not: KeywordPrinter<Part> = {
  guard({ target }, subject, frame) {
    return fails(passes(target, subject, frame), broken('not', opposite(target), subject, frame));
  },
};

/** What is left, in words. */
function opposite(target: Target): string {
  if (target.kind === 'anything') return 'nothing';
  const kind = kindPhrase(target);
  if (kind !== undefined) return `anything but ${kind}`;
  const names = requiredOnly(target)?.map((name) => JSON.stringify(name)) ?? [];
  if (names.length === 1) return `no member ${names[0]}`;
  if (names.length > 1) return `no members ${conjunction(names)} together`;
  return opposedDemand(target) ?? 'anything that the schema under "not" refuses';
}

/** What is left where the target makes a single demand, of values of any type. */
function opposedDemand(target: Target): string | undefined {
  if (target.kind !== 'inline' || target.check.types !== allTypes) return undefined;
  const { check } = target;
  const [text, ...others] = check.string;
  if (text?.keyword === 'pattern' && others.length === 0 && isTypeOnly({ ...check, string: [] }))
    return `a string that does not match ${text.pattern}`;
  const [part] = check.any;
  if (part?.keyword !== 'not' || !isAlone(check)) return undefined;
  return kindPhrase(part.target);
}

/** Whether a check makes one demand, which is on every type. */
function isAlone(check: Check): boolean {
  return check.any.length === 1 && isTypeOnly({ ...check, any: [] });
}
