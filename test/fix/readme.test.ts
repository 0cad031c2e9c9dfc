import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { run } from '../generator/cli/console.js';
import { guide } from '../generator/fix/messages.js';
import { sharedPath } from '../shared.js';
import { typeErrors } from '../types/compiler.js';

/** Below the project, so that what is generated finds the runtime of the workspace. */
const folder = resolve('.tallystick/fix-readme');
const dictionaries = sharedPath('suites', 'fix-dictionaries');
const fix50 = ['NewOrderSingle,ExecutionReport', '--transport', `${dictionaries}/FIXT11.xml`];

/** Packages of FIX: descriptions that were written, and dictionaries that were imported. */
const packages: readonly {
  readonly name: string;
  readonly document?: string;
  readonly dictionary?: readonly string[];
  readonly answer: string;
}[] = [
  { name: 'guide', document: 'guide.yaml', answer: 'ExecutionReport' },
  ...[
    { name: 'fix-4.2', answer: 'ExecutionReport' },
    { name: 'fix-5.0sp2', answer: 'ExecutionReport' },
    { name: 'fix-5.0sp2-market-data', answer: 'MarketDataSnapshotFullRefresh' },
  ].map(({ name, answer }) => ({
    name,
    document: resolve(`spec/exchange/${name}.asyncapi.yaml`),
    answer,
  })),
  ...(dictionaries === undefined
    ? []
    : [
        {
          name: 'imported-4.2',
          dictionary: [`${dictionaries}/FIX42.xml`],
          answer: 'ExecutionReport',
        },
        {
          name: 'imported-5.0',
          dictionary: [`${dictionaries}/FIX50SP2.xml`, '--messages', ...fix50],
          answer: 'ExecutionReport',
        },
      ]),
];

describe('README of a FIX package', () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'guide.yaml'), guide);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const host = diskHost(folder);
    for (const { name, document = `${name}.yaml`, dictionary } of packages) {
      if (dictionary !== undefined)
        await run(['import', 'fix', ...dictionary, '--out', document], host);
      const { error } = await run(
        ['generate', document, '--out', name, '--package', `@acme/${name}`],
        host,
      );
      if (error !== '') throw new Error(error);
      for (const [index, program] of programsOf(name).entries())
        writeFileSync(join(folder, `${name}.${index}.ts`), program);
    }
    const paths = Object.fromEntries(
      packages.map(({ name }) => [`@acme/${name}`, [`./${name}/src/index.ts`]]),
    );
    const compilerOptions = { isolatedDeclarations: false, declaration: false, paths };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions,
        include: ['*.ts', '../../generator/emit/*.d.ts', '../../generator/patterns/*.d.ts'],
        exclude: [],
      }),
    );
  });

  test('has programs that compile', async () => {
    expect(await typeErrors(join(folder, 'tsconfig.json'))).toEqual([]);
  });

  test.each(packages)(
    'has programs that send a request and receive its reply: $name',
    async ({ name, answer }) => {
      const file = join(folder, `${name}.mjs`);
      await build({
        entryPoints: [join(folder, `${name}.0.ts`)],
        outfile: file,
        bundle: true,
        format: 'esm',
        platform: 'node',
        conditions: ['@tallystick/source'],
        alias: { [`@acme/${name}`]: join(folder, name, 'src/index.ts') },
      });
      const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
      expect(stdout).toContain(`type: '${answer}'`);
    },
  );

  test.each(packages)('shows sockets and a store folder: $name', ({ name }) => {
    const [, sockets = ''] = programsOf(name);
    expect(sockets).toContain('await serveFix(acceptor.accept, { port: 9876');
    expect(sockets).toContain("store: fixStoreFolder('sessions')");
  });
});

/** The programs of a package's README. */
function programsOf(name: string): readonly string[] {
  const text = readFileSync(join(folder, name, 'README.md'), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, program = '']) => program);
}
