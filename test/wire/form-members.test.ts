import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';

const schema = {
  type: 'object',
  required: ['photo', 'note', 'title'],
  properties: {
    photo: { type: ['string', 'null'], format: 'binary' },
    note: { type: ['string', 'null'] },
    title: { type: 'string' },
    more: { type: ['string', 'null'] },
    plan: {
      anyOf: [
        { type: 'string' },
        { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
      ],
    },
  },
};
const form = (own: object = {}) => ({
  method: 'post',
  requestBody: { required: true, content: { 'multipart/form-data': { schema, ...own } } },
  responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
});

const generated = await generateTopic({
  name: 'form-members',
  title: 'Members of forms',
  operations: {
    upload: form(),
    plan: form(),
    stream: form({ 'x-stream-parts': true }),
    written: {
      ...form(),
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'string' } } },
      },
    },
  },
});

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

const echo = ({ body }: { readonly body: unknown }, respond: Makers) => respond['ok']?.(body);

const server = generated.createServer(
  {
    upload: echo,
    plan: echo,
    written: echo,
    stream: async ({ body }: { readonly body: AsyncIterable<object> }, respond: Makers) => {
      const names: string[] = [];
      for await (const part of body) names.push(String(Reflect.get(part, 'name')));
      return respond['ok']?.(names);
    },
  },
  { trustHost: true },
);
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

test('decodes a missing part as null if its property is required and nullable', async () => {
  const body = { photo: null, note: null, title: 'x', more: null };
  expect(await generated.call('upload').result(client, body)).toMatchObject({
    value: { photo: null, note: null, title: 'x' },
  });
  expect(await generated.call('stream').result(client, body)).toMatchObject({ value: ['title'] });
});

test('decodes a property that is text or an object as the original', async () => {
  for (const plan of ['auto', '12', '{', { kind: 'static' }])
    expect(
      await generated.call('plan').result(client, { plan, photo: null, note: null, title: 'x' }),
    ).toMatchObject({ value: { plan } });
});

test('sends a form with a string schema unchanged', async () => {
  expect(await generated.call('written').result(client, 'title=x&year=1')).toMatchObject({
    value: 'title=x&year=1',
  });
});

test('rejects a missing part that is not nullable', async () => {
  const body = { photo: null, note: null };
  for (const operation of ['upload', 'stream'])
    expect(await generated.call(operation).result(client, body)).toMatchObject({ status: 400 });
});
