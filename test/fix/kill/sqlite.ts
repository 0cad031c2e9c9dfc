import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Part of `better-sqlite3` that the tests need; it is installed for the thorough tests only. */
export interface Database {
  readonly inTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  transaction<Result>(work: () => Result): () => Result;
  close(): void;
}

export interface Statement {
  run(...values: readonly unknown[]): { readonly changes: number };
  get(...values: readonly unknown[]): unknown;
  all(...values: readonly unknown[]): unknown[];
}

/** Path of the package; tests run in the repository. */
const place = join('test', 'fix', 'package.json');

/** Why there is no SQLite; nothing where there is. */
export const missing: string | undefined = existsSync(
  join('test', 'fix', 'node_modules', 'better-sqlite3', 'build'),
)
  ? undefined
  : 'better-sqlite3 is not installed: npm run test:thorough -- fix';

/** Opens a database that has everything on the disk before a transaction is committed. */
export function openDatabase(file: string): Database {
  const Sqlite: unknown = createRequire(join(process.cwd(), place))('better-sqlite3');
  const database = Reflect.construct(Sqlite as new () => object, [file]) as Database;
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000');
  return database;
}
