import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const page = readFileSync('docs/sandbox/getting-started.md', 'utf8').replaceAll('\r\n', '\n');
const programs = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, body = '']) => body);

test('the page has programs', () => {
  expect(programs.length).toBeGreaterThan(0);
});

test.each(programs)('a program of the page runs to its end: %#', async (body) => {
  const folder = resolve('.tallystick/sandbox-page');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'program.mjs');
  await build({
    stdin: { contents: `${body}\nconsole.log('end');`, resolveDir: resolve('sandbox') },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['@tallystick/source'],
    external: ['better-sqlite3', 'pg', 'ws'],
  });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  expect(stdout).toBe('end\n');
});
