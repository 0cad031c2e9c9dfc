/** Reason for an error of a store. */
export type StoreErrorCode =
  /** The database does not respond, or refuses connections. */
  | 'unreachable'
  /** The database rejects the user name or the password. */
  | 'credentials'
  /** The tables do not exist, or were created by another version. */
  | 'version'
  /** The driver is not installed. */
  | 'driver'
  /** The database has no more space. */
  | 'full'
  /** The database does not support this, such as transactions of the program, or its settings do not. */
  | 'unsupported'
  /** A condition of a transaction on Redis is not met. */
  | 'conflict'
  /** The stores were closed. */
  | 'closed'
  /** Any other error of the database. */
  | 'failed';

/** Thrown if a database cannot be used. The message contains no credentials. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Codes of network errors by which a database is unreachable. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Returns the code of an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Attempts at several addresses of one host name.
  if (error instanceof AggregateError) return error.errors.map(codeOf).find((code) => code);
  return undefined;
}

/** True for an error of the network. */
export function isNetworkError(error: unknown): boolean {
  return unreachable.has(codeOf(error) ?? '');
}
