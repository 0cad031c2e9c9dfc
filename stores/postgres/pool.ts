import { codeOf, isNetworkError, StoreError } from '../core/error.js';

/** A pool of `pg`: the members that the stores use. */
export interface PgPool {
  query(query: PgQuery): Promise<PgResult>;
  connect(): Promise<PgPoolClient>;
  end(): Promise<void>;
}

/** A connection of `pg`. */
export interface PgClient {
  query(query: PgQuery): Promise<PgResult>;
}

/** A connection that a pool has lent. */
export interface PgPoolClient extends PgClient {
  release(error?: boolean): void;
}

/** A query. With a name, the server prepares it once for each connection. */
export interface PgQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Result of a query. */
export interface PgResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/**
 * Opens a pool.
 *
 * @throws {StoreError} `driver` if `pg` is not installed.
 */
export async function openPool(connectionString: string, max: number): Promise<PgPool> {
  const { default: driver } = await import('pg').catch((cause: unknown) => {
    throw new StoreError('driver', 'pg is not installed', { cause });
  });
  const Pool = driver.Pool as unknown as new (options: object) => OwnPool;
  const pool = new Pool({
    connectionString,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
  });
  // An idle connection that breaks is replaced by the pool.
  pool.on('error', () => undefined);
  return pool;
}

interface OwnPool extends PgPool {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Returns the error of a store for an error of the driver or the server. */
export function postgresError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof StoreError) return cause;
  const code = codeOf(cause) ?? '';
  const fail = (...[kind, message]: ConstructorParameters<typeof StoreError>): StoreError =>
    new StoreError(kind, message, { cause });
  if (code.startsWith('28') || /password/i.test(cause.message))
    return fail('credentials', 'PostgreSQL rejects the user name or the password');
  if (/^(?:42P01|3F000|42883)$/.test(code))
    return fail('version', 'The tables of the stores do not exist; call migrate()');
  if (code === '3D000') return fail('unreachable', 'The PostgreSQL database does not exist');
  if (/^53[12]00$/.test(code)) return fail('full', 'PostgreSQL has no more space');
  const isLost = /^(?:08|57P)|^53300/.test(code) || isNetworkError(cause);
  if (isLost || /timeout|Connection terminated|ended/i.test(cause.message))
    return fail('unreachable', 'PostgreSQL does not respond');
  return cause;
}
