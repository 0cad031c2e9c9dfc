import type { Redactor } from './redact.js';

/**
 * Secrets that are used but never sent, such as signing secrets of credentials. Errors use them for redaction. They are stored here instead of in the credential, so that printing a credential does not show them.
 */
const secretsByOwner = new WeakMap<object, () => readonly (string | undefined)[]>();

/** Registers the secrets of a credential for redaction in errors. `secrets` is called when they are needed. */
export function keepSecrets(
  credential: object,
  secrets: () => readonly (string | undefined)[],
): void {
  secretsByOwner.set(credential, secrets);
}

/** Returns the registered secrets of a credential. */
export function secretsOf(credential: unknown): readonly string[] {
  if ((typeof credential !== 'object' && typeof credential !== 'function') || credential === null)
    return [];
  return (secretsByOwner.get(credential)?.() ?? []).filter((secret) => secret !== undefined);
}

/** Functions that create the redactor of a transport, which removes its secrets, such as the password of a proxy. */
const redactors = new WeakMap<object, () => Redactor | undefined>();

/**
 * Registers the redactor of a transport. `create` is called for each call. A client that has neither credentials nor such a transport
 * bundles no redaction.
 */
export function keepRedactor(transport: object, create: () => Redactor | undefined): void {
  redactors.set(transport, create);
}

/** Creates a redactor for the secrets of a transport; `undefined` if it has none. */
export function redactorOf(transport: object): Redactor | undefined {
  return redactors.get(transport)?.();
}
