import type { Answer } from '../schema/comparison.js';

/**
 * What a change does to a program that was written for the old description and meets the new one:
 *
 * - `breaking`: something that the program does or expects is no longer valid;
 * - `undecided`: nobody can tell from the descriptions;
 * - `risky`: the program may depend on what changed;
 * - `compatible`: everything that it does and expects stays valid;
 * - `cosmetic`: only words for people changed.
 */
export type Verdict = 'breaking' | 'undecided' | 'risky' | 'compatible' | 'cosmetic';

/** Verdicts, the worst first. */
export const verdicts = ['breaking', 'undecided', 'risky', 'compatible', 'cosmetic'] as const;

/**
 * Programs that a change concerns. A caller sends the requests of operations, and a server answers them. A publisher sends webhooks,
 * callbacks and messages, and a subscriber receives them.
 */
export type Role = 'caller' | 'server' | 'subscriber' | 'publisher';

/** Roles in the order of reports. */
export const roles = ['caller', 'server', 'subscriber', 'publisher'] as const;

/** The worse of two verdicts. */
export function worse(left: Verdict, right: Verdict): Verdict {
  return rank(left) <= rank(right) ? left : right;
}

/** True if a verdict is as bad as another one, or worse. */
export function isAtLeastAsBad(verdict: Verdict, limit: Verdict): boolean {
  return rank(verdict) <= rank(limit);
}

function rank(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

/** The worst of several verdicts. `undefined` if there are none. */
export function worst(all: Iterable<Verdict>): Verdict | undefined {
  let result: Verdict | undefined;
  for (const verdict of all) result = result === undefined ? verdict : worse(result, verdict);
  return result;
}

/** The verdict for a program that relies on an answer of `yes`. */
export function verdictOf(answer: Answer): Verdict {
  if (answer === 'yes') return 'compatible';
  return answer === 'no' ? 'breaking' : 'undecided';
}
