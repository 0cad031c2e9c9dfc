/**
 * Secrets that are used but never sent, such as signing secrets of credentials and proxy passwords of transports. Errors use
 * them for redaction. They are stored here instead of in the credential, so that printing a credential does not show them.
 */
const secretsByOwner = new WeakMap<object, () => readonly (string | undefined)[]>();

/** Registers the secrets of a credential or transport for redaction in errors. `secrets` is called when they are needed. */
export function keepSecrets(
  credential: object,
  secrets: () => readonly (string | undefined)[],
): void {
  secretsByOwner.set(credential, secrets);
}

/** Returns the registered secrets of a credential or transport. */
export function secretsOf(credential: unknown): readonly string[] {
  if ((typeof credential !== 'object' && typeof credential !== 'function') || credential === null)
    return [];
  return (secretsByOwner.get(credential)?.() ?? []).filter((secret) => secret !== undefined);
}
