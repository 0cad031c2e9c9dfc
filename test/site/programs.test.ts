import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { run } from '../generator/cli/console.js';
import { type StartedMock, startMockOf } from '../generator/cli/mock-server.js';
import { blocksOf, linesOf, promisedBy } from '../page-blocks.js';
import { typeErrors } from '../types/compiler.js';

/** Below the project, so that the programs find the packages of the workspace. */
const root = resolve('.tallystick/start');

/** The address at which the pages say that a mock listens. */
const documentedMock = 'http://127.0.0.1:4010';

/** What a page for a framework begins with: the description, the commands and `server.ts` of this page. */
const beginning = blocksOf('docs/start/server.md').filter(
  ({ language, name }) => language === 'sh' || /^(?:pets\.yaml|server\.ts)$/.test(name),
);

const pages = ['start', 'frameworks', 'brokers'].flatMap((section) =>
  readdirSync(`docs/${section}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const blocks = blocksOf(`docs/${section}/${name}`);
      const all = section === 'frameworks' ? [...beginning, ...blocks] : blocks;
      return {
        name: `${section}/${name}`,
        folder: join(root, section, name.slice(0, -'.md'.length)),
        blocks,
        files: all.filter((block) => block.name !== ''),
        commands: linesOf(blocks),
        generations: linesOf(all).filter((line) => line.startsWith('npx tallystick generate ')),
      };
    }),
);
const programs = pages.flatMap(({ folder, name, files }) =>
  files
    // Those about brokers are run where there are brokers, in the stage of this name.
    .filter(
      ({ language, text }) =>
        !name.startsWith('brokers/') && language === 'ts' && promisedBy(text).length > 0,
    )
    .map((file) => ({ page: name, name: file.name, path: join(folder, file.name), file })),
);
const commands = pages.flatMap(({ name, folder, files, commands }) =>
  commands.map((line) => ({ page: name, folder, files, line })),
);
const mocks: StartedMock[] = [];

beforeAll(async () => {
  rmSync(root, { recursive: true, force: true });
  for (const { folder, files, generations } of pages) {
    mkdirSync(folder, { recursive: true });
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    for (const line of generations) await run(line.split(' ').slice(2), diskHost(folder));
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      isolatedDeclarations: false,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      paths: {
        '@nats-io/transport-node': ['../../test/nats-transport.d.ts'],
        '@nats-io/jetstream': ['../../runtime/broker/nats/jetstream-package.d.ts'],
      },
    },
    include: ['**/*.ts', '../../generator/printer/*.d.ts', '../../generator/patterns/*.d.ts'],
    exclude: [],
  };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
});
afterAll(async () => {
  for (const mock of mocks) await mock.stop();
});

describe('pages for new users', () => {
  test('name every document and every program', () => {
    const nameless = pages.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ language, name }) => /^(?:yaml|ts|js)$/.test(language) && name === '')
        .map(({ text }) => `${name}: ${text.slice(0, 60)}`),
    );
    expect(nameless).toEqual([]);
    expect(pages.length).toBeGreaterThan(3);
  });

  test('have programs that compile with the strictest options', async () => {
    expect(await typeErrors(root)).toEqual([]);
  });

  test.each(commands)('$page has a command that works: $line', async ({ folder, files, line }) => {
    const [tool, ...words] = line.split(' ');
    const isMock = words[1] === 'mock';
    if (tool === 'npx' && words[0] === 'tallystick' && !isMock)
      expect(await run(words.slice(1), diskHost(folder))).toMatchObject({ code: 0, error: '' });
    else if (tool === 'npm' && words[0] === 'install') expect(installable).toContain(words.at(-1));
    else if (tool === 'docker') expect(words.slice(0, 3)).toEqual(['run', '--rm', '-p']);
    else expect(files.map(({ name }) => name)).toContain(words.at(-1));
  });

  test.each(programs)('$page has a program that prints its comments: $name', async (program) => {
    const { path, file, page } = program;
    if (file.text.includes(documentedMock)) {
      const { files } = pages.find(({ name }) => name === page) ?? { files: [] };
      const document = files.find(({ language }) => language === 'yaml');
      const mock = await startMockOf({ 'api.yaml': document?.text ?? '' });
      mocks.push(mock);
      writeFileSync(path, file.text.replaceAll(documentedMock, mock.address));
    }
    const printed: string[] = [];
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((...values) => void printed.push(values.join(' ')));
    try {
      await import(/* @vite-ignore */ pathToFileURL(path).href);
    } finally {
      log.mockRestore();
    }
    expect(printed).toEqual(promisedBy(file.text));
  });
});

/** Packages that the pages may install: those of this repository, and what its tests use. */
const installable = [
  ...['generator', 'runtime', 'stores'].map(
    (part) => (JSON.parse(readFileSync(`${part}/package.json`, 'utf8')) as { name: string }).name,
  ),
  ...Object.keys(
    (
      JSON.parse(readFileSync('package.json', 'utf8')) as {
        readonly devDependencies: Readonly<Record<string, string>>;
      }
    ).devDependencies,
  ),
];
