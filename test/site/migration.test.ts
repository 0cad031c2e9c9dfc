import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { run } from '../generator/cli/console.js';
import { type Block, blocksOf, linesOf } from '../page-blocks.js';
import { typeErrors } from '../types/compiler.js';

/** Below the project, so that the programs find the packages of the workspace. */
const root = resolve('.tallystick/migration');

/** The description that the config files of the pages name. */
const document = `
openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{name}:
    get:
      operationId: getPet
      tags: [Pets]
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: The pet.
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string } } }
`;

const pages = readdirSync('docs/from').map((name) => ({
  name,
  folder: join(root, name.slice(0, -'.md'.length)),
  blocks: blocksOf(`docs/from/${name}`),
}));

beforeAll(() => rmSync(root, { recursive: true, force: true }));

describe('pages for users of other generators', () => {
  test.each(pages)('show what migrate writes: $name', async ({ folder, blocks }) => {
    mkdirSync(folder, { recursive: true });
    const host = diskHost(folder);
    writeFileSync(join(folder, 'openapi.yaml'), document);
    const { config, shown, programs } = partsOf(blocks);
    for (const { name, text } of config) writeFileSync(join(folder, name), text);
    for (const line of linesOf(blocks))
      expect(await run(line.split(' ').slice(2), host)).toMatchObject({ code: 0, error: '' });
    const written = new TextDecoder().decode(host.read(join(folder, 'tallystick.yaml')));
    expect(written.replace(/^#.*\n/, '')).toBe(shown?.text.replace(/^#.*\n/, ''));
    for (const { name, text } of programs) writeFileSync(join(folder, name), text);
  });

  test('have programs that compile', async () => {
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { isolatedDeclarations: false, skipLibCheck: true },
      include: ['**/*.ts', '../../generator/printer/*.d.ts', '../../generator/patterns/*.d.ts'],
      // These import the other generators, which are not installed.
      exclude: ['**/*.config.ts'],
    };
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
    expect(await typeErrors(root)).toEqual([]);
  });
});

/** The config file of the other generator, the one that is written, and the programs that use the output. */
function partsOf(blocks: readonly Block[]): {
  readonly config: readonly Block[];
  readonly shown: Block | undefined;
  readonly programs: readonly Block[];
} {
  const json = blocks.filter(({ language }) => language === 'json');
  const named = blocks.filter(({ name }) => name !== '');
  return {
    config: [
      ...json.map((block) => ({ ...block, name: 'package.json' })),
      ...named.filter(({ name }) => /\.config\.ts$|^stainless\.yml$/.test(name)),
    ],
    shown: named.find(({ name }) => name === 'tallystick.yaml'),
    programs: named.filter(({ name }) => /^\w+\.ts$/.test(name)),
  };
}
