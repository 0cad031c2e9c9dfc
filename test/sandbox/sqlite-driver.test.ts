import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { loadSqlite } from '../../sandbox/journal/sqlite-driver.js';

const load = createRequire(import.meta.url);
const ofNode = (() => {
  try {
    return load('node:sqlite') as { readonly backup?: unknown };
  } catch {
    return undefined;
  }
})();

/** Loads the modules of Node, and fails for better-sqlite3 with an error. */
const withoutDriver =
  (message: string, names: readonly string[] = []) =>
  (name: string): unknown => {
    if (names.includes(name)) return load(name);
    throw new Error(name === 'better-sqlite3' ? message : `Cannot find module '${name}'`);
  };

test('journal-8: without any driver the error says what to do', () => {
  expect(() => loadSqlite(withoutDriver("Cannot find module 'better-sqlite3'"))).toThrow(
    expect.objectContaining({ code: 'driver', message: expect.stringContaining('install it') }),
  );
  expect(() => loadSqlite(withoutDriver('Could not locate the bindings file.'))).toThrow(
    expect.objectContaining({ code: 'driver', message: expect.stringContaining('npm rebuild') }),
  );
});

test.skipIf(ofNode?.backup === undefined)(
  'journal-8: SQLite of Node is used where better-sqlite3 is not installed',
  () => {
    const message = "Cannot find module 'better-sqlite3'";
    const database = loadSqlite(withoutDriver(message, ['node:sqlite'])).open(':memory:');
    database.exec('create table t (a text)');
    database.prepare('insert into t values (?)').run('x');
    expect(database.prepare('select a from t').get()).toMatchObject({ a: 'x' });
    database.close();
  },
);
