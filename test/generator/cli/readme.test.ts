import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

async function readmeOf(document: object): Promise<string> {
  const whole = { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, ...document };
  const host = memoryHost({ 'pets.json': JSON.stringify(whole) });
  await run(['generate', 'pets.json', '--out', 'out', '--package', 'pets'], host);
  return host.files().get('/out/README.md') ?? '';
}

const description = '';
const pet = {
  type: 'object',
  required: ['id', 'name', 'secret'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
  },
};
const content = { 'application/json': { schema: pet } };

test('README of a package: shows calls and responses with the properties of their direction', async () => {
  const post = { requestBody: { content }, responses: { 200: { description, content } } };
  const readme = await readmeOf({ paths: { '/pets': { post } } });
  expect(readme).toContain(".post({ name: 'text', secret: 'text' });");
  expect(readme).toContain("return respond.ok({ id: 1, name: 'text' });");
});

test('README of a package: shows a verifier for each kind of credential', async () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    token: { type: 'http', scheme: 'bearer' },
    login: { type: 'http', scheme: 'basic' },
    other: { type: 'http', scheme: 'hoba' },
    certificate: { type: 'mutualTLS' },
  };
  const paths = { '/pets': { get: { responses: { 204: { description } } } } };
  const readme = await readmeOf({ paths, components: { securitySchemes } });
  const verifiers = [...readme.matchAll(/^ {6}(\w+): (\w+)\((.*)\),$/gm)].map((match) =>
    [...match].slice(1),
  );
  expect(verifiers).toEqual([
    ['key', 'apiKeyVerifier', "{ keys: process.env['KEY_CREDENTIAL'] ?? [] }"],
    ['token', 'bearerVerifier', "{ tokens: process.env['TOKEN_CREDENTIAL'] ?? [] }"],
    ['login', 'basicVerifier', "{ users: { ada: process.env['LOGIN_PASSWORD'] ?? [] } }"],
    ['other', 'apiKeyVerifier', "{ keys: process.env['OTHER_CREDENTIAL'] ?? [] }"],
  ]);
  expect(readme).toContain('peer?.certificate === undefined');
});

test('README of a package: shows no validators without named schemas', async () => {
  const get = { responses: { 204: { description } } };
  const readme = await readmeOf({ paths: { '/pets': { get } } });
  expect(readme).toContain('## Server');
  expect(readme).not.toContain('## Validators');
});

test('README of a package: shows neither a client nor a server without operations', async () => {
  const readme = await readmeOf({ paths: {} });
  expect(readme).not.toMatch(/## (?:Client|Server|Operations)/);
  expect(readme).toContain('## Subpaths');
});

test('README of a package: shows exact integers as bigint', async () => {
  const id = { type: 'integer', format: 'int64' };
  const schema = {
    type: 'object',
    required: ['id', 'parents'],
    properties: {
      id: { allOf: [id], examples: [7] },
      parents: { type: 'array', items: id, default: [1, -2] },
    },
  };
  const body = { 'application/json': { schema } };
  const put = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
    requestBody: { required: true, content: body },
    responses: { 200: { description, content: body } },
  };
  const readme = await readmeOf({ 'x-int64': 'bigint', paths: { '/pets/{id}': { put } } });
  expect(readme).toContain('(1n, { id: 7n, parents: [1n, -2n] });');
  expect(readme).toContain('return respond.ok({ id: 7n, parents: [1n, -2n] });');
});

test.each([
  ['https://{host}:{port}/v1/', [], "'pets.example:8443'"],
  ['http://PETS.example:80', [], "'pets.example'"],
  ["https://it's.example/`*/", [], `"it's.example"`],
  ['/v1', ["'https://api.example.com'"], "'api.example.com'"],
  ['wss://pets.example', ["'https://api.example.com'"], "'api.example.com'"],
])(
  'README of a package: shows the base URL, if it is required, and the authority of %s',
  async (url, base, authority) => {
    const variables = { host: { default: 'pets.example' }, port: { default: '8443' } };
    const readme = await readmeOf({
      servers: [{ url, ...(url.includes('{') ? { variables } : {}) }],
      paths: { '/pets': { get: { responses: { 204: { description } } } } },
    });
    const bases = [...readme.matchAll(/baseUrl: (.*?),?$/gm)].map(([, text]) => text);
    expect([...new Set(bases)]).toEqual(base);
    expect(readme).toContain(`authorities: [${authority}],`);
  },
);

test('README of a package: lists everything that the server stores for an HMAC key', async () => {
  const headers = { 'X-Key': '{key}', 'X-Sign': '{signature}', 'X-Phrase': '{passphrase}' };
  const key = {
    type: 'apiKey',
    in: 'header',
    name: 'X-Key',
    'x-hmac': {
      credential: { name: 'kettleKey' },
      algorithm: 'sha256',
      secret: 'base64',
      encoding: 'hex',
      prehash: '{method}{target}{body}',
      headers,
      scopes: { boil: 'Heats.', "it's": 'Hostile.' },
    },
  };
  const get = { security: [{ key: ['boil'] }], responses: { 204: { description } } };
  const readme = await readmeOf({
    paths: { '/kettles': { get } },
    components: { securitySchemes: { key } },
  });
  expect(readme).toContain(
    `// { '<key id>': { secret: '…', passphrase: '…', scopes: ['boil', "it's"] } }\nconst shared = {};`,
  );
});

test('the README of a package with bodies in XML passes the parser to client and server', async () => {
  const xml = { 'application/xml': { schema: pet } };
  const post = { requestBody: { content: xml }, responses: { 200: { description, content: xml } } };
  const readme = await readmeOf({ paths: { '/pets': { post } } });
  expect(readme.match(/import \{ xml \} from '@tallystick\/runtime\/xml';/g)).toHaveLength(3);
  expect(readme.match(/^ +xml,$/gm)).toHaveLength(3);
  expect(readme).toContain('npm install @rgrove/parse-xml');
});

test('the README of a package with webhooks lists the modules of sender and receiver', async () => {
  const notify = { post: { requestBody: { content }, responses: { 204: { description } } } };
  const readme = await readmeOf({ openapi: '3.1.0', webhooks: { notify } });
  expect(readme).toContain("from 'pets/webhooks';");
  expect(readme).toContain('| `pets/webhooks` |');
  expect(readme).toContain('| `pets/webhook-receiver` |');
});

test('the README of a package gives the status of a response that covers several', async () => {
  const responses = { '2XX': { description, content } };
  const readme = await readmeOf({ paths: { '/pets': { get: { responses } } } });
  expect(readme).toContain("return respond.success(200, { id: 1, name: 'text' });");
});

test('the README of a package passes no body to a response that has headers only', async () => {
  const headers = { 'X-Left': { schema: { type: 'integer' } } };
  const responses = { 200: { description, headers } };
  const readme = await readmeOf({ paths: { '/pets': { get: { responses } } } });
  expect(readme).toContain('return respond.ok(undefined);');
});

test('the README of a package returns a list of items for a stream', async () => {
  const events = { 'text/event-stream': { schema: pet } };
  const responses = { 200: { description, content: events } };
  const readme = await readmeOf({ paths: { '/pets': { get: { responses } } } });
  expect(readme).toContain("return respond.ok([{ data: { id: 1, name: 'text' } }]);");
});

describe('the README of a package of a hostile description', () => {
  const hostile = [
    '```\n\n## Pwned\n\n<script>alert(1)</script>',
    '| a | `b` | <img src=x onerror=alert(1)>',
    '{{name}} {{#if name}} [x](javascript:alert(1)) </details> -->',
    "'); globalThis.pwned = 1; // ` ${1} \u202e\u2028",
  ];

  test.each(hostile)('has the structure of a harmless one: %j', async (text) => {
    expect(structureOf(await readmeOf(described(text)))).toEqual(
      structureOf(await readmeOf(described('harmless'))),
    );
  });

  /** Description with a text wherever a README shows the author's words. */
  function described(text: string): object {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', example: text } },
      description: text,
    };
    const body = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
    const post = {
      operationId: 'createPet',
      summary: text,
      description: text,
      requestBody: { required: true, content: body },
      responses: { 200: { description: text, content: body } },
    };
    return {
      info: { title: text, version: text, summary: text, description: text },
      paths: { '/pets': { post } },
      components: { schemas: { Pet: schema } },
      'x-limits': { maxPets: { value: 3, unit: text, description: text } },
      'x-changelog': [{ date: '2025-01-01', text }],
    };
  }

  /** Everything of a page but its words: headings, fences, tables, lists and tags. */
  function structureOf(readme: string): readonly string[] {
    const isFenced = /^```ts\n(?:.*\n)*?```$/gm;
    const programs = readme.match(isFenced) ?? [];
    const lines = readme.replace(isFenced, '').split('\n');
    return [
      `${programs.length} programs`,
      ...lines.filter((line) => /^(?:#|```)/.test(line)).filter((line) => !line.startsWith('# ')),
      ...lines
        .filter((line) => line.startsWith('|'))
        .map((line) => `${line.split(/(?<!\\)\|/).length} cells`),
      ...lines.flatMap((line) => line.match(/(?<!\\)<[a-z/!]/gi) ?? []),
      ...lines.flatMap((line) => line.match(/(?<!\\)\]\(/g) ?? []),
    ];
  }
});
