import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority, documentOf } from './suite/document.js';
import { generateFrom } from './suite/generated.js';

const text = { type: 'string' };
const pageable = { type: 'object', properties: { page: text, size: text } };
const responses = {
  '200': { description: 'ok', content: { 'application/json': { schema: {} } } },
};
const taking = (...parameters: readonly object[]) => ({ method: 'get', parameters, responses });
const page = { name: 'page', in: 'query', schema: text };

const document = documentOf({
  title: 'Shared names',
  operations: {
    exploded: taking(page, { name: 'pageable', in: 'query', schema: pageable }),
    objects: taking(
      { name: 'one', in: 'query', schema: pageable },
      { name: 'two', in: 'query', schema: pageable },
    ),
    deep: taking(
      { ...page, name: 'pageable[page]' },
      { name: 'pageable', in: 'query', style: 'deepObject', schema: pageable },
    ),
    dotted: {
      ...taking({
        name: 'v',
        in: 'path',
        required: true,
        style: 'label',
        schema: { type: 'array', items: text },
      }),
      path: '/dotted/{v}',
    },
  },
});
const generated = await generateFrom('shared', { 'openapi.json': JSON.stringify(document) }, {});
const client = connect(generated.description, {
  transport: generated.createServer(
    {
      exploded: echo,
      objects: echo,
      deep: echo,
      dotted: echo,
    },
    { trustHost: true },
  ),
  baseUrl: `https://${authority}`,
  retry: false,
});

function echo(
  { query }: { readonly query?: unknown },
  respond: Readonly<Record<string, (body: unknown) => unknown>>,
): unknown {
  return respond['ok']?.(query);
}

test.each([
  ['exploded', { page: '1', pageable: { page: '2' } }, '/query/pageable'],
  ['objects', { one: { size: '1' }, two: { size: '2' } }, '/query/two'],
  ['deep', { 'pageable[page]': '1', pageable: { page: '2' } }, '/query/pageable'],
])(
  'rejects two parameters of "%s" that would be sent under one name',
  async (name, query, pointer) => {
    const outcome = await generated.call(name).result(client, query);
    expect(outcome).toMatchObject({ kind: 'invalid-request' });
    expect(JSON.stringify(outcome)).toContain(pointer);
  },
);

test.each([
  ['exploded', { page: '1', pageable: { size: '2' } }],
  ['objects', { one: { size: '1' }, two: { page: '2' } }],
])('sends parameters of "%s" that have different names', async (name, query) => {
  expect(await generated.call(name).result(client, query)).toMatchObject({ status: 200 });
});

test('names the path parameter that creates a dot segment', async () => {
  const outcome = await generated.call('dotted').result(client, ['.']);
  expect(JSON.stringify(outcome)).toContain('/path/v');
});
