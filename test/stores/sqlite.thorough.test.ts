import { sqliteStores } from '@tallystick/stores/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testStores } from './conformance.js';
import { missingSqlite, openDatabase } from './drivers.js';

let folder = '';
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-sqlite-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFile = (): string => join(folder, `${++files}.db`);

describe.skipIf(missingSqlite !== undefined)(`SQLite (${missingSqlite ?? 'installed'})`, () => {
  testStores(
    'SQLite',
    async () => {
      const path = newFile();
      const [first, second] = [openDatabase(path), openDatabase(path)];
      const stores = sqliteStores({ database: first });
      const others = sqliteStores({ database: second });
      await stores.migrate();
      return {
        stores,
        others,
        transaction: (run) => stores.transaction(run),
        async close() {
          await Promise.all([stores.close(), others.close()]);
          first.close();
          second.close();
        },
      };
    },
    'with transactions',
  );

  describe('stores on SQLite', () => {
    test('say that the tables are missing', async () => {
      const stores = sqliteStores({ database: openDatabase(newFile()) });
      await expect(stores.prune()).rejects.toMatchObject({
        code: 'version',
        message: 'The tables of the stores do not exist; call migrate()',
      });
      expect(await stores.health()).toMatchObject({ ok: false, error: { code: 'version' } });
    });

    test('refuse tables of a later version', async () => {
      const database = openDatabase(newFile());
      await sqliteStores({ database }).migrate();
      database.exec('update tallystick_version set version = 99');
      const stores = sqliteStores({ database });
      const refusal = {
        code: 'version',
        message: expect.stringMatching(/version 99; .* up to 1$/),
      };
      await expect(stores.migrate()).rejects.toMatchObject(refusal);
      await expect(stores.prune()).rejects.toMatchObject(refusal);
    });

    test('refuse a transaction that is not open', async () => {
      const stores = sqliteStores({ database: openDatabase(newFile()) });
      await stores.migrate();
      await expect(stores.outbox.enqueue([], stores.database)).rejects.toMatchObject({
        code: 'unsupported',
      });
    });

    test('report a full disk, and continue when there is space', async () => {
      const database = openDatabase(newFile());
      const stores = sqliteStores({ database });
      await stores.migrate();
      const [{ page_count: pages }] = database.prepare('pragma page_count').all() as [
        { readonly page_count: number },
      ];
      database.exec(`pragma max_page_count = ${pages + 5}`);
      const write = async (key: string, length: number): Promise<void> =>
        stores.tokens.set(key, { text: 'x'.repeat(length), until: Infinity });
      await expect(write('large', 200_000)).rejects.toMatchObject({ code: 'full' });
      await write('small', 10);
      database.exec('pragma max_page_count = 100000');
      await write('large', 200_000);
      expect(await stores.tokens.get('large', 0)).toMatchObject({ text: 'x'.repeat(200_000) });
      expect(await stores.tokens.get('small', 0)).toMatchObject({ text: 'x'.repeat(10) });
    });
  });
});

describe('a database that cannot be opened', () => {
  test('is reported once, clearly', (context) => {
    if (missingSqlite !== undefined) return context.skip(missingSqlite);
    expect(() => sqliteStores({ path: join(folder, 'none', 'a.db') })).toThrow(
      /driver|SQLite cannot open|available/,
    );
  });
});
