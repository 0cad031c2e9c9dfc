import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

const page = readFileSync('docs/guide/webhooks.md', 'utf8');
const programs = [...page.matchAll(/^```ts\n(.*?)^```/gms)]
  .map(([, body = '']) => body)
  .filter((body) => body.includes('console.log'));
const folder = resolve('.tallystick/guide-webhooks');
const output = resolve('test/cases/deliveries/output/src');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

test.each(programs.map((body, index) => ({ name: `program ${index + 1}`, body })))(
  'the $name of the guide says what is written below it',
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
        '@acme/kettles/webhooks': join(output, 'webhooks.ts'),
        '@acme/kettles/webhook-receiver': join(output, 'webhook-receiver.ts'),
      },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    const written = body.split('\n').filter((line) => line.startsWith('// '));
    expect(written.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
  },
);
