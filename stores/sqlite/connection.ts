import { StoreError } from '../core/error.js';
import {
  isBusy,
  isSqliteError,
  type SqliteDatabase,
  sqliteError,
  type SqliteStatement,
  type SqliteValue,
} from './database.js';
import { migrations } from './schema.js';

/** A transaction that waits for an earlier one, until it has expired. */
interface Waiting {
  isExpired: boolean;
  readonly reject: (error: StoreError) => void;
}

/** Milliseconds for which a transaction waits for those of other processes, or for one of this program. */
const lockTimeout = 10_000;

/** Runs statements of the current transaction. */
export interface Statements {
  run(sql: string, ...values: SqliteValue[]): number;
  get<Row>(sql: string, ...values: SqliteValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqliteValue[]): readonly Row[];
}

/** A part of a transaction. It is synchronous, so that no other part can interfere. */
export type Work<Result> = (statements: Statements) => Result;

interface Queued {
  readonly work: Work<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A connection whose work is committed in groups: whatever was requested in one turn of the event loop shares one transaction, and
 * one wait for the disk. A result is returned after the commit. Work that throws changes nothing, and does not affect the rest of
 * its group.
 */
export class SqliteConnection {
  readonly database: SqliteDatabase;
  readonly statements: Statements;
  readonly #prepared = new Map<string, SqliteStatement>();
  #queue: Queued[] = [];
  #isScheduled = false;
  /** Transactions that wait for an earlier one. */
  readonly #waiting = new Set<Waiting>();
  /** Resolves when the last transaction has ended. */
  #last: Promise<unknown> = Promise.resolve();
  #isConfigured = false;
  #isVerified = false;

  constructor(database: SqliteDatabase) {
    this.database = database;
    this.statements = {
      run: (sql, ...values) => Number(this.#prepare(sql).run(...values).changes),
      get: <Row>(sql: string, ...values: SqliteValue[]) =>
        this.#prepare(sql).get(...values) as Row | undefined,
      all: <Row>(sql: string, ...values: SqliteValue[]) =>
        this.#prepare(sql).all(...values) as readonly Row[],
    };
  }

  /** Executes work within the program's transaction, or in a group with other work. */
  execute<Result>(work: Work<Result>, transaction?: SqliteDatabase): Promise<Result> {
    if (transaction !== undefined) return this.#executeWithin(work, transaction);
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ work, resolve, reject });
      this.#schedule();
    });
  }

  /** Executes work that only reads, without waiting for transactions. */
  async read<Result>(work: Work<Result>): Promise<Result> {
    try {
      this.#verify();
      return work(this.statements);
    } catch (error) {
      throw sqliteError(error);
    }
  }

  /** Runs a transaction of the program. Other work waits until it has ended, or rejects if it stays open. */
  transaction<Result>(
    run: (database: SqliteDatabase) => Result | Promise<Result>,
    commits?: (result: Result) => boolean,
  ): Promise<Result> {
    let failure: { readonly error: unknown } | undefined;
    return this.#exclusive(async () => {
      this.#verify();
      const timer = setInterval(() => this.#rejectWaiting(), lockTimeout);
      try {
        return await run(this.database);
      } catch (error) {
        failure = { error };
        throw error;
      } finally {
        clearInterval(timer);
      }
    }, commits).catch((error: unknown) => {
      throw failure === undefined || isSqliteError(failure.error) ? error : failure.error;
    });
  }

  /** Creates or updates the tables. */
  migrate(): Promise<void> {
    return this.#exclusive(() => this.#migrate());
  }

  /** Completes the work that was requested. */
  async drain(): Promise<void> {
    if (this.#queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
    await this.#last;
  }

  /** Runs a transaction after all that were requested before. */
  #exclusive<Result>(
    run: () => Result | Promise<Result>,
    commits: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const waiting = { isExpired: false, reject };
      this.#waiting.add(waiting);
      this.#last = this.#last.then(async () => {
        this.#waiting.delete(waiting);
        if (waiting.isExpired) return;
        try {
          await this.#begin();
          const result = await run();
          this.database.exec(commits(result) ? 'commit' : 'rollback');
          resolve(result);
        } catch (error) {
          this.#rollback();
          reject(sqliteError(error));
        }
      });
    });
  }

  /** Rejects what waits for a transaction of the program that has not ended: its handler may wait for one of them. */
  #rejectWaiting(): void {
    for (const waiting of this.#waiting) {
      waiting.isExpired = true;
      waiting.reject(
        new StoreError(
          'unreachable',
          `A transaction of this program has been open for ${lockTimeout / 1000} seconds; within it, call the stores with the transaction`,
        ),
      );
    }
    this.#waiting.clear();
  }

  /** Waits for the lock without blocking the event loop, in which another connection may hold it. */
  async #begin(): Promise<void> {
    if (!this.#isConfigured) this.database.exec('pragma busy_timeout = 0');
    this.#isConfigured = true;
    const started = performance.now();
    for (;;) {
      try {
        this.database.exec('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() - started > lockTimeout) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      }
    }
  }

  async #executeWithin<Result>(work: Work<Result>, transaction: SqliteDatabase): Promise<Result> {
    if (transaction !== this.database || !this.#isInTransaction()) {
      throw new StoreError(
        'unsupported',
        'The transaction must be an open one of the database of the stores; use their transaction()',
      );
    }
    return work(this.statements);
  }

  #isInTransaction(): boolean {
    return this.database.inTransaction ?? this.database.isTransaction ?? false;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    let group: readonly Queued[] = [];
    try {
      const settled = await this.#exclusive(() => {
        group = this.#queue;
        this.#queue = [];
        this.#isScheduled = false;
        this.#verify();
        return group.map((queued) => this.#run(queued));
      });
      for (const settle of settled) settle();
    } catch (error) {
      // Nothing was started if the lock could not be obtained.
      const rejected = this.#isScheduled ? this.#queue : group;
      if (this.#isScheduled) this.#queue = [];
      this.#isScheduled = false;
      for (const { reject } of rejected) reject(error);
      if (this.#queue.length > 0) this.#schedule();
    }
  }

  /** Executes work, and returns a function that reports its result after the commit. */
  #run({ work, resolve, reject }: Queued): () => void {
    try {
      this.database.exec('savepoint work');
      const result = work(this.statements);
      this.database.exec('release work');
      return () => resolve(result as never);
    } catch (error) {
      // SQLite itself ends the transaction after some errors, such as a full disk.
      if (!this.#isInTransaction()) throw error;
      this.database.exec('rollback to work');
      this.database.exec('release work');
      return () => reject(sqliteError(error));
    }
  }

  #rollback(): void {
    try {
      if (this.#isInTransaction()) this.database.exec('rollback');
    } catch {
      // The error that caused the rollback is reported.
    }
  }

  /** @throws {StoreError} `version` unless the tables have the version of this package. */
  #verify(): void {
    if (this.#isVerified) return;
    const version = this.#version();
    if (version === 0)
      throw new StoreError('version', 'The tables of the stores do not exist; call migrate()');
    this.#requireKnown(version);
    if (version < migrations.length)
      throw new StoreError(
        'version',
        `The tables of the stores have version ${version} instead of ${migrations.length}; call migrate()`,
      );
    this.#isVerified = true;
  }

  #version(): number {
    const [exists] = this.database
      .prepare("select 1 from sqlite_master where name = 'tallystick_version'")
      .all();
    if (exists === undefined) return 0;
    const row = this.database.prepare('select version from tallystick_version').get();
    return (row as { readonly version: number }).version;
  }

  #requireKnown(version: number): void {
    if (version <= migrations.length) return;
    throw new StoreError(
      'version',
      `The tables of the stores have version ${version}; this package supports versions up to ${migrations.length}`,
    );
  }

  #migrate(): void {
    const version = this.#version();
    this.#requireKnown(version);
    if (version === 0)
      this.database.exec(
        'create table tallystick_version (version integer not null); insert into tallystick_version values (0)',
      );
    for (const migration of migrations.slice(version)) this.database.exec(migration);
    this.database.exec(`update tallystick_version set version = ${migrations.length}`);
  }

  #prepare(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
