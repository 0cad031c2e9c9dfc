import { createRequire } from 'node:module';
import { JournalError } from './error.js';

/** A connection of `better-sqlite3` or `node:sqlite`: the members that the journal uses. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

/** A prepared statement. */
export interface Statement {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

/** A driver of SQLite. */
export interface SqliteDriver {
  open(path: string): Database;
  /** Copies an open database to a file while it is used. */
  backUp(database: Database, path: string): Promise<unknown>;
}

/** Loads a module by its name, as `require` does. */
type Load = (name: string) => unknown;

type DatabaseClass = new (path: string) => Database;

/**
 * Loads `better-sqlite3`, or `node:sqlite` of Node 22.16 and later if that is not installed or not compiled.
 *
 * @throws {JournalError} `driver` if there is neither.
 */
export function loadSqlite(load: Load = createRequire(import.meta.url)): SqliteDriver {
  try {
    const Driver = load('better-sqlite3') as DatabaseClass;
    // The class loads its compiled part when the first database is opened.
    new Driver(':memory:').close();
    return {
      open: (path) => new Driver(path),
      backUp: (database, path) =>
        (database as Database & { backup(path: string): Promise<unknown> }).backup(path),
    };
  } catch (cause) {
    return loadOfNode(load, cause);
  }
}

function loadOfNode(load: Load, cause: unknown): SqliteDriver {
  try {
    const { DatabaseSync, backup } = load('node:sqlite') as {
      readonly DatabaseSync: DatabaseClass;
      readonly backup: SqliteDriver['backUp'];
    };
    return { open: (path) => new DatabaseSync(path), backUp: backup };
  } catch {
    const isInstalled = cause instanceof Error && !/Cannot find module/.test(cause.message);
    throw new JournalError(
      'driver',
      isInstalled
        ? 'better-sqlite3 is not compiled for this version of Node; run "npm rebuild better-sqlite3", or use --journal memory'
        : 'better-sqlite3 is not installed; install it, use Node 22.16 or later, or use --journal memory',
    );
  }
}
