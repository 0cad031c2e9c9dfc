import type { Verifier } from '../security.js';

/** Returns the configured verifiers by scheme. Throws for a member that is not a verifier. */
export function verifiersOf(security: object | undefined): ReadonlyMap<string, Verifier> {
  const verifiers = new Map<string, Verifier>();
  const entries: [string, unknown][] = security === undefined ? [] : Object.entries(security);
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
