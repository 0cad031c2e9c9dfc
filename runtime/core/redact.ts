import { TransportError } from './errors.js';
import { secretsOf } from './hidden-secrets.js';
import { withoutSecrets } from './secret-runs.js';

/** Takes the secrets of one call out of texts. */
export interface Redactor {
  /** From now on no run of eight of its characters is left in texts, however they are spelt. */
  add(secret: string): void;
  /** A text without secrets. It is to be given whole: what was cut before may have lost what tells a secret. */
  text(text: string): string;
}

/** A redactor that knows nothing yet. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  return {
    add(secret) {
      secrets.add(secret);
    },
    text: (text) => withoutSecrets(text, secrets),
  };
}

/** What takes the secrets of a transport out of texts, such as the password of a proxy; `undefined` where it has none. */
export function redactorOf(transport: object): Redactor | undefined {
  const secrets = secretsOf(transport);
  if (secrets.length === 0) return undefined;
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

/**
 * A copy of whatever a transport threw, fit to be shown: a transport may attach the whole request, and an engine
 * may quote the URL, so nothing but names, codes and redacted messages is kept.
 */
export function safeCause(
  cause: unknown,
  redactor: Redactor | undefined,
  depth = 0,
): TransportError {
  const clean = (text: string): string => redactor?.text(text) ?? text;
  const {
    message,
    name,
    code,
    cause: below,
  }: CauseMembers = cause instanceof Error
    ? cause
    : { message: 'the transport threw no error', name: typeof cause };
  const inner =
    below === undefined || depth >= 3 ? undefined : safeCause(below, redactor, depth + 1);
  return new TransportError(
    clean(message),
    typeof code === 'string' ? clean(code) : (inner?.code ?? 'unknown'),
    clean(name),
    inner && { cause: inner },
  );
}

/** What is read of whatever was thrown. */
interface CauseMembers extends Pick<Error, 'message' | 'name' | 'cause'> {
  readonly code?: unknown;
}
