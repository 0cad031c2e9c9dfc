import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../generator/config/config.js';
import { diskHost, memoryHost } from '../../../generator/index.js';
import { run } from '../cli/console.js';

const packages = [{ documents: ['api.yaml'], out: 'src/api' }];

/** Reads the config file of a host whose modules are these. */
async function read(load?: () => Promise<unknown>): Promise<readonly [unknown, readonly string[]]> {
  const host = { ...memoryHost({}, '/work'), ...(load !== undefined && { importModule: load }) };
  const { value, diagnostics } = await readConfig('/work/tallystick.config.ts', host);
  return [value, diagnostics.map(({ code, message }) => `${code}: ${message}`)];
}

describe('config module', () => {
  test('provides the config as its default export', async () => {
    expect(await read(async () => ({ default: { packages } }))).toEqual([{ packages }, []]);
  });

  test('is checked, with the path of the member in the message', async () => {
    const config = { packages: [{ ...packages[0], enums: 'list', plugins: [] }] };
    expect(await read(async () => ({ default: config }))).toEqual([
      undefined,
      [
        'config-member: packages[0].plugins: "plugins" is not a member of the config file here',
        'config-value: packages[0].enums: "enums" must be "union", "const" or "enum"',
      ],
    ]);
  });

  test.each<[string, (() => Promise<unknown>) | undefined, string]>([
    ['has no default export', async () => ({}), 'the module has no default export'],
    [
      'throws',
      async () => await Promise.reject(new Error('no database\nat line 3')),
      'the module cannot be loaded: no database',
    ],
    [
      'is TypeScript that Node cannot load',
      async () =>
        await Promise.reject(
          Object.assign(new Error('.ts'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' }),
        ),
      'this version of Node cannot load TypeScript',
    ],
    ['is read by a host that runs no code', undefined, 'this host cannot run code'],
  ])('is reported if it %s', async (_, load, message) => {
    expect(await read(load)).toEqual([undefined, [`config-module: ${message}`]]);
  });

  test.each(['tallystick.config.ts', 'tallystick.config.mjs'])(
    'is loaded from disk: %s',
    async (name) => {
      const folder = mkdtempSync(join(tmpdir(), 'tallystick-config-'));
      try {
        symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
        const type = name.endsWith('.ts') ? ': readonly object[]' : '';
        writeFileSync(
          join(folder, name),
          `const packages${type} = ${JSON.stringify(packages)};\nexport default { packages };\n`,
        );
        const { value, diagnostics } = await readConfig(join(folder, name), diskHost(folder));
        expect(diagnostics).toEqual([]);
        expect(value).toEqual({ packages });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('config files of the working directory', () => {
  test('are found by name', async () => {
    const config = JSON.stringify({ packages: [{ documents: ['missing.yaml'], out: 'out' }] });
    const { error } = await run(['generate'], memoryHost({ 'tallystick.json': config }));
    expect(error).toContain('missing.yaml');
  });

  test('are reported if there are several', async () => {
    const files = { 'tallystick.yaml': '', 'tallystick.json': '' };
    expect(await run(['generate'], memoryHost(files))).toMatchObject({
      code: 2,
      error: expect.stringContaining('choose one with --config') as string,
    });
  });
});
