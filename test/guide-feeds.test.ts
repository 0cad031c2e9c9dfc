import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

const page = readFileSync('docs/guide/feeds.md', 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
const kettles = blocks.find((body) => body.includes('export const kettles')) ?? '';
const programs = blocks.filter((body) => body !== kettles);
const teaMarket = resolve('test/cases/feeds/output/src');
const teahouse = resolve('test/cases/rooms/output/src');
const kitchen = resolve('test/cases/feed-events/output/src');
const folder = resolve('.tallystick/guide-feeds');
const weather = join(folder, 'weather/src');
const [, description = ''] = /^```yaml\n(.*?)^```/ms.exec(page) ?? [];
const [, command = ''] = /^```sh\nnpx tallystick (.*?)\n```/ms.exec(page) ?? [];

let diagnostics: string | undefined;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kettles.ts'), kettles);
  writeFileSync(join(folder, 'weather.yaml'), description);
  const generator = resolve('generator/bin/tallystick.js');
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [generator, ...command.split(' ')],
    { cwd: folder },
  );
  diagnostics = stderr;
});

test('the guide starts with a complete document without diagnostics', () => {
  expect(page.slice(page.indexOf('```'))).toMatch(/^```yaml\nasyncapi: 3\.0\.0\n/);
  expect(diagnostics).toBe('');
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
      external: ['ws'],
      conditions: ['@tallystick/source'],
      alias: {
        '@acme/kettles': join(folder, 'kettles.ts'),
        '@acme/tea-market/feed-checks': join(teaMarket, 'feed-checks.ts'),
        '@acme/tea-market/feed-server': join(teaMarket, 'feed-server.ts'),
        '@acme/tea-market/server': join(teaMarket, 'server.ts'),
        '@acme/tea-market': join(teaMarket, 'index.ts'),
        '@acme/weather/feed-checks': join(weather, 'feed-checks.ts'),
        '@acme/weather/feed-server': join(weather, 'feed-server.ts'),
        '@acme/weather': join(weather, 'index.ts'),
        '@acme/kitchen/feed-server': join(kitchen, 'feed-server.ts'),
        '@acme/kitchen': join(kitchen, 'index.ts'),
        '@acme/teahouse/feed-server': join(teahouse, 'feed-server.ts'),
        '@acme/teahouse': join(teahouse, 'index.ts'),
      },
    });
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    const written = body.split('\n').filter((line) => line.startsWith('// '));
    expect(written.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
  },
);
