import { TransportError } from './errors.js';
import { withoutSecrets } from './secret-runs.js';

/** Removes the secrets of one call from texts. */
export interface Redactor {
  /** Registers a secret. From then on, no run of eight of its characters remains in a text, in any encoding. */
  add(secret: string): void;
  /** Returns a text without secrets. Pass the complete text: a truncated secret may not be recognised. */
  text(text: string): string;
}

/** Creates a redactor for some secrets. */
export function createRedactor(initial: readonly string[] = []): Redactor {
  const secrets = new Set(initial);
  return {
    add(secret) {
      secrets.add(secret);
    },
    text: (text) => withoutSecrets(text, secrets),
  };
}

/**
 * Converts any value that a transport threw to an error that is safe to show. A transport may attach the whole request, and
 * an engine may quote the URL, so that only names, codes and redacted messages are kept.
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
    : { message: 'the transport threw a value that is not an error', name: typeof cause };
  const inner =
    below === undefined || depth >= 3 ? undefined : safeCause(below, redactor, depth + 1);
  return new TransportError(
    clean(message),
    typeof code === 'string' ? clean(code) : (inner?.code ?? 'unknown'),
    clean(name),
    inner && { cause: inner },
  );
}

/** Properties that are read from a thrown value. */
interface CauseMembers extends Pick<Error, 'message' | 'name' | 'cause'> {
  readonly code?: unknown;
}
