import { connect } from '@tallystick/runtime/http';
import { describe, expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const responses = {
  '200': { description: 'ok', content: { 'application/json': { schema: {} } } },
};
const taking = (schema: object, more: object = {}) => ({
  method: 'get',
  parameters: [{ name: 'filter', in: 'query', required: true, schema, ...more }],
  responses,
});
const form = { style: 'form', explode: true };
const joined = { style: 'form', explode: false };
const deep = { style: 'deepObject', explode: true };
const optional = { type: 'object', properties: { a: text, n: { type: 'integer' } } };
const map = { type: 'object', additionalProperties: text };
const lists = { type: 'object', required: ['tags'], properties: { tags: list } };
const nullable = { type: ['integer', 'null'] };

const mayBeEmpty = { allowEmptyValue: true };
const operations = {
  emptyForm: taking(optional, { ...form, ...mayBeEmpty }),
  emptyJoined: taking(optional, { ...joined, ...mayBeEmpty }),
  emptyDeep: taking(optional, { ...deep, ...mayBeEmpty }),
  emptyMap: taking(map, { ...form, ...mayBeEmpty }),
  emptyList: taking(list, { ...form, ...mayBeEmpty }),
  emptyDeepList: taking(list, { ...deep, ...mayBeEmpty }),
  emptyDeepLists: taking(lists, { ...deep, ...mayBeEmpty }),
  emptyNull: taking(nullable, { ...form, ...mayBeEmpty }),
  formLists: taking(lists, form),
  deepLists: taking(
    {
      type: 'object',
      properties: { tags: list, range: { type: 'object', properties: { from: text } } },
    },
    deep,
  ),
  brackets: taking(
    { type: 'object', properties: { 'a[b]': text, c: text } },
    { ...deep, required: false },
  ),
};

const generated = await generateTopic({
  name: 'empty-parameters',
  title: 'Empty parameters',
  operations,
});

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;
interface Input {
  readonly query: { readonly filter?: unknown };
}

const echo = ({ query }: Input, respond: Makers) => respond['ok']?.(query.filter);
const server = generated.createServer(
  Object.fromEntries(Object.keys(operations).map((name) => [name, echo])),
  { trustHost: true },
);
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});
const call = (operation: string, filter: unknown) =>
  generated.call(operation).result(client, { filter });

describe('a required parameter that may be empty', () => {
  test.each([
    ['emptyForm', {}],
    ['emptyForm', { a: 'x' }],
    ['emptyJoined', {}],
    ['emptyJoined', { n: 1 }],
    ['emptyDeep', {}],
    ['emptyDeep', { a: 'x' }],
    ['emptyMap', {}],
    ['emptyMap', { a: '' }],
    ['emptyList', []],
    ['emptyList', ['x']],
    ['emptyDeepList', []],
    ['emptyDeepList', ['x']],
    ['emptyDeepLists', { tags: [] }],
    ['emptyNull', null],
    ['emptyNull', 1],
  ])('is read as it was sent: %s %j', async (operation, value) => {
    expect((await call(operation, value)).value).toEqual(value);
  });

  test('is missing without its name', async () => {
    const response = await server({
      method: 'GET',
      scheme: 'https',
      authority,
      target: '/emptyForm',
      headers: [],
      body: undefined,
    });
    expect(response.status).toBe(400);
  });
});

const declarationOf = (operation: string): string => {
  const source = [...generated.files.values()].join('\n');
  const start = source.indexOf(`interface ${operation}Query `);
  return source.slice(start, source.indexOf('\n}', start)).replaceAll(/\s+/g, ' ');
};

test('requires an item of the only list in an exploded object, without which nothing is sent', () => {
  expect(declarationOf('FormLists')).toContain('tags: readonly [string, ...string[]]');
});

test('requires some list or member of an object in style deepObject', () => {
  const declaration = declarationOf('DeepLists');
  expect(declaration).toContain('tags: readonly [string, ...string[]]');
  expect(declaration).toContain('from: string');
});

test('excludes properties whose names style deepObject cannot represent', async () => {
  expect(declarationOf('Brackets')).not.toContain('a[b]');
  expect((await call('brackets', { c: 'x' })).value).toEqual({ c: 'x' });
  expect(await call('brackets', { 'a[b]': 'x' })).toMatchObject({ kind: 'invalid-request' });
});
