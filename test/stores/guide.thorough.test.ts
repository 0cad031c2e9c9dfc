import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { loadDriver, missingServer, missingSqlite } from './drivers.js';

const programs = [...readFileSync('docs/guide/state.md', 'utf8').matchAll(/^```ts\n(.*?)^```/gms)]
  .map(([, body = '']) => body)
  .filter((body) => /stores\/(?:sqlite|postgres|redis)/.test(body));
// Beside the drivers, so that the programs find them.
const folder = resolve('test/stores/node_modules/.guide');
const missing = await missingServer('pg', 5432);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(of: string): Promise<string> {
  const contents = programs.find((body) => body.includes(`stores/${of}`)) ?? '';
  const outfile = join(folder, `${of}.mjs`);
  await build({
    stdin: { contents, resolveDir: resolve('.'), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
    external: ['better-sqlite3', 'pg', 'redis'],
  });
  return outfile;
}

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

interface OwnClient {
  connect(): Promise<void>;
  query(text: string): Promise<{ readonly rows: unknown[] }>;
  end(): Promise<void>;
}
