import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type RedisClient, redisStores, type RedisTransaction } from '@tallystick/stores/redis';
import { afterAll, expect, test } from 'vitest';
import { loadDriver, missingServer, missingSqlite } from './drivers.js';

const programs = [...readFileSync('docs/guide/state.md', 'utf8').matchAll(/^```ts\n(.*?)^```/gms)]
  .map(([, body = '']) => body)
  .filter((body) => /stores\/(?:sqlite|postgres|redis)/.test(body));
/** Programs of the page on transactions that need a database. */
const transactions = [
  ...readFileSync('docs/guide/transactions.md', 'utf8').matchAll(/^```ts\n(.*?)^```/gms),
]
  .map(([, body = '']) => ({ body, driver: /from '(pg|better-sqlite3)'/.exec(body)?.[1] }))
  .filter(({ driver }) => driver !== undefined)
  .map((program, index) => ({ ...program, name: `transactions-${index + 1}` }));
const teaOrders = resolve('test/cases/stateful/output/src');
// Beside the drivers, so that the programs find them.
const folder = resolve('test/stores/node_modules/.guide');
const missing = await missingServer('pg', 5432);
const missingRedis = await missingServer('redis', 6379);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(of: string): Promise<string> {
  return bundleProgram(of, programs.find((body) => body.includes(`stores/${of}`)) ?? '');
}

async function bundleProgram(name: string, contents: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: resolve('.'), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
    external: ['better-sqlite3', 'pg', 'redis'],
    alias: { '@acme/tea-orders/server': join(teaOrders, 'server.ts') },
  });
  return outfile;
}

test('the page on transactions has programs with both databases', () => {
  expect(new Set(transactions.map(({ driver }) => driver))).toEqual(
    new Set(['pg', 'better-sqlite3']),
  );
});

test.for(transactions)(
  'the program $name of the guide with $driver prints its comments',
  async ({ name, driver, body }, context) => {
    const reason = driver === 'pg' ? missing : missingSqlite;
    if (reason !== undefined) return context.skip(reason);
    const file = await bundleProgram(name, body);
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { ...process.env, DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/test' },
    });
    const written = body.split('\n').filter((line) => line.startsWith('// '));
    expect(written.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
  },
);

test('the program of the guide with SQLite prints its comments', async (context) => {
  if (missingSqlite !== undefined) return context.skip(missingSqlite);
  const { stdout } = await promisify(execFile)(process.execPath, [await bundle('sqlite')]);
  expect(stdout).toBe('true\n');
});

test('the handler of the guide writes in the transaction on PostgreSQL', async (context) => {
  if (missing !== undefined) return context.skip(missing);
  const { createOrder } = (await import(/* @vite-ignore */ await bundle('postgres'))) as {
    createOrder(request: { body: { id: string }; transaction: unknown }): Promise<void>;
  };
  const { Client } = loadDriver('pg') as { readonly Client: new (address: string) => OwnClient };
  const client = new Client('postgres://postgres@127.0.0.1:5432/test');
  await client.connect();
  await client.query('create temporary table orders (id text)');
  await createOrder({ body: { id: 'o1' }, transaction: client });
  expect((await client.query('select id from orders')).rows).toEqual([{ id: 'o1' }]);
  await client.end();
});

test('the handler of the guide writes in the transaction on Redis', async (context) => {
  if (missingRedis !== undefined) return context.skip(missingRedis);
  const { sell } = (await import(/* @vite-ignore */ await bundle('redis'))) as {
    sell(tea: string, transaction: RedisTransaction): Promise<void>;
  };
  const { createClient } = loadDriver('redis') as { createClient(options: object): RedisClient };
  const client = createClient({ url: 'redis://127.0.0.1:6379' });
  await client.connect();
  const stores = redisStores({ client, prefix: `tallystick-guide-${process.pid}:` });
  await stores.migrate();
  const tea = `oolong-${process.pid}`;
  const selling = (): Promise<void> => stores.transaction((transaction) => sell(tea, transaction));
  await expect(selling()).rejects.toMatchObject({ code: 'conflict' });
  await client.sendCommand(['SET', `stock:${tea}`, '2']);
  await selling();
  expect(await client.sendCommand(['GETDEL', `stock:${tea}`])).toBe('1');
  await client.close();
});

interface OwnClient {
  connect(): Promise<void>;
  query(text: string): Promise<{ readonly rows: unknown[] }>;
  end(): Promise<void>;
}
