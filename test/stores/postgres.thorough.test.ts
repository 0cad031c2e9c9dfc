import { postgresStores, type PgPool } from '@tallystick/stores/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testStores } from './conformance.js';
import { loadDriver, missingServer } from './drivers.js';

const missing = await missingServer('pg', 5432);
const connectionString = 'postgres://postgres@127.0.0.1:5432/test';
const prefix = `tallystick_test_${process.pid}`;
let pool: PgPool;
let schemas = 0;

const newPool = (address = connectionString): PgPool => {
  const { Pool } = loadDriver('pg') as { readonly Pool: new (options: object) => PgPool };
  return new Pool({ connectionString: address, max: 10, connectionTimeoutMillis: 5_000 });
};

describe.skipIf(missing !== undefined)(`PostgreSQL (${missing ?? 'responds'})`, () => {
  beforeAll(() => {
    pool = newPool();
  });
  afterAll(async () => {
    for (let index = 1; index <= schemas; index++)
      await pool.query({ text: `drop schema if exists ${prefix}_${index} cascade` });
    await pool.end();
  });
  const newSchema = (): string => `${prefix}_${++schemas}`;

  testStores(
    'PostgreSQL',
    async () => {
      const schema = newSchema();
      const stores = postgresStores({ pool, schema });
      const others = postgresStores({ pool, schema });
      await stores.migrate();
      return { stores, others, transaction: (run, commits) => stores.transaction(run, commits) };
    },
    'with transactions',
  );

  describe('stores on PostgreSQL', () => {
    test('say that the tables are missing', async () => {
      const stores = postgresStores({ pool, schema: newSchema() });
      await expect(stores.prune()).rejects.toMatchObject({
        code: 'version',
        message: 'The tables of the stores do not exist; call migrate()',
      });
    });

    test('refuse tables of a later version', async () => {
      const schema = newSchema();
      await postgresStores({ pool, schema }).migrate();
      await pool.query({ text: `update ${schema}.version set version = 99` });
      const stores = postgresStores({ pool, schema });
      await expect(stores.migrate()).rejects.toMatchObject({ code: 'version' });
      await expect(stores.prune()).rejects.toMatchObject({ code: 'version' });
    });

    test('refuse tables of an earlier version until they are updated', async () => {
      const schema = newSchema();
      await postgresStores({ pool, schema }).migrate();
      await pool.query({ text: `update ${schema}.version set version = 1` });
      await pool.query({ text: `drop function ${schema}.revoke` });
      await pool.query({ text: `drop table ${schema}.revocation` });
      const stores = postgresStores({ pool, schema });
      await expect(stores.prune()).rejects.toMatchObject({
        code: 'version',
        message: expect.stringMatching(/have version 1 instead of \d+; call migrate\(\)$/),
      });
      await stores.migrate();
      await stores.revocations.publish('ada');
      expect(await stores.health()).toMatchObject({ ok: true });
    });

    test('keep no single-use value beyond its expiry and a minute', async () => {
      const stores = postgresStores({ pool, schema: newSchema() });
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

    test.each([
      ['a server that does not respond', 'postgres://postgres@127.0.0.1:1/test', 'unreachable'],
      ['a database that does not exist', 'postgres://postgres@127.0.0.1/nowhere', 'unreachable'],
      ['a user that does not exist', 'postgres://nobody-at-all@127.0.0.1/test', 'credentials'],
    ])('report %s', async (_, address, code) => {
      const own = newPool(address);
      const health = await postgresStores({ pool: own }).health();
      expect(health).toMatchObject({ ok: false, error: { name: 'StoreError', code } });
      await own.end();
    });

    test('report a connection that ends within a transaction, and use another one', async () => {
      const schema = newSchema();
      const own = newPool();
      const stores = postgresStores({ pool: own, schema });
      await stores.migrate();
      const broken = stores.transaction(async (client) => {
        const { rows } = await client.query({ text: 'select pg_backend_pid() as pid' });
        const [{ pid }] = rows as [{ readonly pid: number }];
        await pool.query({ text: 'select pg_terminate_backend($1)', values: [pid] });
        // The connection reports its end before the next query.
        await stores.health();
        await client.query({ text: 'select 1' });
      });
      await expect(broken).rejects.toMatchObject({ code: 'unreachable' });
      expect(await stores.transaction(async () => 'done')).toBe('done');
      await own.end();
    });

    test.each(['A', 'a-b', '', 'a"b'])('reject the schema %j', (schema) => {
      expect(() => postgresStores({ pool, schema })).toThrow('"schema" must consist of');
    });
  });
});
