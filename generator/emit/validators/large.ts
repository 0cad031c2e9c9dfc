import type { Check, CheckKey, Target } from './check.js';
import { relativePlace } from './pointer.js';

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

/** Numbers that are equal for checks that accept the same values, for reasons that are written in the same way. */
export type Signatures = (check: Check) => number;

/**
 * Begins to number checks. What is inside has been numbered before, so that no text grows with the nesting; a function
 * is as good as another one that checks the same, unless it leads back to itself.
 */
export function createSignatures(
  checkOf: (key: CheckKey) => Check,
  isRecursive: (key: CheckKey) => boolean,
): Signatures {
  const numbers = new Map<string, number>();
  const known = new WeakMap<Check, number>();
  return function signatureOf(check) {
    const before = known.get(check);
    if (before !== undefined) return before;
    const { types, literals, number, string, array, object, any, secret, place } = check;
    const parts = { types, literals, number, string, array, object, any, secret };
    const within = (inner: Check): readonly unknown[] => [
      signatureOf(inner),
      relativePlace(inner.place, place),
    ];
    const text = JSON.stringify(parts, (name, value: unknown) => {
      if (name === 'check') return within(value as Check);
      if (isFunction(value) && !isRecursive(value.key)) return within(checkOf(value.key));
      if (name === 'values') return JSON.stringify(value);
      return name === 'place' || name === 'id' ? undefined : value;
    });
    const signature = numbers.get(text) ?? numbers.size;
    numbers.set(text, signature);
    known.set(check, signature);
    return signature;
  };
}

function isFunction(value: unknown): value is Extract<Target, { readonly kind: 'function' }> {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'function'
  );
}
