import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { memoryHost } from '../../../generator/host/memory.js';
import { run, type Outcome } from '../cli/console.js';

/** Runs `tallystick migrate` on files. Returns what it printed, and the files that it wrote as data. */
async function migrate(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<
  Outcome & {
    readonly config: { readonly packages: readonly Record<string, unknown>[] };
    readonly overlay: { readonly actions: readonly object[] };
    readonly host: ReturnType<typeof memoryHost>;
  }
> {
  const host = memoryHost(files);
  const outcome = await run(['migrate', ...args], host);
  const at = (path: string): never => parse(host.files().get(path) ?? '{}') as never;
  return {
    ...outcome,
    config: at('/tallystick.yaml'),
    overlay: at('/tallystick.overlay.yaml'),
    host,
  };
}

const agents = `
openapi: 3.1.0
info: { title: Agents, version: 1.0.0 }
paths:
  /v1/agents:
    get:
      tags: [default]
      operationId: list_agents_v1_agents_get
      parameters: [{ name: after, in: query, schema: { type: string } }]
      responses:
        '200':
          description: A page.
          content:
            application/json:
              schema:
                type: object
                required: [data]
                properties:
                  data: { type: array, items: { $ref: '#/components/schemas/AgentOut' } }
                  last: { type: string }
    post:
      operationId: create_agent_v1_agents_post
      responses: { '204': { description: Created. } }
  /v1/agents/{id}/messages:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: send_v1
      responses: { '204': { description: Sent. } }
components:
  schemas:
    AgentOut: { type: object, required: [id], properties: { id: { type: string } } }
`;

test('a config of hey-api keeps its input, output, filters, enums and dates, and plug-ins become emitters', async () => {
  const { code, error, config } = await migrate({
    'openapi-ts.config.ts': `
      import { defineConfig } from '@hey-api/openapi-ts';
      const dates = { name: '@hey-api/transformers', dates: true, bigInt: true } as const;
      export default defineConfig({
        input: './api.yaml',
        output: { path: './src/client', format: 'prettier', importFileExtension: '.js' },
        parser: { filters: { tags: { include: ['pets'] }, operations: { exclude: ['GET /admin'] }, deprecated: false } },
        plugins: [
          '@hey-api/client-fetch', { name: '@hey-api/typescript', enums: 'javascript' },
          dates, 'zod', '@tanstack/vue-query',
        ],
      });`,
  });
  expect([code, error]).toEqual([0, '']);
  expect(config.packages).toEqual([
    {
      documents: ['api.yaml'],
      out: 'src/client',
      emitters: ['client', 'validators', 'zod', 'query'],
      enums: 'const',
      dates: 'Date',
      int64: 'bigint',
      importExtensions: 'js',
      select: { tags: ['pets'], excludePaths: ['/admin'], deprecated: false },
    },
  ]);
});

test('what has no counterpart, or is computed, is listed with its position', async () => {
  const { code, error } = await migrate({
    'openapi-ts.config.ts': [
      "export default { input: 'a.yaml', output: { path: 'src/a', header: '// mine' },",
      "  plugins: ['@hey-api/client-axios', { name: '@hey-api/sdk', validator: isOn() }] };",
    ].join('\n'),
  });
  expect(code).toBe(0);
  expect(error.match(/^\S+ warning: .*$/gmu)).toEqual([
    'openapi-ts.config.ts:1:60: warning: "output.header" has no counterpart and is left out [migrate-unknown]',
    'openapi-ts.config.ts:2:13: warning: there is no client for "@hey-api/client-axios" [migrate-unknown]',
    'openapi-ts.config.ts:2:62: warning: "plugins[1].validator" is computed by the program and is left out [migrate-computed]',
  ]);
});

test('each project of orval becomes a package in a folder of its own', async () => {
  const { code, config } = await migrate({
    'orval.config.js': `
      const path = require('path');
      module.exports = {
        shop: {
          input: { target: path.resolve(__dirname, 'spec', 'shop.yaml'), filters: { mode: 'exclude', tags: ['internal'] } },
          output: { target: './src/shop/api.ts', client: 'react-query', mock: true, override: { useDates: true, enumGenerationType: 'enum' } },
        },
        pets: { input: 'pets.yaml', output: { workspace: './src/pets', target: 'pets.ts', client: 'fetch' } },
      };`,
  });
  expect(code).toBe(0);
  expect(config.packages).toMatchObject([
    {
      documents: ['spec/shop.yaml'],
      out: 'src/shop/api',
      enums: 'enum',
      dates: 'Date',
      select: { excludeTags: ['internal'] },
    },
    { documents: ['pets.yaml'], out: 'src/pets/pets', emitters: ['client', 'validators'] },
  ]);
  expect(config.packages[0]?.['emitters']).toEqual(expect.arrayContaining(['query', 'fakes']));
});

test('a description that is computed is named with --document, and nothing is written without it', async () => {
  const files = {
    'orval.config.ts':
      'export default { a: { input: `${process.env.URL}/openapi`, output: "src/a.ts" } };',
    'a.yaml': agents,
  };
  const without = await migrate(files);
  expect(without.code).toBe(1);
  expect(without.error).toContain(
    'orval.config.ts:1:30: error: the description is not named here [migrate-source]',
  );
  expect([...without.host.files().keys()].sort()).toEqual(['/a.yaml', '/orval.config.ts']);
  const { config } = await migrate(files, '--document', 'a.yaml');
  expect(config.packages).toMatchObject([{ documents: ['a.yaml'], out: 'src/a' }]);
});

test('scripts and redocly.yaml of openapi-typescript keep the types that programs import', async () => {
  const script = await migrate({
    'package.json': JSON.stringify({
      scripts: { types: "openapi-typescript './api v1.yaml' -o ./src/api.d.ts --enum && tsc" },
    }),
  });
  expect(script.config.packages).toEqual([
    {
      documents: ['api v1.yaml'],
      out: 'src/api',
      emitters: ['types', 'validators'],
      paths: true,
      enums: 'enum',
    },
  ]);
  const redocly = await migrate({
    'redocly.yaml':
      'rules: {}\napis:\n  core@v2:\n    root: ./openapi.yaml\n    x-openapi-ts: { output: ./src/core.ts, defaultNonNullable: false }\n',
  });
  expect(redocly.config.packages).toMatchObject([{ documents: ['openapi.yaml'], out: 'src/core' }]);
  expect(redocly.error).toContain('"default-non-nullable" has no counterpart');
});

test('resources of Stainless become services with the same methods, and pages stay pages', async () => {
  const { code, error, config, overlay, host } = await migrate(
    {
      'stainless.yml': `
targets: { typescript: { package_name: '@acme/agents' } }
settings: { license: MIT }
openapi:
  transforms:
    - { command: remove, args: { target: "$.paths['/v1/agents'].get.summary" } }
pagination:
  - name: cursor_page
    type: cursor
    request: { after: { type: string, x-stainless-pagination-property: { purpose: next_cursor_param } } }
    response:
      data: { type: array, items: {} }
      last: { type: string, x-stainless-pagination-property: { purpose: next_cursor_field } }
resources:
  agents:
    models: { agent: AgentOut, ghost: Ghost }
    methods:
      list: { endpoint: get /v1/agents, paginated: true }
      spawn: post /v1/agents
      remove: delete /v1/agents
    subresources:
      messages: { methods: { send: 'post /v1/agents/{id}/messages' } }
`,
      'openapi.yaml': agents,
    },
    '--document',
    'openapi.yaml',
  );
  expect(code).toBe(0);
  expect(error.match(/warning: .*$/gmu)).toEqual([
    'warning: the description has no schema "Ghost" [migrate-unknown]',
    'warning: the description has no operation "delete /v1/agents" [migrate-unknown]',
    'warning: services are not nested: this one becomes "agentsMessages" [migrate-unknown]',
  ]);
  expect(config.packages).toMatchObject([
    {
      package: '@acme/agents',
      license: 'MIT',
      names: {
        operations: {
          'GET /v1/agents': 'listAgents',
          'POST /v1/agents': 'spawnAgent',
          'POST /v1/agents/{id}/messages': 'sendAgentMessage',
        },
        schemas: { AgentOut: 'Agent' },
      },
    },
  ]);
  expect(overlay.actions).toContainEqual({
    target: "$.paths['/v1/agents'].get",
    update: {
      'x-pagination': { request: { query: 'after' }, next: { body: '/last' }, items: '/data' },
    },
  });
  expect(await run(['generate'], host)).toMatchObject({ code: 0 });
  const readme = host.files().get('/generated/agents/README.md');
  for (const method of ['agents.list', 'agents.spawn', 'agentsMessages.send'])
    expect(readme).toContain(`| \`${method}\``);
  expect(readme).toContain('for await (const item of client.agents.list())');
});

test('groups of Fern become services, its overrides an overlay, and what it ignores is left out', async () => {
  const { code, config, host } = await migrate({
    'fern/generators.yml': `
api: { specs: [{ openapi: ../openapi.yaml, overrides: overrides.yml }] }
groups:
  go: { generators: [{ name: fernapi/fern-go-sdk, version: 1.0.0 }] }
  ts:
    generators:
      - { name: fernapi/fern-typescript-sdk, version: 1.0.0, output: { location: npm, package-name: '@acme/sdk' } }
`,
    'fern/overrides.yml': `
paths:
  /v1/agents:
    get:
      x-fern-sdk-group-name: agents
      x-fern-sdk-method-name: all
      x-fern-pagination: { cursor: $request.after, next_cursor: $response.last, results: $response.data }
    post: { x-fern-ignore: true }
`,
    'openapi.yaml': agents,
  });
  expect(code).toBe(0);
  expect(config.packages).toMatchObject([
    {
      documents: ['openapi.yaml'],
      package: '@acme/sdk',
      select: { excludeOperations: ['create_agent_v1_agents_post'] },
      names: { operations: { 'GET /v1/agents': 'allAgents' } },
    },
  ]);
  expect(await run(['generate'], host)).toMatchObject({ code: 0 });
  const readme = host.files().get('/generated/sdk/README.md');
  expect(readme).toContain('for await (const item of client.agents.all())');
  expect(readme).not.toContain('create');
});

test('a program in a config file is not run, however it is written', async () => {
  const { code, config } = await migrate({
    'openapi-ts.config.ts': `
      const self = { ...self, input: loop };
      const loop = loop;
      globalThis.wasRun = true;
      export default () => ({ ...self, ['out' + 'put']: 1, input: 'a.yaml', output: \`src/a\`, toString() { throw 1; } });`,
  });
  expect(code).toBe(0);
  expect(config.packages).toMatchObject([{ documents: ['a.yaml'], out: 'src/a' }]);
  expect(Reflect.get(globalThis, 'wasRun')).toBeUndefined();
});

test('a file that does not parse, exports nothing or is unknown, and files that exist, are reported in one sentence', async () => {
  const broken = await migrate({
    'openapi-ts.config.ts': 'export default {\n  input: "a.yaml,\n};',
  });
  expect(broken.code).toBe(1);
  expect(broken.error).toMatch(/^openapi-ts\.config\.ts:2:\d+: error: this file does not parse/u);
  const empty = await migrate({ 'orval.config.ts': 'export const config = {};' });
  expect(empty.error).toContain('no default export that can be read without running it');
  expect(await migrate({ 'setup.cfg': '' }, 'setup.cfg')).toMatchObject({ code: 2 });
  expect(await migrate({})).toMatchObject({
    code: 2,
    error: expect.stringContaining('this folder has no config file of another generator'),
  });
  const config = { 'orval.config.ts': "export default { a: { input: 'a', output: 'b.ts' } };" };
  expect(await migrate({ ...config, 'tallystick.yaml': 'packages: []' })).toMatchObject({
    code: 2,
    error: expect.stringContaining('"tallystick.yaml" already exists'),
  });
  const dry = await migrate(config, '--dry-run');
  expect(dry.out).toContain('out: b\n');
  expect([...dry.host.files().keys()]).toEqual(['/orval.config.ts']);
});
