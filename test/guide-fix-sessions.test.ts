import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { makeCertificate } from './certificate.js';

const page = readFileSync('docs/guide/fix-sessions.md', 'utf8');
const programs = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
const folder = resolve('.tallystick/guide-fix-sessions');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { cert, key } = makeCertificate();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
});

test.each(programs.map((body, index) => ({ name: `program ${index + 1}`, body })))(
  'the $name of the guide prints its comments, and exits',
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
        '@acme/kettle-orders': resolve('test/cases/fix/output/src/index.ts'),
        '@acme/exchange-fix-4.2': resolve('generated/exchange-fix-4.2/src/index.ts'),
      },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: folder,
      timeout: 20_000,
    });
    const lines = body.trimEnd().split('\n');
    const written = lines.slice(lines.findLastIndex((line) => !line.startsWith('// ')) + 1);
    expect(written.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
  },
);
