import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';

const schema = {
  type: 'object',
  required: ['tags', 'labels', 'sizes', 'title'],
  properties: {
    tags: { type: 'array', items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    sizes: { type: 'object', additionalProperties: { type: 'integer' } },
    title: { type: 'string' },
    more: { type: 'array', items: { type: 'string' } },
  },
};
const encoding = { sizes: { style: 'deepObject', explode: true } };
const taking = (mediaType: string) => ({
  method: 'post',
  requestBody: { required: true, content: { [mediaType]: { schema, encoding } } },
  responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
});

const list = { type: 'array', items: { type: 'string' } };
const deep = {
  type: 'object',
  required: ['tags', 'sub', 'some'],
  properties: {
    tags: list,
    some: { ...list, minItems: 1 },
    n: { type: 'integer' },
    sub: { type: 'object', required: ['more'], properties: { more: list } },
  },
};
const nested = {
  type: 'object',
  required: ['d'],
  properties: {
    d: { allOf: [{ $ref: '#/components/schemas/Open' }] },
    e: deep,
    t: { type: 'string' },
  },
};
const spelt = { style: 'deepObject', explode: true };
const takingDeep = (mediaType: string) => ({
  ...taking(mediaType),
  requestBody: {
    required: true,
    content: { [mediaType]: { schema: nested, encoding: { d: spelt, e: spelt } } },
  },
});

const generated = await generateTopic({
  name: 'empty-members',
  title: 'Empty members of forms',
  operations: {
    plain: taking('application/x-www-form-urlencoded'),
    parts: taking('multipart/form-data'),
    deep: takingDeep('application/x-www-form-urlencoded'),
    deepParts: takingDeep('multipart/form-data'),
  },
  components: {
    schemas: { Open: { ...deep, required: ['tags', 'sub'] } },
  },
});

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

const echo = ({ body }: { readonly body: unknown }, respond: Makers) => respond['ok']?.(body);
const server = generated.createServer(
  { plain: echo, parts: echo, deep: echo, deepParts: echo },
  { trustHost: true },
);
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

test.each(['plain', 'parts'])(
  'accepts an empty required list and object in a form (%s)',
  async (operation) => {
    const body = { tags: [], labels: {}, sizes: {}, title: 'x' };
    const { value } = await generated.call(operation).result(client, body);
    expect(value).toEqual(body);
  },
);

test.each(['plain', 'parts'])(
  'rejects a form (%s) without a required string',
  async (operation) => {
    const body = { tags: [], labels: {}, sizes: {} };
    expect(await generated.call(operation).result(client, body)).toMatchObject({ status: 400 });
  },
);

test.each(['deep', 'deepParts'])(
  'accepts empty lists in style deepObject (%s)',
  async (operation) => {
    const e = { tags: [], some: ['a'], sub: { more: [] } };
    const body = { d: { tags: [], sub: { more: [] } }, e, t: 'x' };
    expect((await generated.call(operation).result(client, body)).value).toEqual(body);
  },
);

test('rejects an empty list in style deepObject that requires items', async () => {
  const body = { d: { tags: [], sub: { more: [] } }, e: { tags: ['a'], sub: { more: [] } } };
  expect(await generated.call('deep').result(client, body)).toMatchObject({ status: 400 });
});
