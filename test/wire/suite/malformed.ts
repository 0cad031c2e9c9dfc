import type { OperationSource, WireCase } from './case.js';
import type { DocumentSource } from './document.js';
import { readFaults } from './faults.js';

const { kinds, brokenJson, strangeTypes, unacceptable, malformedAccept } = readFaults();
const entries = Object.entries(kinds);
const body = (schema: object): object => ({
  required: true,
  content: { 'application/json': { schema } },
});
const member = (schema: object): object => ({
  type: 'object',
  required: ['value'],
  properties: { value: schema },
});

/** Where a value stands in a JSON body, with its text around it and its place. */
const places: Readonly<
  Record<string, { schema(of: object): object; text(of: string): string; at: string }>
> = {
  whole: { schema: (of) => of, text: (of) => of, at: 'body' },
  member: { schema: member, text: (of) => `{"value":${of}}`, at: 'body/value' },
  item: {
    schema: (items) => member({ type: 'array', items }),
    text: (of) => `{"value":[${of}]}`,
    at: 'body/value/0',
  },
  entry: {
    schema: (additionalProperties) => ({ type: 'object', additionalProperties }),
    text: (of) => `{"a/b":${of}}`,
    at: 'body/a~1b',
  },
};

/** Where a value stands as text. */
const spots = ['path', 'query', 'header', 'cookie', 'form'] as const;

/** What is asked for wrongly: an operation for each kind of value in each place. */
const operations: Record<string, OperationSource> = {
  accept: {
    responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
  },
  typed: { method: 'post', requestBody: body(member({ type: ['integer', 'string'] })) },
  optional: { method: 'post', requestBody: { ...body(member({})), required: false } },
};
for (const [kind, { schema, rightText }] of entries) {
  for (const [place, { schema: around }] of Object.entries(places))
    operations[`${kind}As${place}`] = { method: 'post', requestBody: body(around(schema)) };
  if (rightText === undefined) continue;
  for (const location of spots) {
    operations[`${kind}In${location}`] =
      location === 'form'
        ? {
            method: 'post',
            requestBody: {
              content: { 'application/x-www-form-urlencoded': { schema: member(schema) } },
            },
          }
        : {
            path: location === 'path' ? `/${kind}In${location}/{value}` : `/${kind}In${location}`,
            parameters: [{ name: 'value', in: location, required: location === 'path', schema }],
          };
  }
}

const json = { 'Content-Type': 'application/json' };

function posted(operation: string, text: string, status: number, at: readonly string[]): WireCase {
  return {
    name: `${operation} of ${text}`,
    operation,
    request: { line: `POST /${operation}`, headers: json, body: text },
    fault: { status, at },
  };
}

function spelt(
  operation: string,
  location: (typeof spots)[number],
  text: string,
): WireCase['request'] {
  switch (location) {
    case 'path':
      return `GET /${operation}/${text}`;
    case 'query':
      return `GET /${operation}?value=${text}`;
    case 'header':
      return { line: `GET /${operation}`, headers: { value: decodeURIComponent(text) } };
    case 'cookie':
      return { line: `GET /${operation}`, headers: { Cookie: `value=${text}` } };
    case 'form':
      return {
        line: `POST /${operation}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `value=${text}`,
      };
  }
}

/** Header lines can not hold white space at their ends, nor line breaks or what is beyond Latin-1. */
const fits = (location: string, text: string): boolean =>
  !(location === 'path' && text === '') &&
  !(location === 'header' && (/^(?:%20)|(?:%20|%0A)$/.test(text) || /%F0/.test(text)));

const inBodies = entries.flatMap(([kind, { wrong, within = {} }]) =>
  Object.entries(places).flatMap(([place, { text, at }]) =>
    wrong.map((each) => posted(`${kind}As${place}`, text(each), 400, [at + (within[each] ?? '')])),
  ),
);
const inParameters = entries.flatMap(([kind, { wrongText = [] }]) =>
  spots.flatMap((location) =>
    wrongText
      .filter((text) => fits(location, text))
      .map((text): WireCase => {
        const operation = `${kind}In${location}`;
        const at = location === 'form' ? 'body/value' : `${location}/value`;
        const request = spelt(operation, location, text) ?? '';
        return {
          name: `${operation} of "${text}"`,
          operation,
          request,
          fault: { status: 400, at: [at] },
        };
      }),
  ),
);
const right = entries.flatMap(([kind, { right: text, rightText }]): readonly WireCase[] => [
  ...Object.entries(places).map(([place, { text: around }]) => ({
    name: `${kind}As${place}`,
    operation: `${kind}As${place}`,
    request: { line: `POST /${kind}As${place}`, headers: json, body: around(text) },
    received: { body: JSON.parse(around(text)) as unknown },
  })),
  ...spots.flatMap((location): readonly WireCase[] => {
    if (rightText === undefined) return [];
    const operation = `${kind}In${location}`;
    const value = readText(rightText);
    const group = {
      form: 'body',
      header: 'headers',
      cookie: 'cookies',
      path: 'path',
      query: 'query',
    }[location];
    const request = spelt(operation, location, rightText) ?? '';
    return [{ name: operation, operation, request, received: { [group]: { value } } }];
  }),
]);

function readText(text: string): unknown {
  return /^(?:true|-?\d+(?:\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
}

const broken = brokenJson.map((text) => posted('typed', text, 400, ['body']));
const types = strangeTypes.map((type): WireCase => ({
  name: `Content-Type "${type}"`,
  operation: 'typed',
  request: { line: 'POST /typed', headers: { 'Content-Type': type }, body: '{"value":1}' },
  fault: { status: 415, at: ['header/Content-Type'] },
  ...(/^[^\s/,"\\]+\/[^\s/,"\\]+(?:$|;)/.test(type)
    ? {}
    : { except: { fastify: 'it refuses what is no media type itself, 415 in its own words' } }),
}));
const coded = ['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x'].map((coding): WireCase => ({
  name: `Content-Encoding "${coding}"`,
  operation: 'typed',
  request: {
    line: 'POST /typed',
    headers: { ...json, 'Content-Encoding': coding },
    body: '{"value":1}',
  },
  fault: { status: 415, at: ['header/Content-Encoding'] },
}));
const untyped: readonly WireCase[] = ['typed', 'optional'].map((operation) => ({
  name: `no Content-Type for ${operation}`,
  operation,
  request: { line: `POST /${operation}`, body: '{"value":1}' },
  fault: { status: 415, at: ['header/Content-Type'] },
}));
const twice: WireCase = {
  name: 'Content-Type twice',
  operation: 'typed',
  request: {
    line: 'POST /typed',
    headers: [
      ['Content-Type', 'application/json'],
      ['content-type', 'application/json'],
    ],
    body: '{"value":1}',
  },
  fault: { status: 415, at: ['header/Content-Type'] },
};
const accepts = [
  ...unacceptable.map((text) => [406, text] as const),
  ...malformedAccept.map((text) => [400, text] as const),
].map(([status, Accept]): WireCase => ({
  name: `Accept "${Accept}"`,
  operation: 'accept',
  request: { line: 'GET /accept', headers: { Accept } },
  fault: { status, at: ['header/Accept'] },
}));
const notUtf8 = [
  '7b2276616c7565223a22ff227d',
  '7b2276616c7565223a22c080227d',
  '7b2276616c7565223a22eda080227d',
  'fffe7b00',
  '00',
].map((hex): WireCase => ({
  name: `the bytes ${hex}`,
  operation: 'typed',
  request: { line: 'POST /typed', headers: json, body: Uint8Array.from(Buffer.from(hex, 'hex')) },
  fault: { status: 400, at: ['body'] },
}));
const missing: WireCase = {
  name: 'no body',
  operation: 'typed',
  request: { line: 'POST /typed', headers: json },
  fault: { status: 400, at: ['body'] },
};

/** The document of the grammar. */
export const malformedDocument: DocumentSource & { readonly name: string } = {
  name: 'malformed',
  title: 'Malformed requests',
  operations,
};

/** Every fault of the grammar, by what it is a fault of. */
export const faults: Readonly<
  Record<'bodies' | 'parameters' | 'json' | 'types' | 'accept', readonly WireCase[]>
> = {
  bodies: inBodies,
  parameters: inParameters,
  json: [...broken, ...notUtf8, missing],
  types: [...types, ...coded, ...untyped, twice],
  accept: accepts,
};

/** The neighbours of the faults that are none. */
export const rightRequests: readonly WireCase[] = right;
