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
      return { stores, others, transaction: (run) => stores.transaction(run) };
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

    test.each(['A', 'a-b', '', 'a"b'])('reject the schema %j', (schema) => {
      expect(() => postgresStores({ pool, schema })).toThrow('"schema" must consist of');
    });
  });
});
