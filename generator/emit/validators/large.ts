import type { Check } from './check.js';

/**
 * Whether an inlined check deserves a function of its own, which equal ones share: descriptions that were
 * themselves generated repeat whole objects wherever they are used.
 */
export function isLarge(check: Check): boolean {
  return check.object.some(
    (part) => part.keyword === 'properties' && part.members.length >= largeMembers,
  );
}

/** Members from which on an object counts as large. Smaller ones are as short where they are used. */
const largeMembers = 5;

/** Numbers that are equal for checks that accept the same values. */
export type Signatures = (check: Check) => number;

/** Begins to number checks. What is inside has been numbered before, so that no text grows with the nesting. */
export function createSignatures(): Signatures {
  const numbers = new Map<string, number>();
  const known = new WeakMap<Check, number>();
  return function signatureOf(check) {
    const before = known.get(check);
    if (before !== undefined) return before;
    const { types, literals, number, string, array, object, any } = check;
    const parts = { types, literals, number, string, array, object, any };
    const text = JSON.stringify(parts, (name, value: unknown) => {
      if (name === 'check') return signatureOf(value as Check);
      if (name === 'values') return JSON.stringify(value);
      return name === 'place' || name === 'id' ? undefined : value;
    });
    const signature = numbers.get(text) ?? numbers.size;
    numbers.set(text, signature);
    known.set(check, signature);
    return signature;
  };
}
