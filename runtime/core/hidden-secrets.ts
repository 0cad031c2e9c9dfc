/**
 * Secrets that credentials work with and never send, or a transport has for its proxy, so that what shows errors knows them. They are kept here rather than in the credential,
 * which shows nothing of them to whoever prints it.
 */
const kept = new WeakMap<object, () => readonly (string | undefined)[]>();

/** Lets errors of calls that use a credential be without its secrets, which are asked for when they are needed. */
export function keepSecrets(
  credential: object,
  secrets: () => readonly (string | undefined)[],
): void {
  kept.set(credential, secrets);
}

/** The secrets of a credential that it does not send. */
export function secretsOf(credential: unknown): readonly string[] {
  if ((typeof credential !== 'object' && typeof credential !== 'function') || credential === null)
    return [];
  return (kept.get(credential)?.() ?? []).filter((secret) => secret !== undefined);
}
