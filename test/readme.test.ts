import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { Host } from '../generator/core/host.js';
import { diskHost } from '../generator/host/disk.js';
import { memoryHost } from '../generator/host/memory.js';
import { run } from './generator/cli/console.js';
import { guide, order } from './generator/fix/messages.js';
import { blocksOf, linesOf, promisedBy } from './page-blocks.js';

/** Below the project, so that the examples find the packages of the workspace. */
const folder = resolve('.tallystick/readme');
const blocks = blocksOf('README.md');
const commands = linesOf(blocks);

describe('README.md', () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const { name, text } of blocks) if (name !== '') writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { isolatedDeclarations: false },
      include: ['*.ts', 'src', '../../generator/printer/*.d.ts', '../../generator/patterns/*.d.ts'],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const first = commands.find((line) => line.startsWith('npx tallystick ')) ?? '';
    await run(first.split(' ').slice(2), diskHost(folder));
  });

  test('contains commands, documents and programs', () => {
    expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['sh', 'yaml', 'ts']));
    expect(blocks.filter(({ language, name }) => language !== 'sh' && name === '')).toEqual([]);
  });

  test.each(commands.filter((line) => line.startsWith('npx tallystick ')))(
    'has a command that works: %s',
    async (line) => {
      expect(await run(line.split(' ').slice(2), diskHost(folder))).toMatchObject({
        code: 0,
        error: '',
      });
    },
  );

  test.each(commands.filter((line) => line.startsWith('npm install ')))(
    'installs a published package: %s',
    (line) => {
      const published = ['generator', 'runtime'].map((part) => {
        const { name }: { readonly name: string } = JSON.parse(
          readFileSync(join(part, 'package.json'), 'utf8'),
        );
        return name;
      });
      expect(published).toContain(line.split(' ').at(-1));
    },
  );

  test.each(commands.filter((line) => !/^(npx tallystick|npm install) /.test(line)))(
    'has a command of this repository: %s',
    (line) => {
      const { scripts }: { readonly scripts: object } = JSON.parse(
        readFileSync('package.json', 'utf8'),
      );
      const [npm, command, script] = line.split(' ');
      expect(npm).toBe('npm');
      if (command === 'ci') expect(existsSync('package-lock.json')).toBe(true);
      else expect(Object.keys(scripts)).toContain(command === 'run' ? script : command);
    },
  );

  test('has programs that compile with the strictest options', () => {
    const compiler = resolve('node_modules/typescript-7/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  test.each(
    blocks.filter(({ language }) => language === 'ts').map(({ name, text }) => ({ name, text })),
  )('has a program that prints its comments: $name', async ({ name, text }) => {
    const printed: string[] = [];
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((...values) => void printed.push(values.join(' ')));
    try {
      await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href);
    } finally {
      log.mockRestore();
    }
    expect(printed).toEqual(promisedBy(text));
  });

  test('has links to existing files', () => {
    const links = [...readFileSync('README.md', 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, path = '']) => path,
    );
    expect(links.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('docs/guide/cli.md', () => {
  const document = blocks.find(({ name }) => name === 'pets.yaml')?.text ?? '';
  const json = JSON.stringify(parse(document));
  const host = (isNew: boolean): Host => {
    const config =
      blocksOf('docs/guide/cli.md').find(({ language }) => language === 'yaml')?.text ?? '';
    const files = {
      ...(isNew ? { 'openapi.yaml': document } : { 'tallystick.yaml': config }),
      'petstore.yaml': document,
      'spec/petstore.yaml': document,
      'spec/orders.yaml': document,
      'rest.yaml': document,
      'src/client.ts': "import '@tallystick/runtime/socket';",
      'test/client.test.ts': "import '../src/client.js';",
      'feed.yaml': 'asyncapi: 3.1.0\ninfo: { title: Feed, version: 1.0.0 }\n',
    };
    return {
      ...memoryHost({ ...files, ...fixFiles() }, '/work'),
      get: async () => ({ ok: true, status: 200, bytes: new TextEncoder().encode(json) }),
    };
  };

  test.each(linesOf(blocksOf('docs/guide/cli.md')))(
    'has a command that works: %s',
    async (line) => {
      const there = host(line.includes(' init'));
      if (line === 'tallystick check') await run(['generate'], there);
      // A shell would fill the pipe, and take what comes out of it.
      const [, command = ''] = /(?:^|\| |npx |<\()tallystick (.*?)(?: > \S+|\))?$/.exec(line) ?? [];
      const piped = command.startsWith('generate') ? document : order;
      const outcome = await run(command.split(' '), there, { input: [piped] });
      expect(outcome).toMatchObject({ code: 0, error: '' });
    },
  );
});

/** Files that the FIX commands read: a description, dictionaries, a log and an order. */
function fixFiles(): { readonly [path: string]: string } {
  const names = { 34: 'MsgSeqNum', 49: 'SenderCompID', 52: 'SendingTime', 56: 'TargetCompID' };
  const body = {
    11: 'ClOrdID',
    38: 'OrderQty',
    40: 'OrdType',
    44: 'Price',
    54: 'Side',
    55: 'Symbol',
  };
  const members = (of: object): string =>
    Object.values(of)
      .map((name) => `<field name="${name}"/>`)
      .join('');
  const fields = Object.entries({ ...names, ...body })
    .map(([tag, name]) => `<field number="${tag}" name="${name}" type="STRING"/>`)
    .join('');
  const dictionary = (version: string): string => `<fix ${version}>
    <header>${members(names)}</header>
    <messages>
      <message name="NewOrderSingle" msgtype="D" msgcat="app">${members(body)}</message>
      <message name="ExecutionReport" msgtype="8" msgcat="app"/>
      <message name="OrderCancelReject" msgtype="9" msgcat="app"/>
    </messages>
    <fields>${fields}</fields>
  </fix>`;
  const fieldsOf = {
    MsgSeqNum: 1,
    SenderCompID: 'A',
    SendingTime: '20250128-18:00:00.000',
    TargetCompID: 'B',
  };
  return {
    'fix.asyncapi.yaml': guide,
    'FIX42.xml': dictionary('type="FIX" major="4" minor="2"'),
    'FIX50SP2.xml': dictionary('type="FIX" major="5" minor="0" servicepack="2"'),
    'FIXT11.xml': '<fix type="FIXT" major="1" minor="1"/>',
    'session.log': order,
    'order.json': JSON.stringify({
      message: 'TestRequest',
      fields: { ...fieldsOf, TestReqID: 'x' },
    }),
  };
}
