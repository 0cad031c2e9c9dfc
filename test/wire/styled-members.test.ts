import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority, documentOf } from './suite/document.js';
import { generateFrom } from './suite/generated.js';

const list = { type: 'array', items: { type: 'string' } };
const text = { type: 'string' };
const inner = {
  type: 'object',
  properties: { a: list, n: { type: 'integer' }, o: { type: 'object', properties: { x: text } } },
};
const responses = {
  '200': { description: 'ok', content: { 'application/json': { schema: {} } } },
};
const form = (schema: object, encoding: object = {}) => ({
  method: 'post',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', properties: { m: schema } },
        encoding,
      },
    },
  },
  responses,
});
const mayBeNull = { type: ['array', 'null'], items: text };
const listOrNull = (mediaType: string) => ({
  method: 'post',
  requestBody: {
    required: true,
    content: {
      [mediaType]: {
        schema: { type: 'object', required: ['m'], properties: { m: mayBeNull, t: text } },
      },
    },
  },
  responses,
});
const whole = (content: object) => ({
  method: 'get',
  parameters: [
    { name: 'q', in: 'querystring', content: { 'application/x-www-form-urlencoded': content } },
  ],
  responses,
});

const operations = {
  exploded: form(inner, { m: { style: 'form' } }),
  joined: form(inner, { m: { style: 'form', explode: false } }),
  unspelt: form({ type: 'array', items: inner }, { m: { style: 'form' } }),
  lists: form({ type: 'array', items: { type: ['array', 'integer'], items: text } }),
  nullParts: listOrNull('multipart/form-data'),
  nullPairs: listOrNull('application/x-www-form-urlencoded'),
  listQuery: whole({ schema: list }),
  eitherQuery: whole({ schema: { oneOf: [list, inner] } }),
  openQuery: whole({}),
};
const document = documentOf({ title: 'Members that a style spells', operations });
const generated = await generateFrom(
  'styled-members',
  { 'openapi.json': JSON.stringify(document) },
  {},
);

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;
interface Request {
  readonly body?: object;
  readonly query?: object;
}

const echo = ({ body, query }: Request, respond: Makers) => respond['ok']?.(body ?? query);
const server = generated.createServer(
  Object.fromEntries(Object.keys(operations).map((name) => [name, echo])),
  { trustHost: true },
);
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

test.each([
  ['exploded', { m: { a: ['x', 'y'], n: 3 } }],
  ['joined', { m: { n: 3 } }],
  ['unspelt', { m: [{ a: ['x'] }, { n: 1 }] }],
  ['lists', { m: [['x'], 5, []] }],
  ['nullParts', { m: [], t: 'x' }],
  ['nullParts', { m: ['a'], t: 'x' }],
  ['nullPairs', { m: [], t: 'x' }],
  ['nullPairs', { m: null, t: 'x' }],
  ['eitherQuery', { q: { n: 5, a: ['x', 'y'], o: { x: 'z' } } }],
  ['openQuery', { q: { a: '5' } }],
])('%s: reads %j as it was sent', async (operation, value) => {
  expect((await generated.call(operation).result(client, value)).value).toEqual(value);
});

test.each([
  ['exploded', 'm', '{ readonly a?: readonly string[]; readonly n?: number }'],
  ['joined', 'm', '{ readonly n?: number }'],
  ['listQuery', 'q', 'never'],
  ['openQuery', 'q', '{ readonly [name: string]: string }'],
])('%s: the type contains values that can be encoded', (operation, member, type) => {
  const source = [...generated.files].find(([, each]) => each.includes(`${operation}Descriptor:`));
  expect(source?.[1]).toContain(`readonly ${member}?: ${type}`);
});

test('omits null from the type of a list with parts', () => {
  const source = [...generated.files].find(([, each]) => each.includes('nullPartsDescriptor:'));
  expect(source?.[1]).toContain('body: { readonly m: readonly string[]; readonly t?: string }');
});
