import { codeOf, isNetworkError, StoreError } from '../core/error.js';
import type { ConnectionTimeouts } from '../core/stores.js';

/** A pool of `pg`: the members that the stores use. */
export interface PgPool {
  query(query: PgQuery): Promise<PgResult>;
  /** Calls back as soon as there is a connection, before anything else is read from it. */
  connect(callback: (error: Error | undefined, client: PgPoolClient | undefined) => void): unknown;
  end(): Promise<void>;
}

/** A connection of `pg`. */
export interface PgClient {
  query(query: PgQuery): Promise<PgResult>;
}

/** A connection that a pool has lent. */
export interface PgPoolClient extends PgClient {
  release(error?: boolean): void;
  on(event: 'notification' | 'error', listener: () => void): unknown;
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
export async function openPool(
  connectionString: string,
  max: number,
  { connectTimeout, responseTimeout }: Required<ConnectionTimeouts>,
): Promise<PgPool> {
  const { default: driver } = await import('pg').catch((cause: unknown) => {
    throw new StoreError('driver', 'pg is not installed', { cause });
  });
  const Pool = driver.Pool as unknown as new (options: object) => OwnPool;
  const pool = new Pool({
    connectionString,
    max,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: responseTimeout,
  });
  // An idle connection that breaks is replaced by the pool.
  pool.on('error', () => undefined);
  return pool;
}

/** Connections with a listener for errors. */
const guarded = new WeakSet<PgPoolClient>();

/**
 * Takes a connection from a pool. An error that it reports between two queries would end the process, even one that the server sends
 * in the same packet as its acceptance; the next query reports it.
 */
export async function connectGuarded(pool: PgPool): Promise<PgPoolClient> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(error ?? new Error('Connection terminated'));
      if (!guarded.has(client)) client.on('error', () => undefined);
      guarded.add(client);
      resolve(client);
    });
  });
}

interface OwnPool extends PgPool {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** True for an error that the server reports. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
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
  if (isLost || /timeout|Connection terminated|ended|not queryable/i.test(cause.message))
    return fail('unreachable', 'PostgreSQL does not respond');
  return cause;
}
