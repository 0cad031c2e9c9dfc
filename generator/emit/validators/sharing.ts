import type { Check, CheckKey } from './check.js';
import type { CheckRoot } from './compile-checks.js';
import type { Signatures } from './signatures.js';
import { targetsOf } from './targets.js';

/** What is known of checks that are equal. */
export interface Sharing {
  /** Whether a check that is written inline deserves a function of its own, which equal ones share. */
  isShared(check: Check): boolean;
  /** Whether no other schema shares the function of a check in a file. */
  isAlone(check: Check, file: string): boolean;
  /** The file of the function of a check without a name: that of the first schema that demands it. */
  homeOf(check: Check): string | undefined;
}

/** A schema whose function was planned. */
type Root = readonly [key: CheckKey, root: CheckRoot];

/**
 * Looks through all that is going to be printed for what is demanded more than once: descriptions repeat lists of
 * states, times and whole objects wherever they use them. What is as short as the call of a function stays where it is.
 */
export function createSharing(
  roots: readonly Root[],
  checkOf: (key: CheckKey) => Check,
  signatureOf: Signatures,
): Sharing {
  const inlined = new Map<number, number>();
  /** How many schemas have a function in a file, by file and signature. */
  const functions = new Map<string, number>();
  const homes = new Map<number, string>();
  const lengths = new Map<Check, number>();
  const seen = new Set<CheckKey>();
  const pending: Check[] = [];
  /** How often what a check holds was counted: what is there twice is there often enough. */
  const visits = new Map<Check, number>();
  const call = (key: CheckKey, file: string, home: string | undefined): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const check = checkOf(key);
    const signature = signatureOf(check);
    if (home !== undefined && !homes.has(signature)) homes.set(signature, home);
    const place = `${home === undefined ? file : homes.get(signature)} ${signature}`;
    functions.set(place, (functions.get(place) ?? 0) + 1);
    pending.push(check);
  };
  for (const [key] of roots) seen.add(key);
  for (const [key, { exported, functions: file }] of roots) {
    seen.delete(key);
    call(key, file, undefined);
    // Tables name what others export, so that nobody may need them first.
    const home = exported ? file : undefined;
    for (let check = pending.pop(); check !== undefined; check = pending.pop()) {
      const before = visits.get(check) ?? 0;
      if (before > 1) continue;
      visits.set(check, before + 1);
      for (const target of targetsOf(check)) {
        if (target.kind === 'function') call(target.key, file, home);
        if (target.kind !== 'inline') continue;
        const signature = signatureOf(target.check);
        inlined.set(signature, (inlined.get(signature) ?? 0) + 1);
        if (home !== undefined && !homes.has(signature)) homes.set(signature, home);
        pending.push(target.check);
      }
    }
  }
  return {
    isShared: (check) =>
      isLarge(check) ||
      linesOf(check, lengths) >= largeLines ||
      ((inlined.get(signatureOf(check)) ?? 0) > 1 && linesOf(check, lengths) >= sharedLines),
    isAlone: (check, file) => {
      const signature = signatureOf(check);
      if (functions.get(`${file} ${signature}`) !== 1) return false;
      return !inlined.has(signature) || (homes.get(signature) ?? file) !== file;
    },
    homeOf: (check) => homes.get(signatureOf(check)),
  };
}

/** Lines from which on a call is shorter than what it stands for. */
const sharedLines = 5;

/** Members from which on an object is a function, so that no function grows out of sight. */
const largeMembers = 5;

/** Lines from which on any check is, for the same reason. */
const largeLines = 400;

function isLarge({ object }: Check): boolean {
  return object.some(
    (part) => part.keyword === 'properties' && part.members.length >= largeMembers,
  );
}

/** About how many lines a check takes where it is written inline; `known` remembers what was counted. */
function linesOf(check: Check, known: Map<Check, number>): number {
  const before = known.get(check);
  if (before !== undefined) return before;
  const { literals, number, string, array, object, any } = check;
  const scalars = number.length + string.length;
  // A type and one keyword are one test.
  let lines = scalars < 2 ? 2 : 3 + 2 * scalars;
  if (literals !== undefined && literals.values.length > 2) lines += literals.values.length;
  lines += 5 * (array.length + any.length) + 2 * object.length;
  for (const target of targetsOf(check))
    lines += target.kind === 'inline' ? linesOf(target.check, known) : 1;
  known.set(check, lines);
  return lines;
}
