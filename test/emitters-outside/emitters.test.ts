import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generate, memoryHost, type EmittersRequest, type Host } from 'tallystick';
import { defineEmitter, defineError, type Emitter } from 'tallystick/emitter';
import { sharedPath } from '../shared.js';
import httpCollection from './http-collection.js';
import operationPages from './operation-pages.js';

const petstore = {
  openapi: '3.1.0',
  info: { title: 'Petstore', version: '1.0.0' },
  servers: [{ url: 'https://{region}.example.com/v1', variables: { region: { default: 'eu' } } }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', examples: ['Rex'] } },
      },
    },
  },
  paths: {
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        summary: 'Find a pet',
        parameters: [
          { name: 'petId', in: 'path', required: true, schema: { type: 'string' }, example: 'a b' },
          {
            name: 'fields',
            in: 'query',
            required: true,
            schema: { type: 'string', default: 'all' },
          },
        ],
        responses: { 200: { description: 'A pet.', content: json('Pet') } },
      },
    },
    '/pets': {
      post: {
        operationId: 'addPet',
        requestBody: { required: true, content: json('Pet') },
        responses: { 201: { description: 'Added.' } },
      },
    },
  },
};

function json(name: string): object {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

/** A host with a description, and with modules that have these exports. */
function hostOf(
  description: string,
  modules: { readonly [name: string]: unknown } = {
    'http-collection.ts': { default: httpCollection },
    'operation-pages.ts': { default: operationPages },
  },
): Host {
  const sources = Object.keys(modules).map((name) => [
    `/work/${name}`,
    `export default '${name}';`,
  ]);
  return {
    ...memoryHost({ '/work/api.json': description, ...Object.fromEntries(sources) }, '/work'),
    importModule: async (path) => {
      const exports = modules[path.slice('/work/'.length)];
      if (exports instanceof Error) throw exports;
      return exports;
    },
  };
}

/** Generates a package, and returns its diagnostics and its files. */
async function output(
  host: Host,
  emitters: EmittersRequest,
): Promise<{ readonly codes: readonly string[]; file(path: string): string | undefined }> {
  const { diagnostics } = await generate(
    { documents: ['api.json'], out: 'out', package: '@acme/pets', emitters, lenient: true },
    host,
  );
  return {
    codes: diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code}: ${message}`),
    file: (path) => {
      const bytes = host.read(`/work/out/${path}`);
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

const outside = ['./http-collection.ts', './operation-pages.ts'];

describe('an HTTP collection', () => {
  test('has a request with path, query, credential and body for each operation', async () => {
    const { codes, file } = await output(hostOf(JSON.stringify(petstore)), outside);
    expect(codes).toEqual([]);
    expect(file('requests.http')).toBe(`@baseUrl = https://eu.example.com/v1
@key = secret

### Find a pet
GET {{baseUrl}}/pets/a%20b?fields=all
X-Key: {{key}}

### addPet
POST {{baseUrl}}/pets
X-Key: {{key}}
Content-Type: application/json

{
  "name": "Rex"
}
`);
  });

  test('has the name that its option states', async () => {
    const options = { file: 'http/all.http' };
    const host = hostOf(JSON.stringify(petstore));
    const { file } = await output(host, [{ name: './http-collection.ts', options }]);
    expect(file('http/all.http')).toContain('### Find a pet');
  });
});

describe('pages of operations', () => {
  test('show title, call, parameters and responses', async () => {
    const { file } = await output(hostOf(JSON.stringify(petstore)), outside);
    expect(file('docs/operations/getPet.md')).toBe(`# Find a pet

\`GET /pets/{petId}\`, called as \`getPet\`

## Parameters

| Name | In | Required | Description |
| --- | --- | --- | --- |
| \`petId\` | path | yes |  |
| \`fields\` | query | yes |  |

## Responses

| Status | Media types | Description |
| --- | --- | --- |
| 200 | \`application/json\` | A pet. |
`);
    expect(file('README.md')).toContain('- [addPet](docs/operations/addPet.md)');
  });
});

describe('emitters of other packages', () => {
  test('contain no hostile words of a description', async () => {
    const words =
      'x\n### DELETE /all\r\nDELETE https://evil.example\n| a | <script>alert(1)</script>';
    const hostile = structuredClone(petstore);
    Object.assign(hostile.paths['/pets/{petId}'].get, { summary: words, description: words });
    const { codes, file } = await output(hostOf(JSON.stringify(hostile)), outside);
    expect(codes).toEqual([]);
    expect(file('requests.http')?.match(/^(?:GET|POST|DELETE|###) ?.*$/gmu)).toHaveLength(4);
    const page = file('docs/operations/getPet.md') ?? '';
    expect(page).not.toContain('<script>');
    expect(page.match(/^#/gmu)).toHaveLength(3);
  });

  test('write the requests and pages of a large description', async () => {
    const path = sharedPath('corpus', 'openapi/spotify.com.json');
    if (path === undefined) return;
    const { codes, file } = await output(hostOf(readFileSync(path, 'utf8')), outside);
    expect(codes).toEqual([]);
    const requests = file('requests.http')?.match(/^### /gmu) ?? [];
    expect(requests.length).toBeGreaterThan(60);
    const pages = file('README.md')?.match(/\(docs\/operations\/\w+\.md\)/gu) ?? [];
    expect(pages).toHaveLength(requests.length);
  });

  test('are an input: the output is current until the module changes', async () => {
    const host = hostOf(JSON.stringify(petstore));
    const request = { documents: ['api.json'], out: 'out', emitters: ['./http-collection.ts'] };
    const current = async (): Promise<boolean | undefined> =>
      (await generate(request, host)).packages[0]?.current;
    expect(await current()).toBe(false);
    expect(await current()).toBe(true);
    host.write('/work/http-collection.ts', new TextEncoder().encode('// changed'));
    expect(await current()).toBe(false);
  });

  const base = { apiVersion: 1, name: 'own', plan: () => ({}), emit: () => [] } as const;
  const fileOf = (kind: 'text', path: string): Emitter => ({
    ...base,
    emit: () => [{ kind, path, text: '' }],
  });
  test.each<[string, unknown, string]>([
    [
      'throws when it plans',
      {
        ...base,
        plan: () => {
          throw new Error('no idea\nat stack');
        },
      },
      'emitter-failed: the emitter "own" fails: no idea',
    ],
    [
      'throws when it emits',
      {
        ...base,
        emit: () => {
          throw new Error('no idea');
        },
      },
      'emitter-failed: the emitter "own" fails: no idea',
    ],
    [
      'is written for another version',
      { ...base, apiVersion: 9 },
      'emitter-module: "./own.ts" is written for version 9 of the interface of emitters, not for version 1',
    ],
    ['is no emitter', { name: 'own' }, 'emitter-module: "./own.ts" does not export an emitter'],
    [
      'requires an emitter that is absent',
      { ...base, requires: ['mocks'] },
      'emitter-conflict: "own" requires the emitter "mocks", which is absent',
    ],
    [
      'has the name of another one',
      { ...base, name: 'client' },
      'emitter-conflict: two emitters are called "client"',
    ],
    [
      'writes outside the output',
      fileOf('text', '../x.md'),
      'emitter-failed: the emitter "own" emits "../x.md", which is outside the output',
    ],
    [
      'writes a file of another emitter',
      {
        ...base,
        emit: () => [
          { kind: 'text', path: 'a.md', text: '' },
          { kind: 'text', path: 'A.md', text: '' },
        ],
      },
      'emitter-failed: the emitter "own" emits "A.md", which another one emits',
    ],
    [
      'writes code as text',
      fileOf('text', 'src/own.ts'),
      'emitter-failed: the emitter "own" emits "src/own.ts" as text, but files of code consist of declarations',
    ],
  ])('are reported if one %s', async (_, emitter, message) => {
    const host = hostOf(JSON.stringify(petstore), { 'own.ts': { emitter } });
    expect((await output(host, ['types', './own.ts'])).codes).toEqual([message]);
  });

  test('are reported if the module cannot be loaded', async () => {
    const host = hostOf(JSON.stringify(petstore), {
      'own.ts': new Error('no database\nat line 3'),
    });
    expect((await output(host, ['./own.ts', './other.ts', 'clint'])).codes).toEqual([
      'emitter-module: "./own.ts" cannot be loaded: no database',
      'unknown-emitter: no file is called "./other.ts"',
      'unknown-emitter: "clint" is neither an emitter nor an installed package',
    ]);
  });

  test('report diagnostics that they define', async () => {
    const wrongTitle = defineError<{ default: { title: string } }>('acme-wrong-title', {
      default: ({ title }) => `"${title}" is not the title of an API`,
    });
    const strict = defineEmitter({
      apiVersion: 1,
      name: 'strict',
      plan({ plan: { api }, reporter }) {
        reporter.report(wrongTitle.default({ title: api.title }), api.origin);
        return {};
      },
      emit: () => [],
    });
    const host = hostOf(JSON.stringify(petstore), { 'own.ts': { default: strict } });
    const { codes } = await output(host, ['types', './own.ts']);
    expect(codes).toEqual(['acme-wrong-title: "Petstore" is not the title of an API']);
  });

  test('emit TypeScript with names of their own', async () => {
    const { code, createFileScope, exportedConstant, exportedIdentifier, literal, reExport } =
      await import('tallystick/emitter');
    const titles = defineEmitter({
      apiVersion: 1,
      name: 'titles',
      plan: ({ names }) => {
        const chosen = names.choose([{ key: 'title', candidates: ['getPet', 'title'] }]);
        return exportedIdentifier(chosen, 'title', 'titles.ts', 'value');
      },
      *emit(title, { plan }) {
        const scope = createFileScope(plan, title.from);
        yield scope.finish([
          exportedConstant(scope.name(title), code`string`, literal(plan.api.title)),
        ]);
      },
      packagePart: () => ({
        index: [reExport(code`./titles.js`)],
        subpaths: [{ name: 'titles', contents: code`the title` }],
      }),
    });
    const host = hostOf(JSON.stringify(petstore), { 'own.ts': { default: titles } });
    const { codes, file } = await output(host, ['client', './own.ts']);
    expect(codes).toEqual([]);
    expect(file('src/titles.ts')).toContain("export const title: string = 'Petstore';");
    expect(file('src/index.ts')).toContain("export * from './titles.js';");
    expect(file('package.json')).toContain('"./titles"');
    expect(file('README.md')).toContain('| `@acme/pets/titles` | the title |');
  });
});

test('the emitter of the guide writes its file', async () => {
  const page = readFileSync('docs/guide/emitters.md', 'utf8');
  const programs = page.split('```ts\n').map((each) => each.slice(0, each.indexOf('\n```')));
  const program = programs.find((each) => each.includes("name: 'title'")) ?? '';
  const folder = resolve('.tallystick/guide');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/title.ts`, program);
  const module: unknown = await import(pathToFileURL(`${folder}/title.ts`).href);
  const host = hostOf(JSON.stringify(petstore), { 'title.ts': module });
  const { codes, file } = await output(host, [{ name: './title.ts', options: { prefix: 'The ' } }]);
  expect(codes).toEqual([]);
  expect(file('src/title.ts')).toContain("export const title: string = 'The Petstore';");
});
