import { sqliteStores } from '@tallystick/stores/sqlite';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testStores } from './conformance.js';
import { sqliteError } from '../../stores/sqlite/database.js';
import { withDrivers } from './bundled-stores.js';
import { missingSqlite, openDatabase, openPlain } from './drivers.js';

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
        transaction: (run, commits) => stores.transaction(run, commits),
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

    test('reject what a transaction waits for in itself', async () => {
      const stores = sqliteStores({ database: openDatabase(newFile()) });
      await stores.migrate();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const refusal = {
          code: 'unreachable',
          message: expect.stringContaining('has been open for 10 seconds'),
        };
        const transactions = [
          stores.transaction(() => stores.prune()),
          stores.transaction(() => stores.transaction(() => undefined)),
        ];
        for (const failing of transactions) {
          const refused = expect(failing).rejects.toMatchObject(refusal);
          // What waits has been requested after a turn of the event loop.
          for (let turn = 0; turn < 5; turn++)
            await new Promise((resolve) => setImmediate(resolve));
          vi.advanceTimersByTime(10_000);
          await refused;
        }
        // The connection is usable again.
        expect(await stores.prune()).toBe(0);
      } finally {
        vi.useRealTimers();
      }
    });

    test('refuse tables of a later version', async () => {
      const database = openDatabase(newFile());
      await sqliteStores({ database }).migrate();
      database.exec('update tallystick_version set version = 99');
      const stores = sqliteStores({ database });
      const refusal = {
        code: 'version',
        message: expect.stringMatching(/version 99; .* up to 2$/),
      };
      await expect(stores.migrate()).rejects.toMatchObject(refusal);
      await expect(stores.prune()).rejects.toMatchObject(refusal);
    });

    test('refuse tables of an earlier version until they are updated', async () => {
      const database = openDatabase(newFile());
      await sqliteStores({ database }).migrate();
      database.exec('update tallystick_version set version = 1; drop table tallystick_revocation');
      const stores = sqliteStores({ database });
      await expect(stores.prune()).rejects.toMatchObject({
        code: 'version',
        message: expect.stringMatching(/have version 1 instead of \d+; call migrate\(\)$/),
      });
      await stores.migrate();
      expect(await stores.health()).toMatchObject({ ok: true });
    });

    test('keep no single-use value beyond its expiry and a minute', async () => {
      const stores = sqliteStores({ database: openDatabase(newFile()) });
      await stores.migrate();
      const now = Math.floor(Date.now() / 1_000);
      await Promise.all(
        Array.from({ length: 1_000 }, async (_, index) =>
          stores.replay.remember('o', `v${index}`, now - 70, now - 80),
        ),
      );
      expect(await stores.replay.remember('o', 'current', now + 60, now)).toBe('new');
      expect(await stores.prune()).toBe(1_000);
      expect(await stores.replay.remember('o', 'current', now + 60, now)).toBe('seen');
    });

    test('report a file that is not a database', async () => {
      const path = newFile();
      writeFileSync(path, 'not a database'.repeat(100));
      const { error } = (await sqliteStores({ database: openPlain(path) }).health()) as {
        readonly error: Error;
      };
      expect(error).toMatchObject({ name: 'StoreError', code: 'failed' });
      expect(error.message).toBe('the database is not an SQLite database');
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
  test('is reported with the reason', async (context) => {
    if (missingSqlite !== undefined) return context.skip(missingSqlite);
    const { sqliteStores: open } = await withDrivers<{ sqliteStores: typeof sqliteStores }>(
      'sqlite',
    );
    const none = join(folder, 'none');
    const opening = (path: string) => () => open({ path });
    expect(opening(join(none, 'a.db'))).toThrow(
      expect.objectContaining({
        name: 'StoreError',
        code: 'unreachable',
        message: `SQLite cannot open ${join(none, 'a.db')}: the folder ${none} does not exist`,
      }),
    );
    expect(opening(folder)).toThrow(
      expect.objectContaining({ code: 'unreachable', message: `SQLite cannot open ${folder}` }),
    );
  });

  test.each([
    new Error('Could not locate the bindings file. Tried:\n → /a/better_sqlite3.node'),
    Object.assign(new Error('was compiled against a different Node.js version'), {
      code: 'ERR_DLOPEN_FAILED',
    }),
  ])('because of a driver that is not compiled is reported: %s', (cause) => {
    expect(sqliteError(cause, 'a.db')).toMatchObject({
      code: 'driver',
      message:
        'better-sqlite3 is not compiled for this version of Node; run "npm rebuild better-sqlite3"',
    });
  });
});
