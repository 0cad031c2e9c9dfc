import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf, StoreError } from '../core/error.js';

/** A connection of `better-sqlite3` or `node:sqlite`: the members that the stores use. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
  /** True within a transaction (`better-sqlite3`). */
  readonly inTransaction?: boolean;
  /** True within a transaction (`node:sqlite`). */
  readonly isTransaction?: boolean;
}

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** A value that both drivers can bind. */
export type SqliteValue = string | number | null | Uint8Array;

/**
 * Opens a file with `better-sqlite3`, or with `node:sqlite` if that is not installed. A committed transaction survives a loss of
 * power.
 *
 * @throws {StoreError} `driver` if there is neither, or `better-sqlite3` was not compiled; `unreachable` if the file cannot be opened.
 */
export function openSqlite(path: string): SqliteDatabase {
  const Driver = loadDriver();
  try {
    const database = new Driver(path);
    database.exec(
      'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full',
    );
    return database;
  } catch (cause) {
    throw sqliteError(cause, path);
  }
}

/** Says why a file cannot be opened, which SQLite itself does not. */
function reasonToOpen(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) ? '' : `: the folder ${folder} does not exist`;
}

type DriverClass = new (path: string) => SqliteDatabase;

function loadDriver(): DriverClass {
  const load = createRequire(import.meta.url);
  try {
    return load('better-sqlite3') as DriverClass;
  } catch (cause) {
    try {
      return (load('node:sqlite') as { readonly DatabaseSync: DriverClass }).DatabaseSync;
    } catch {
      throw new StoreError(
        'driver',
        'Neither better-sqlite3 nor node:sqlite is available; install better-sqlite3',
        { cause },
      );
    }
  }
}

/** True for the error by which another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /BUSY|is locked/.test(`${codeOf(error)} ${error.message}`);
}

/** True for an error of better-sqlite3 or `node:sqlite`. */
export function isSqliteError(error: unknown): boolean {
  return /^(?:SQLITE_|ERR_SQLITE)/.test(codeOf(error) ?? '');
}

/** Returns the error of a store for an error of the driver. */
export function sqliteError(cause: unknown, path = 'the database'): unknown {
  if (cause instanceof StoreError || !(cause instanceof Error)) return cause;
  const code = codeOf(cause) ?? '';
  const text = `${code} ${'errstr' in cause ? String(cause.errstr) : ''} ${cause.message}`;
  const fail = (...[kind, message]: ConstructorParameters<typeof StoreError>): StoreError =>
    new StoreError(kind, message, { cause });
  if (/FULL|is full/.test(text)) return fail('full', 'SQLite has no more space on the disk');
  if (/CANTOPEN|unable to open|directory does not exist/.test(text))
    return fail('unreachable', `SQLite cannot open ${path}${reasonToOpen(path)}`);
  if (/DLOPEN|bindings file/.test(text)) {
    return fail(
      'driver',
      'better-sqlite3 is not compiled for this version of Node; run "npm rebuild better-sqlite3"',
    );
  }
  if (/NOTADB|not a database/.test(text))
    return fail('failed', `${path} is not an SQLite database`);
  if (isBusy(cause))
    return fail('unreachable', 'Another process holds the lock of the SQLite database');
  if (/not open/.test(text)) return fail('closed', 'The SQLite database was closed');
  return cause;
}
