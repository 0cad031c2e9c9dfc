import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

const pages = ['webhooks', 'signatures', 'state'].map((name) =>
  readFileSync(`docs/guide/${name}.md`, 'utf8'),
);
const programs = pages
  .flatMap((page) => [...page.matchAll(/^```ts\n(.*?)^```/gms)])
  .map(([, body = '']) => body)
  .filter((body) => body.includes('console.log') && /^\/\/ /m.test(body))
  // Those with databases are in test/stores/guide.thorough.test.ts.
  .filter((body) => !/stores\/(?:sqlite|postgres|redis)/.test(body));
const folder = resolve('.tallystick/guide-webhooks');
const teaOrders = resolve('test/cases/stateful/output/src');
const kettles = resolve('test/cases/deliveries/output/src');
const parcels = resolve('test/cases/webhook-signatures/output/src');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

test.each(programs.map((body, index) => ({ name: `program ${index + 1}`, body })))(
  'the $name of the guide prints its comments',
  async ({ name, body }) => {
    const file = join(folder, `${name.replace(' ', '-')}.mjs`);
    await build({
      stdin: { contents: body, resolveDir: resolve('.'), loader: 'ts' },
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@tallystick/source'],
      alias: {
        '@acme/tea-orders/server': join(teaOrders, 'server.ts'),
        '@acme/kettles/webhooks': join(kettles, 'webhooks.ts'),
        '@acme/kettles/webhook-receiver': join(kettles, 'webhook-receiver.ts'),
        '@acme/parcels/webhooks': join(parcels, 'webhooks.ts'),
        '@acme/parcels/webhook-receiver': join(parcels, 'webhook-receiver.ts'),
      },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    const written = body.split('\n').filter((line) => line.startsWith('// '));
    expect(written.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
  },
);
