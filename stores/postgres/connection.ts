import { createHash } from 'node:crypto';
import { StoreError } from '../core/error.js';
import type { ConnectionTimeouts } from '../core/stores.js';
import {
  connectGuarded,
  isDatabaseError,
  openPool,
  type PgClient,
  type PgPool,
  type PgPoolClient,
  type PgQuery,
  postgresError,
} from './pool.js';
import { migrations } from './schema.js';

/** Source of connections: a pool of the program, or an address. */
export type PostgresAccess =
  | { readonly pool: PgPool }
  | {
      readonly connectionString: string;
      readonly connections: number;
      readonly timeouts: Required<ConnectionTimeouts>;
    };

/** Milliseconds after which a broken connection for notifications is opened again. */
const relistenDelay = 1_000;

/** Runs the queries of the stores in one schema. */
export class PostgresConnection {
  /** Quoted name of the schema. */
  readonly schema: string;
  readonly #access: PostgresAccess;
  #pool: Promise<PgPool> | undefined;
  #verified: Promise<void> | undefined;
  #isClosed = false;

  constructor(access: PostgresAccess, schema: string) {
    if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema))
      throw new TypeError('"schema" must consist of lower-case letters, digits and "_"');
    this.schema = `"${schema}"`;
    this.#access = access;
  }

  /** Runs a query, in which `$s` stands for the schema, on the pool or in the program's transaction. */
  async rows<Row>(
    text: string,
    values: unknown[],
    transaction?: PgClient,
  ): Promise<readonly Row[]> {
    try {
      await this.#verify();
      const client = transaction ?? (await this.#open());
      return (await client.query(this.#query(text, values))).rows as Row[];
    } catch (error) {
      throw postgresError(error);
    }
  }

  /** Runs a statement. Returns the number of affected rows. */
  async run(text: string, values: unknown[], transaction?: PgClient): Promise<number> {
    try {
      await this.#verify();
      const client = transaction ?? (await this.#open());
      return (await client.query(this.#query(text, values))).rowCount ?? 0;
    } catch (error) {
      throw postgresError(error);
    }
  }

  /** Runs a transaction, which commits if `run` resolves and is rolled back if it rejects. */
  async transaction<Result>(
    run: (client: PgPoolClient) => Promise<Result>,
    commits: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    let client: PgPoolClient | undefined;
    let isBroken = true;
    let isOfProgram = false;
    try {
      client = await connectGuarded(await this.#open());
      await client.query({ text: 'begin' });
      isOfProgram = true;
      const result = await run(client);
      isOfProgram = false;
      await client.query({ text: commits(result) ? 'commit' : 'rollback' });
      isBroken = false;
      return result;
    } catch (error) {
      await client?.query({ text: 'rollback' }).then(
        () => (isBroken = false),
        () => undefined,
      );
      // An error that the program throws for a reason of its own is not one of the database.
      throw isOfProgram && !isBroken && !isDatabaseError(error) ? error : postgresError(error);
    } finally {
      // A connection whose rollback failed is discarded.
      client?.release(isBroken);
    }
  }

  /**
   * Calls back for notifications on a channel of the schema, on a connection of its own, and whenever that connection has been opened:
   * notifications without a connection are lost. Returns a function that ends this.
   */
  listen(channel: string, wake: () => void): () => void {
    let isEnded = false;
    let client: PgPoolClient | undefined;
    let timer: NodeJS.Timeout | undefined;
    const leave = (left: PgPoolClient | undefined): void => {
      if (left === undefined || left !== client) return;
      client = undefined;
      left.release(true);
      retry();
    };
    const retry = (): void => {
      if (isEnded) return;
      timer = setTimeout(() => void open(), relistenDelay);
      timer.unref();
    };
    const open = async (): Promise<void> => {
      try {
        const opened = await connectGuarded(await this.#open());
        client = opened;
        opened.on('error', () => leave(opened));
        if (isEnded) return leave(opened);
        opened.on('notification', wake);
        const name = `${this.schema}.${channel}`.replaceAll('"', '""');
        await opened.query({ text: `listen "${name}"` });
        wake();
      } catch {
        if (client === undefined) retry();
        else leave(client);
      }
    };
    void open();
    return () => {
      isEnded = true;
      clearTimeout(timer);
      leave(client);
    };
  }

  /** Creates or updates the tables. */
  async migrate(): Promise<void> {
    await this.transaction(async (client) => {
      await client.query({
        text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
        values: [`tallystick.${this.schema}`],
      });
      const version = await this.#version(client);
      requireKnown(version);
      if (version === migrations.length) return;
      if (version === 0) {
        await client.query({ text: `create schema if not exists ${this.schema}` });
        await client.query({ text: `create table ${this.schema}.version (version int not null)` });
        await client.query({ text: `insert into ${this.schema}.version values (0)` });
      }
      for (const migration of migrations.slice(version))
        await client.query({ text: migration.replaceAll('$s', () => this.schema) });
      await client.query({
        text: `update ${this.schema}.version set version = ${migrations.length}`,
      });
    });
    this.#verified = undefined;
  }

  /** Closes the pool, unless it belongs to the program. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!('pool' in this.#access)) await (await this.#pool)?.end();
  }

  #open(): Promise<PgPool> {
    if (this.#isClosed) throw new StoreError('closed', 'The stores were closed');
    const access = this.#access;
    this.#pool ??=
      'pool' in access
        ? Promise.resolve(access.pool)
        : openPool(access.connectionString, access.connections + 1, access.timeouts);
    return this.#pool;
  }

  #query(text: string, values: unknown[]): PgQuery {
    const statement = text.replaceAll('$s', () => this.schema);
    const name = createHash('sha1').update(statement).digest('base64url');
    return { name: `tallystick_${name}`, text: statement, values };
  }

  /** Verifies the version of the tables before the first query. */
  #verify(): Promise<void> {
    this.#verified ??= this.#open()
      .then(async (pool) => {
        const version = await this.#version(pool);
        requireKnown(version);
        if (version === 0)
          throw new StoreError('version', 'The tables of the stores do not exist; call migrate()');
        if (version < migrations.length)
          throw new StoreError(
            'version',
            `The tables of the stores have version ${version} instead of ${migrations.length}; call migrate()`,
          );
      })
      .catch((error: unknown) => {
        this.#verified = undefined;
        throw error;
      });
    return this.#verified;
  }

  async #version(client: PgClient): Promise<number> {
    const { rows } = await client.query({
      text: 'select to_regclass($1) is not null as exists',
      values: [`${this.schema}.version`],
    });
    if ((rows[0] as { readonly exists: boolean }).exists !== true) return 0;
    const found = await client.query({ text: `select version from ${this.schema}.version` });
    return (found.rows[0] as { readonly version: number }).version;
  }
}

function requireKnown(version: number): void {
  if (version <= migrations.length) return;
  throw new StoreError(
    'version',
    `The tables of the stores have version ${version}; this package supports versions up to ${migrations.length}`,
  );
}
