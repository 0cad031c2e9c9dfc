import type { PackageRequest } from '../../generator/pipeline/request.js';
import { named, times } from './shapes-that-grow.js';
import { formDocuments } from './forms-that-grow.js';
import { yamlDocuments } from './yaml-that-grows.js';

/** A document of which one part is `count` times as long as need be, and how its package is generated. */
export interface GrowingDocument {
  readonly document: (count: number) => object | string;
  readonly settings?: Partial<PackageRequest>;
}

const text = { type: 'string' };
const date = { type: 'string', format: 'date-time' };
const integer = { type: 'integer', format: 'int64' };
const dates = { dates: 'Date' } as const;
const bigints = { int64: 'bigint' } as const;
const zod = { zod: true };

const schemaOf = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ 'application/json': { schema } });
const done = { '204': { description: 'Done.' } };
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

function openApi(paths: object, schemas: object, more: object = {}): object {
  return {
    openapi: '3.2.0',
    info: { title: 'Growth', version: '1.0.0' },
    paths,
    components: { schemas, ...more },
  };
}

/** A document whose operation sends and receives `A0`. */
function described(schemas: object): object {
  const content = json(schemaOf('A0'));
  const responses = { '200': { description: 'A.', content } };
  return openApi(
    { '/a': { post: { operationId: 'a', requestBody: { content }, responses } } },
    schemas,
  );
}

/** The same of one schema. */
const one =
  (of: (count: number) => object) =>
  (count: number): object =>
    described({ A0: of(count) });

/** Schemas by number, of which the first is sent and taken. */
const many =
  (of: (index: number, count: number) => object) =>
  (count: number): object =>
    described(named(count, 'A', (index) => of(index, count)));

const members = (schema: object) => one((count) => object(named(count, 'p', () => schema)));
const tagged = (schema: object) =>
  one((count) => ({
    oneOf: times(count, (index) => object({ k: { const: `v${index}` }, x: schema }, ['k'])),
  }));
const ring = (schema: object) =>
  many((index, count) => object({ x: schema, next: schemaOf(`A${(index + 1) % count}`) }));

/** A base of three others, each of which is a base of three more. */
const tree = many((index) => ({
  ...object({ k: text, [`p${index}`]: text }, ['k']),
  ...(index > 0 && { allOf: [schemaOf(`A${Math.floor((index - 1) / 3)}`)] }),
  discriminator: { propertyName: 'k' },
}));

/** As many operations as this, of each path one. */
const operations =
  (of: (index: number, count: number) => object, more: (count: number) => object = () => ({})) =>
  (count: number): object =>
    openApi(
      named(count, '/r', (index) => ({
        post: { operationId: `o${index}`, responses: done, ...of(index, count) },
      })),
      {},
      more(count),
    );

/** One operation. */
const operation =
  (of: (count: number) => object) =>
  (count: number): object =>
    openApi({ '/a': { post: { operationId: 'a', responses: done, ...of(count) } } }, {});

const event = (index: number): object =>
  object({ event: { const: `e${index}` }, data: text }, ['event']);

/** Schemas that extend unions of more branches than TypeScript could multiply. */
const extensionsOfMany = (count: number): object =>
  described({
    ...named(10 * count, 'A', (index) => ({
      allOf: [schemaOf('Wide'), schemaOf('Other'), object({ [`own${index}`]: text })],
    })),
    Wide: {
      anyOf: times(4 * count, (index) =>
        object({ ...named(3, `p${index}_`, () => text), k: { const: index } }),
      ),
    },
    Other: { anyOf: times(30, (index) => object({ [`q${index}`]: text })) },
  });

/** Schemas and settings: what tables of dates, of integers and Zod schemas say of wide schemas. */
const schemas: Readonly<Record<string, GrowingDocument>> = {
  'properties with dates': { document: members(date), settings: dates },
  'items with dates': {
    document: one((count) => ({ type: 'array', prefixItems: times(count, () => date) })),
    settings: dates,
  },
  'schemas with dates': { document: ring(date), settings: dates },
  'branches with dates': { document: tagged(date), settings: dates },
  'branches with dates without a discriminator': {
    document: one((count) => ({ anyOf: times(count, (index) => object({ [`p${index}`]: date })) })),
    settings: dates,
  },
  'subschemas with dates': {
    document: one((count) => ({ allOf: times(count, (index) => object({ [`p${index}`]: date })) })),
    settings: dates,
  },
  'properties with bigint': { document: members(integer), settings: bigints },
  'schemas with bigint': { document: ring(integer), settings: bigints },
  'branches with bigint': { document: tagged(integer), settings: bigints },
  'properties in Zod': { document: members(text), settings: zod },
  'items in Zod': {
    document: one((count) => ({ type: 'array', prefixItems: times(count, () => text) })),
    settings: zod,
  },
  'subschemas in Zod': {
    document: one((count) => ({ allOf: times(count, (index) => object({ [`p${index}`]: text })) })),
    settings: zod,
  },
  'branches in Zod': { document: tagged(text), settings: zod },
  'schemas in Zod': { document: ring(text), settings: zod },
  'a base with many subtypes': {
    document: many((index) =>
      index === 0
        ? { ...object({ k: text }, ['k']), discriminator: { propertyName: 'k' } }
        : { allOf: [schemaOf('A0'), object({ [`p${index}`]: text })] },
    ),
  },
  'a base that all subtypes use': {
    document: many((index) =>
      index === 0
        ? { ...object({ k: text }, ['k']), discriminator: { propertyName: 'k' } }
        : {
            allOf: [
              schemaOf('A0'),
              object({
                [`p${index}`]: schemaOf('A0'),
                list: { type: 'array', items: schemaOf('A0') },
                maybe: { anyOf: [schemaOf('A0'), { type: 'null' }] },
              }),
            ],
          },
    ),
  },
  'nested bases': { document: tree },
  'subtypes of unions with many branches': { document: extensionsOfMany },
  'misspelt required names': {
    document: one((count) =>
      object(
        named(count, 'property', () => text),
        times(count, (index) => `propretyy${index}`),
      ),
    ),
  },
};

const http: Readonly<Record<string, GrowingDocument>> = {
  paths: { document: operations(() => ({})) },
  'paths without identifiers': {
    document: operations((index) => ({
      operationId: undefined,
      requestBody: { content: json(object({ [`p${index}`]: text })) },
    })),
  },
  'operations with different tags': {
    document: operations((index) => ({ tags: [`t${index}`] })),
  },
  'operations with shared parameters': {
    document: operations(
      (index, count) => ({
        parameters: times(4, (at) => ({
          $ref: `#/components/parameters/q${(index + at) % count}`,
        })),
      }),
      (count) => ({
        parameters: named(count, 'q', (index) => ({
          name: `q${index}`,
          in: 'query',
          schema: text,
        })),
      }),
    ),
  },
  parameters: {
    document: operation((count) => ({
      parameters: times(count, (index) => ({
        name: `q${index}`,
        in: ['query', 'header', 'cookie'][index % 3],
        schema: [text, { type: 'array', items: text }, { type: 'integer' }][index % 3],
      })),
    })),
  },
  'media types': {
    document: operation((count) => {
      const content = Object.fromEntries(
        times(count, (index) => [
          `application/vnd.a${index}+json`,
          { schema: object({ [`p${index}`]: text }) },
        ]),
      );
      return { requestBody: { content }, responses: { '200': { description: 'A.', content } } };
    }),
  },
  'parts of a form': {
    document: operation((count) => ({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: object(
              named(count, 'p', (index) =>
                index % 2 === 0 ? text : { ...text, format: 'binary' },
              ),
            ),
          },
        },
      },
    })),
  },
  events: {
    document: operation((count) => ({
      responses: {
        '200': {
          description: 'Events.',
          content: { 'text/event-stream': { itemSchema: { oneOf: times(count, event) } } },
        },
      },
    })),
  },
  streams: {
    document: operations((index) => ({
      responses: {
        '200': {
          description: 'Events.',
          content: {
            'text/event-stream': { itemSchema: event(index) },
            'application/jsonl': { itemSchema: object({ [`p${index}`]: text }) },
          },
        },
      },
    })),
  },
};

/** A document of AsyncAPI 3. */
const async =
  (of: (count: number) => object) =>
  (count: number): object => ({
    asyncapi: '3.0.0',
    info: { title: 'Growth', version: '1.0.0' },
    ...of(count),
  });

const message = (index: number): object => ({
  payload: object({ k: { const: `k${index}` }, v: text }, ['k']),
});
const channel = { channel: { $ref: '#/channels/c' } };
const receiving = { operations: { o: { action: 'receive', ...channel } } };

const messages: Readonly<Record<string, GrowingDocument>> = {
  channels: {
    document: async((count) => ({
      channels: named(count, 'c', (index) => ({
        address: `c/${index}`,
        messages: { m: message(index) },
      })),
      operations: named(count, 'o', (index) => ({
        action: index % 2 === 0 ? 'send' : 'receive',
        channel: { $ref: `#/channels/c${index}` },
      })),
    })),
  },
  messages: {
    document: async((count) => ({
      channels: { c: { address: 'c', messages: named(count, 'm', message) } },
      ...receiving,
    })),
  },
  'operations of one channel': {
    document: async((count) => ({
      channels: { c: { address: 'c', messages: named(3, 'm', message) } },
      operations: named(count, 'o', (index) => ({
        action: 'send',
        ...channel,
        messages: [{ $ref: `#/channels/c/messages/m${index % 3}` }],
      })),
    })),
  },
  'traits of a message': {
    document: async((count) => ({
      channels: {
        c: {
          address: 'c',
          messages: {
            m: {
              payload: object({ a: text }),
              traits: times(count, (index) => ({ headers: object({ [`h${index}`]: text }) })),
            },
          },
        },
      },
      ...receiving,
    })),
  },
  'channels of AsyncAPI 2': {
    document: (count) => ({
      asyncapi: '2.6.0',
      info: { title: 'Growth', version: '1.0.0' },
      channels: named(count, 'c/', (index) => ({
        subscribe: {
          operationId: `s${index}`,
          message: { oneOf: times(2, (at) => ({ name: `n${at}`, ...message(index + at) })) },
        },
      })),
    }),
  },
};

export const growingDocuments: Readonly<Record<string, GrowingDocument>> = {
  ...schemas,
  ...http,
  ...messages,
  ...formDocuments,
  ...yamlDocuments,
};
