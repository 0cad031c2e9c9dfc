import type { Check, CheckKey } from './check.js';
import { targetsOf } from './targets.js';
import type { Signatures } from './signatures.js';

/** What is known of checks that are equal. */
export interface Sharing {
  /** Whether a check that is written inline deserves a function of its own, which equal ones share. */
  isShared(check: Check): boolean;
  /** Whether a check is that of one schema and of no other. */
  isAlone(check: Check): boolean;
}

/**
 * Looks through all that is going to be printed for what is demanded more than once: descriptions repeat lists of
 * states, times and whole objects wherever they use them. What is as short as the call of a function stays where it is.
 */
export function createSharing(
  roots: readonly CheckKey[],
  checkOf: (key: CheckKey) => Check,
  signatureOf: Signatures,
): Sharing {
  const counts = new Map<number, number>();
  const functions = new Map<number, number>();
  const seen = new Set<CheckKey>();
  const pending: Check[] = [];
  const call = (key: CheckKey): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const check = checkOf(key);
    const signature = signatureOf(check);
    functions.set(signature, (functions.get(signature) ?? 0) + 1);
    pending.push(check);
  };
  for (const key of roots) call(key);
  for (let check = pending.pop(); check !== undefined; check = pending.pop()) {
    for (const target of targetsOf(check)) {
      if (target.kind === 'inline') {
        const signature = signatureOf(target.check);
        counts.set(signature, (counts.get(signature) ?? 0) + 1);
        pending.push(target.check);
      } else if (target.kind === 'function') call(target.key);
    }
  }
  return {
    isShared: (check) =>
      isLarge(check) ||
      (linesOf(check) >= sharedLines && (counts.get(signatureOf(check)) ?? 0) > 1),
    isAlone: (check) => {
      const signature = signatureOf(check);
      return functions.get(signature) === 1 && !counts.has(signature);
    },
  };
}

/** Lines from which on a call is shorter than what it stands for. */
const sharedLines = 5;

/** Members from which on an object is a function, so that no function grows out of sight. */
const largeMembers = 5;

function isLarge({ object }: Check): boolean {
  return object.some(
    (part) => part.keyword === 'properties' && part.members.length >= largeMembers,
  );
}

/** About how many lines a check takes where it is written inline. */
function linesOf(check: Check): number {
  const { literals, number, string, array, object, any } = check;
  const scalars = number.length + string.length;
  let lines = scalars === 0 ? 2 : 3 + 2 * scalars;
  if (literals !== undefined && literals.values.length > 2) lines += literals.values.length;
  lines += 5 * (array.length + any.length) + 2 * object.length;
  for (const target of targetsOf(check))
    lines += target.kind === 'inline' ? linesOf(target.check) : 1;
  return lines;
}
