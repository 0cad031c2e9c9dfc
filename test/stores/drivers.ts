import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { SqliteDatabase } from '../../stores/sqlite/database.js';

const load = createRequire(join(process.cwd(), 'test', 'stores', 'package.json'));

/** Reason why a package is missing; `undefined` if it is installed. */
export function missingPackage(name: string, file = 'package.json'): string | undefined {
  return existsSync(join('test', 'stores', 'node_modules', name, file))
    ? undefined
    : `${name} is not installed: npm run test:thorough -- stores`;
}

/** Reason why there is no SQLite; `undefined` if there is. */
export const missingSqlite: string | undefined = missingPackage('better-sqlite3', 'build');

/** Opens a file, without reading it. */
export function openPlain(path: string): SqliteDatabase {
  const Driver = load('better-sqlite3') as new (path: string) => SqliteDatabase;
  return new Driver(path);
}

/** Opens a database that has everything on the disk before a transaction is committed. */
export function openDatabase(path: string): SqliteDatabase {
  const database = openPlain(path);
  database.exec(
    'pragma busy_timeout = 10000; pragma journal_mode = wal; pragma synchronous = full',
  );
  return database;
}

/** Resolves to the reason why a server cannot be used; to `undefined` if it responds. */
export async function missingServer(name: string, port: number): Promise<string | undefined> {
  const missing = missingPackage(name);
  if (missing !== undefined) return missing;
  return new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      settle(undefined);
    });
    socket.once('error', ({ message }) => settle(`${name}: ${message}`));
  });
}

/** Loads a driver. */
export function loadDriver(name: string): unknown {
  return load(name);
}
