import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test.each([
  ['brokers', 'tea', '@acme/tea-events'],
  ['payload-languages', 'avro-tea', '@acme/avro-events'],
])(
  'the guide %s generates without diagnostics, and its program prints its comments',
  async (name, output, packageName) => {
    const page = readFileSync(`docs/guide/${name}.md`, 'utf8');
    const [, description = ''] = /^```yaml\n(asyncapi.*?)^```/ms.exec(page) ?? [];
    const [, command = ''] = /^npx tallystick (generate .*)$/m.exec(page) ?? [];
    const programs = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
    const folder = resolve(`.tallystick/guide-${name}`);

    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${output}.yaml`), description);
    const run = promisify(execFile);
    const generator = resolve('generator/bin/tallystick.js');
    const { stderr } = await run(process.execPath, [generator, ...command.split(' ')], {
      cwd: folder,
    });
    expect(stderr).toBe('');

    const program = programs.find((body) => body.includes('\n// ')) ?? '';
    const file = join(folder, 'program.mjs');
    await build({
      stdin: { contents: program, resolveDir: resolve('.'), loader: 'ts' },
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@tallystick/source'],
      external: ['avsc'],
      alias: { [packageName]: join(folder, output, 'src/index.ts') },
    });
    const { stdout } = await run(process.execPath, [file]);
    const written = program.split('\n').filter((line) => line.startsWith('// '));
    expect(written.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(written.map((line) => line.slice(3)));
  },
);
