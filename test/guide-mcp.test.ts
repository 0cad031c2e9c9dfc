import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const output = resolve('test/cases/mcp/output/src');
const programs = [...readFileSync('docs/guide/mcp.md', 'utf8').matchAll(/^```ts\n(.*?)^```/gms)]
  .map(([, body = '']) => body)
  .filter((body) => body.includes('console.log'));

test.each(programs)('a program of the guide prints its comments: %#', async (body) => {
  const folder = resolve('.tallystick/guide-mcp');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'program.mjs');
  await build({
    stdin: { contents: body, resolveDir: resolve('.'), loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@tallystick/source'],
    external: ['@modelcontextprotocol/*'],
    alias: {
      '@acme/tea/mcp': join(output, 'mcp.ts'),
      '@acme/tea/server': join(output, 'server.ts'),
      '@acme/tea': join(output, 'index.ts'),
    },
  });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  const printed = body.split('\n').filter((line) => line.startsWith('// '));
  expect(stdout.trimEnd().split('\n')).toEqual(printed.map((line) => line.slice(3)));
});
