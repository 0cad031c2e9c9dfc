import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const outputOf = (name: string): string => resolve('test/cases', name, 'output/src');
const alias = {
  '@acme/kettle-streams/server': join(outputOf('streams'), 'server.ts'),
  '@acme/kettle-streams': join(outputOf('streams'), 'index.ts'),
  '@acme/shop': join(outputOf('enum-objects'), 'index.ts'),
};

/** Programs of pages about calls that show in comments what they print. */
const programs = ['calls', 'interceptors', 'logging', 'streams', 'tracing'].flatMap((page) =>
  [...readFileSync(`docs/guide/${page}.md`, 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].flatMap(
    ([, body = ''], index) => {
      const printed = body.split('\n').filter((line) => line.startsWith('// '));
      return printed.length === 0 ? [] : [{ name: `${page}-${index + 1}`, body, printed }];
    },
  ),
);

test.each(programs)('the program $name of the guide prints its comments', async (program) => {
  const folder = resolve('.tallystick/guide-calls', program.name);
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
    alias,
  });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  expect(stdout.trimEnd().split('\n')).toEqual(program.printed.map((line) => line.slice(3)));
});

test('every page about calls has such a program', () => {
  const pages = new Set(programs.map(({ name }) => name.replace(/-\d+$/, '')));
  expect([...pages]).toEqual(['calls', 'interceptors', 'logging', 'streams', 'tracing']);
});
