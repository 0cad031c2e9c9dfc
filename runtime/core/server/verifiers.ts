import type { Verifier } from '../security.js';

/** The verifiers that were given, by scheme. Throws for a member that is none. */
export function verifiersOf(given: object | undefined): ReadonlyMap<string, Verifier> {
  const verifiers = new Map<string, Verifier>();
  const entries: [string, unknown][] = given === undefined ? [] : Object.entries(given);
  for (const [scheme, verifier] of entries) {
    if (verifier === undefined) continue;
    if (!isVerifier(verifier))
      throw new Error(`"security.${scheme}" is not a verifier: it has no "head".`);
    verifiers.set(scheme, verifier);
  }
  return verifiers;
}

function isVerifier(value: unknown): value is Verifier {
  return (
    typeof value === 'object' &&
    value !== null &&
    'head' in value &&
    typeof value.head === 'function'
  );
}
