import type { AnyPart, Target } from '../check.js';
import { broken, fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { passes } from '../guard.js';
import { kindPhrase, requiredOnly } from '../kind-phrase.js';
import { conjunction } from '../phrase.js';

type Part = Extract<AnyPart, { readonly keyword: 'not' }>;

/** Core 10.2.1.4. */
export const not: KeywordPrinter<Part> = {
  guard({ target }, subject, frame) {
    return fails(passes(target, subject, frame), broken('not', opposite(target), subject, frame));
  },
};

/** What is left, in words. */
function opposite(target: Target): string {
  const kind = kindPhrase(target);
  if (kind !== undefined) return `anything but ${kind}`;
  const names = requiredOnly(target)?.map((name) => JSON.stringify(name)) ?? [];
  if (names.length === 1) return `no member ${names[0]}`;
  if (names.length > 1) return `no members ${conjunction(names)} together`;
  return 'anything that the schema under "not" refuses';
}
