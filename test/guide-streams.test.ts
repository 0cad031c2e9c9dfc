import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const page = readFileSync('docs/guide/streams.md', 'utf8');
const programs = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
const output = resolve('test/cases/streams/output/src');

test('the program of the guide prints its comments', async () => {
  const folder = resolve('.tallystick/guide-streams');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [body = ''] = programs;
  expect(programs).toHaveLength(1);
  const file = join(folder, 'program.mjs');
  await build({
    stdin: { contents: body, resolveDir: resolve('.'), loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
    alias: {
      '@acme/kettle-streams/server': join(output, 'server.ts'),
      '@acme/kettle-streams': join(output, 'index.ts'),
    },
  });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  const written = body.split('\n').filter((line) => line.startsWith('// '));
  expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
});
