import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskHost } from '../generator/host/disk.js';
import { run } from './generator/cli/console.js';
import { typeErrors } from './types/compiler.js';

/** Below the project, so that what is generated finds the runtime of the workspace. */
const folder = resolve('.tallystick/new-user');

/** A user's package with the strictest compiler flags. */
function makePackage(name: string): string {
  const home = join(folder, name);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, 'src'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "name": "mine", "type": "module" }');
  for (const [resolution, module] of Object.entries({ NodeNext: 'NodeNext', Bundler: 'ESNext' })) {
    const config = {
      extends: '../../../tsconfig.json',
      compilerOptions: { module, moduleResolution: resolution },
      include: ['src', '../../../generator/printer/*.d.ts', '../../../generator/patterns/*.d.ts'],
      exclude: [],
    };
    writeFileSync(join(home, `tsconfig.${resolution}.json`), JSON.stringify(config));
  }
  return home;
}

describe('a changed enum value in the description', () => {
  const home = join(folder, 'enum');
  const generate = async (): Promise<string> =>
    (await run(['generate', 'spec/openapi.yaml', '--out', 'src/platform'], diskHost(home))).error;
  const handlers = [
    "import type { PlatformHandlers } from './platform/server.js';",
    '',
    "export const updateWebhook: PlatformHandlers['updateWebhook'] = ({ body }, respond) =>",
    "  respond.ok({ status: body.status ?? 'inactive' });",
    '',
    "export const createWebhook: PlatformHandlers['createWebhook'] = (_request, respond) =>",
    "  respond.ok({ status: 'active' });",
  ];

  beforeAll(() => {
    makePackage('enum');
    cpSync('spec/platform', join(home, 'spec'), { recursive: true });
    writeFileSync(join(home, 'src/handlers.ts'), handlers.join('\n'));
  });

  test('causes a compile error only in the handler that must change', async () => {
    const project = join(home, 'tsconfig.NodeNext.json');
    expect(await generate()).toBe('');
    expect(await typeErrors(project)).toEqual([]);

    for (const file of ['schemas/webhooks.yaml', 'paths/webhooks.yaml']) {
      const path = join(home, 'spec', file);
      const before = readFileSync(path, 'utf8');
      const after = before.replace(/\binactive\b/g, 'paused');
      expect(after).not.toBe(before);
      writeFileSync(path, after);
    }
    expect(await generate()).toBe('');
    expect(
      (await typeErrors(project)).map(({ file, line }) => `${file}: ${handlers[line - 1]?.trim()}`),
    ).toEqual(["handlers.ts: respond.ok({ status: body.status ?? 'inactive' });"]);
  });
});

const thing = { $ref: '#/components/schemas/Thing' };

/** Documents as people have them: nothing says more than it must. */
const documents: { readonly [name: string]: object } = {
  'no-paths': { paths: {} },
  'one-operation': { paths: { '/': { get: { responses: { 204: { description: '' } } } } } },
  'no-tags': {
    info: { title: 'No tags, no ids', version: 'v2' },
    servers: [{ url: 'https://{region}.example/v1', variables: { region: { default: 'eu' } } }],
    paths: {
      '/things': {
        get: { responses: { 200: answer({ type: 'array', items: thing }) } },
        post: {
          requestBody: { content: { 'application/json': { schema: thing } } },
          responses: {
            201: { ...answer(thing), headers: { Location: { schema: { type: 'string' } } } },
            default: answer({ type: 'object', properties: { message: { type: 'string' } } }),
          },
        },
      },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: answer(thing), '4XX': { description: '' } } },
        put: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { file: { format: 'binary' } } },
              },
            },
          },
          responses: { 200: { description: '', content: { 'text/plain': {} } } },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: 'object',
          nullable: true,
          required: ['id'],
          properties: {
            id: { type: 'integer', readOnly: true },
            'odd-name': { type: 'string', nullable: true },
            class: { enum: ['a', 'b c', ''] },
            children: { type: 'array', items: thing },
          },
          additionalProperties: { type: 'string' },
        },
      },
    },
  },
  'words-of-the-language': {
    info: { title: 'class', version: '1.0' },
    paths: {
      '/{class}/{new}': {
        get: {
          operationId: 'delete',
          tags: ['default'],
          parameters: [
            { name: 'class', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'new', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'filter[a]', in: 'query', schema: { type: 'string' } },
            { name: 'sid', in: 'cookie', schema: { type: 'string' } },
          ],
          responses: {
            200: answer({ $ref: '#/components/schemas/Promise' }),
            404: answer({ $ref: '#/components/schemas/Error' }),
          },
        },
      },
    },
    components: {
      schemas: {
        Promise: { type: 'object', properties: { then: { type: 'string' } } },
        Error: { type: 'object', properties: { message: { type: 'string' } } },
      },
    },
  },
  'from-swagger': {
    security: [{ key: [] }, {}],
    paths: {
      '/pets/': {
        get: {
          operationId: 'pets_GET',
          parameters: [
            {
              name: 'tags',
              in: 'query',
              explode: false,
              schema: { type: 'array', items: { type: 'string' } },
            },
          ],
          responses: {
            200: {
              description: '',
              content: {
                'application/json; charset=utf-8': {
                  schema: {
                    oneOf: [
                      { $ref: '#/components/schemas/Cat' },
                      { $ref: '#/components/schemas/Dog' },
                    ],
                    discriminator: { propertyName: 'petType' },
                  },
                },
              },
            },
          },
        },
      },
      '/pets': {
        get: {
          operationId: 'PetsGet',
          responses: { default: { description: '', content: { '*/*': {} } } },
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'query', name: 'api_key' },
        basic: { type: 'http', scheme: 'basic' },
      },
      schemas: {
        Pet: {
          type: 'object',
          required: ['petType'],
          properties: { petType: { type: 'string' } },
          discriminator: { propertyName: 'petType' },
        },
        Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object' }] },
        Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object' }] },
      },
    },
  },
};

describe('sources in a package of the user', () => {
  const home = join(folder, 'sources');
  const outcomes = new Map<string, string>();

  beforeAll(async () => {
    makePackage('sources');
    const host = diskHost(home);
    for (const [name, document] of Object.entries(documents)) {
      const whole = { openapi: '3.0.3', info: { title: name, version: '1' }, ...document };
      writeFileSync(join(home, `${name}.json`), JSON.stringify(whole));
      const { error } = await run(['generate', `${name}.json`, '--out', `src/${name}`], host);
      outcomes.set(name, error);
    }
  });

  test.each(Object.keys(documents))('are generated from a document with %s', (name) => {
    expect(outcomes.get(name)).toBe('');
  });

  test.each(['NodeNext', 'Bundler'])('compile with moduleResolution %s', async (resolution) => {
    expect(await typeErrors(join(home, `tsconfig.${resolution}.json`))).toEqual([]);
  });
});

describe('a new document in the config file', () => {
  let clone: string;
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'tallystick-clone-'));
    const tracked = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    for (const path of output('git', tracked, resolve('.')).split('\0').filter(Boolean))
      if (existsSync(path)) cpSync(path, join(clone, path));
    for (const path of ['node_modules', 'generator/node_modules'])
      if (existsSync(path)) symlinkSync(resolve(path), join(clone, path), 'junction');
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  test('adds a package to the lockfile, which npm ci requires', () => {
    const document = { openapi: '3.1.0', info: { title: 'New', version: '1.0.0' }, paths: {} };
    writeFileSync(join(clone, 'spec/new.json'), JSON.stringify(document));
    appendFileSync(
      join(clone, 'tallystick.yaml'),
      "\n  - { documents: [spec/new.json], out: generated/new, package: '@platform/new' }\n",
    );
    expect(output('npm', ['run', 'generate'], clone)).toContain('@platform/new in generated/new: ');
    const version = spawnSync(process.execPath, ['generator/bin/tallystick.js', '--version'], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect(version.stderr, 'of a run on this version of Node').toBe('');

    // Without the linked modules, so that npm cannot modify them.
    for (const path of ['node_modules', 'generator/node_modules'])
      rmSync(join(clone, path), { force: true });
    const install = ['ci', '--dry-run', '--offline', '--ignore-scripts'];
    expect(output('npm', install, clone)).toContain('add @platform/new 1.0.0');
    cpSync('package-lock.json', join(clone, 'package-lock.json'));
    expect(() => output('npm', install, clone)).toThrow('Missing: @platform/new');
  });
});

function answer(schema: object): object {
  return { description: '', content: { 'application/json': { schema } } };
}

/** Output of a command. Throws its error output if it fails. */
function output(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
