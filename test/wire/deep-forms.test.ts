import { connect } from '@tallystick/runtime/http';
import { expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';

const nest = (levels: number): object =>
  levels === 0
    ? { type: 'object', properties: { count: { type: 'integer' }, on: { type: 'boolean' } } }
    : { type: 'object', properties: { inner: nest(levels - 1) } };

const generated = await generateTopic({
  name: 'deep-forms',
  title: 'Deep forms',
  operations: {
    keep: {
      method: 'post',
      parameters: [
        {
          name: 'filter',
          in: 'query',
          style: 'deepObject',
          schema: { $ref: '#/components/schemas/Filter' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: { deep: nest(6), filter: { $ref: '#/components/schemas/Filter' } },
            },
            encoding: {
              deep: { style: 'deepObject', explode: true },
              filter: { style: 'deepObject', explode: true },
            },
          },
        },
      },
      responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
    },
  },
  components: {
    schemas: {
      Filter: {
        type: 'object',
        properties: {
          least: { type: 'integer' },
          not: { $ref: '#/components/schemas/Filter' },
          'any-of': { type: 'array', items: { $ref: '#/components/schemas/Filter' } },
        },
      },
    },
  },
});

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

const server = generated.createServer(
  {
    keep: ({ body, query }: { readonly body: object; readonly query: object }, respond: Makers) =>
      respond['ok']?.({ body, query }),
  },
  { trustHost: true },
);
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

/** A filter nested to the given depth. */
function filterOf(levels: number): object {
  if (levels === 0) return { least: 7 };
  return levels % 2 === 0 ? { not: filterOf(levels - 1) } : { 'any-of': [filterOf(levels - 1)] };
}

test('decodes nested texts of forms by their schema at any depth', async () => {
  let deep: object = { count: 12, on: true };
  for (let level = 0; level < 6; level += 1) deep = { inner: deep };
  const body = { deep, filter: filterOf(20) };
  const query = { filter: filterOf(11) };
  expect(await generated.call('keep').result(client, body, { query })).toMatchObject({
    value: { body, query },
  });
});

test('prints the type of a recursive schema as one constant', () => {
  const text = [...generated.files].map(([, each]) => each).join('\n');
  expect(text.match(/^const wireType\w*: WireType/gm)).toHaveLength(1);
});
