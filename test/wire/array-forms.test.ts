import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority, documentOf } from './suite/document.js';
import { generateFrom } from './suite/generated.js';

const list = { type: 'array', items: { type: 'string' } };
const taking = (content: Readonly<Record<string, unknown>>) => ({
  method: 'post',
  requestBody: { required: true, content },
  responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
});

const document = documentOf({
  title: 'Forms without names',
  operations: {
    text: taking({ 'application/x-www-form-urlencoded': { schema: list } }),
    bytes: taking({ 'multipart/form-data': { schema: list } }),
    json: taking({
      'multipart/form-data': { schema: list },
      'application/json': { schema: list },
    }),
  },
});
const generated = await generateFrom(
  'nameless-forms',
  { 'openapi.json': JSON.stringify(document) },
  {},
);

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

const echo = ({ body }: { readonly body: unknown }, respond: Makers): unknown =>
  respond['ok']?.(body);
const server = generated.createServer(
  {
    text: echo,
    json: echo,
    bytes: async ({ body }: { readonly body: AsyncIterable<Uint8Array> }, respond: Makers) => {
      let size = 0;
      for await (const piece of body) size += piece.length;
      return respond['ok']?.(size);
    },
  },
  { trustHost: true },
);
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

test('sends a form with an array schema unchanged', async () => {
  expect(await generated.call('text').result(client, 'a=1&a=2')).toMatchObject({
    value: 'a=1&a=2',
  });
  expect(await generated.call('bytes').result(client, new Uint8Array(7))).toMatchObject({
    value: 7,
  });
});

test('prefers a content type that supports arrays', async () => {
  expect(await generated.call('json').result(client, ['a', 'b'])).toMatchObject({
    value: ['a', 'b'],
  });
});
