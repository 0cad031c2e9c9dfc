import { BrokerError, type BrokerErrorCode } from './broker.js';

const credentials: readonly (readonly [RegExp, string])[] = [
  // User and password of a URL (RFC 3986, section 3.2.1).
  [/\/\/[^\s/@]*@/gu, '//***@'],
  [
    /\b(password|passwd|pass|secret|token|jwt|nkey|seed|authorization)(\s*[=:]\s*|"\s*:\s*)("[^"]*"|\S+)/giu,
    '$1$2***',
  ],
];

/** Message of an error of a client library, without credentials. */
export function errorText(error: unknown): string {
  const text =
    error instanceof Error ? error.message || codeOf(error) || error.name : String(error);
  return credentials.reduce((safe, [pattern, instead]) => safe.replace(pattern, instead), text);
}

/** An error of a broker that is caused by an error of a client library. Neither contains credentials. */
export function brokerError(code: BrokerErrorCode, message: string, cause?: unknown): BrokerError {
  if (cause instanceof BrokerError) return cause;
  if (cause === undefined) return new BrokerError(code, message);
  const text = errorText(cause);
  const isSafe = cause instanceof Error && (cause.message === '' || cause.message === text);
  const safe = isSafe ? cause : new Error(text);
  return new BrokerError(code, `${message}: ${text}`, { cause: safe });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
