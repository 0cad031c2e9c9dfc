import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const output = resolve('test/cases/msw/output/src');

/** Programs of the guide; that for a browser prints nothing. */
const programs = [
  ...readFileSync('docs/guide/msw.md', 'utf8').matchAll(/^```ts\n(.*?)^```/gms),
].flatMap(([, body = ''], index) =>
  body.includes('msw/browser') ? [] : [{ name: `${index + 1}`, body }],
);

test.each(programs)('the program $name of the guide prints its comments', async (program) => {
  const folder = resolve('.tallystick/guide-msw', program.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'program.mjs');
  await build({
    stdin: { contents: program.body, resolveDir: resolve('.'), loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@tallystick/source'],
    external: ['msw', 'msw/node'],
    alias: {
      '@acme/pet-shop/msw': join(output, 'msw.ts'),
      '@acme/pet-shop': join(output, 'index.ts'),
    },
  });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  const printed = program.body.split('\n').filter((line) => line.startsWith('// '));
  expect(printed.length).toBeGreaterThan(0);
  expect(stdout.trimEnd().split('\n')).toEqual(printed.map((line) => line.slice(3)));
});
