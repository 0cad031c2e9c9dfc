import { createRequire } from 'node:module';
import { JournalError } from './error.js';

/** A connection of `pg`: the members that the journal uses. */
export interface PgClient extends PgQueries {
  connect(): Promise<unknown>;
  on(event: 'error' | 'end' | 'notification', listener: (value: unknown) => void): unknown;
}

/** A pool of connections of `pg`. */
export interface PgPool extends PgQueries {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface PgQueries {
  query(text: string, values?: readonly unknown[]): Promise<PgResult>;
  end(): Promise<void>;
}

/** Result of a query. */
export interface PgResult {
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
}

/** The driver of PostgreSQL. */
export interface PgDriver {
  readonly Client: new (options: object) => PgClient;
  readonly Pool: new (options: object) => PgPool;
}

/**
 * Loads `pg`.
 *
 * @throws {JournalError} `driver` if it is not installed
 */
export function loadPg(): PgDriver {
  try {
    return createRequire(import.meta.url)('pg') as PgDriver;
  } catch (cause) {
    throw new JournalError('driver', 'pg is not installed; install it, or use --journal sqlite', {
      cause,
    });
  }
}

/** The error of the journal for one of the driver or the server. */
export function postgresError(cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = codeOf(cause);
  const fail = (kind: 'credentials' | 'unreachable' | 'failed', text: string): JournalError =>
    new JournalError(kind, text, { cause });
  if (code.startsWith('28') || /password/i.test(message))
    return fail('credentials', 'PostgreSQL rejects the user name or the password of the journal');
  if (code === '42501')
    return fail(
      'credentials',
      `The user of the journal needs more rights on PostgreSQL: ${message}`,
    );
  if (code === '3D000') return fail('failed', `PostgreSQL has no such database: ${message}`);
  if (/^53[12]00$/.test(code)) return fail('failed', 'PostgreSQL has no more space');
  const isLost = /^(?:08|57P)|^53300|^E[A-Z]{3,}|^EAI/.test(code);
  if (isLost || /timeout|Connection terminated|ended|not queryable/i.test(message))
    return fail('unreachable', `PostgreSQL does not respond${because(cause, message)}`);
  return fail('failed', `PostgreSQL: ${message}`);
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** An error of several addresses of one name has no message of its own. */
function because(cause: unknown, message: string): string {
  if (message !== '') return `: ${message}`;
  const [first] = cause instanceof AggregateError ? (cause.errors as readonly unknown[]) : [];
  return first instanceof Error ? `: ${first.message}` : '';
}
