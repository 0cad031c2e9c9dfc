import { TransportError } from './errors.js';

/** Takes the secrets of one call out of texts. */
export interface Redactor {
  /** From now on this text, and its percent-encoded form, are replaced. */
  add(secret: string): void;
  text(text: string): string;
}

/** Shorter texts would replace ordinary words; a credential that short protects nothing. */
const shortestSecret = 4;

/** A redactor that knows nothing yet. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  return {
    add(secret) {
      if (secret.length >= shortestSecret) secrets.add(secret);
    },
    text(text) {
      // Longest first, so that no secret leaves the rest of one that contains it.
      const ordered = [...secrets]
        .flatMap(spellings)
        .sort((left, right) => right.length - left.length);
      return ordered.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
    },
  };
}

function spellings(secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  if (/\p{Surrogate}/u.test(secret)) return [secret, escaped];
  return [secret, escaped, encodeURIComponent(secret), encodeURI(secret)];
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
