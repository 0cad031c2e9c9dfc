import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

const pages = ['transactions', 'pagination', 'refusals'];
/** Programs that need no database: those run in the stage of the stores. */
const programs = pages.flatMap((page) =>
  [...readFileSync(`docs/guide/${page}.md`, 'utf8').matchAll(/^```ts\n(.*?)^```/gms)]
    .map(([, body = ''], index) => ({ name: `${page}-${index + 1}`, body }))
    .filter(({ body }) => /^\/\/ /m.test(body) && !/from '(?:pg|better-sqlite3)'/.test(body)),
);
const folder = resolve('.tallystick/guide-stateful');
const teaOrders = resolve('test/cases/stateful/output/src');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

test.each(programs)(
  'the program $name of the guide prints its comments',
  async ({ name, body }) => {
    const file = join(folder, `${name}.mjs`);
    await build({
      stdin: { contents: body, resolveDir: resolve('.'), loader: 'ts' },
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@tallystick/source'],
      alias: {
        '@acme/tea-orders/server': join(teaOrders, 'server.ts'),
        '@acme/tea-orders': join(teaOrders, 'index.ts'),
      },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    const written = body.split('\n').filter((line) => line.startsWith('// '));
    expect(written.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
  },
);
