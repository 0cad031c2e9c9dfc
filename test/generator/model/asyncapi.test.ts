import { describe, expect, it } from 'vitest';
import type { KeywordSchema, SchemaId } from '../../../generator/model/schema.js';
import { read } from './read.js';
import type { Read } from './read.js';

const info = 'info: { title: Test, version: 1.0.0 }';
const three = (rest: string): string => `asyncapi: 3.1.0\n${info}\n${rest}`;
const two = (rest: string): string => `asyncapi: 2.6.0\n${info}\n${rest}`;

describe('AsyncAPI 3', () => {
  const text = three(`
defaultContentType: application/cbor
servers:
  live: { host: 'x.example:{port}', pathname: feed, protocol: wss, variables: { port: { enum: ['1', '2'] } } }
  paper: { host: y.example, protocol: wss }
channels:
  ask:
    address: /{room}
    parameters: { room: { enum: [a, b], default: a, location: $message.header#/room } }
    messages:
      ask: { $ref: '#/components/messages/ask' }
  tell:
    address: /{room}
    parameters: { room: {} }
    messages:
      ask: { payload: { type: string } }
      tell: { contentType: text/plain, payload: true }
  private:
    address: null
    servers: [{ $ref: '#/servers/paper' }]
    bindings: { ws: { query: { type: object, properties: { v: { type: integer } } } } }
operations:
  ask:
    action: receive
    channel: { $ref: '#/channels/ask' }
    traits: [{ $ref: '#/components/operationTraits/described' }]
    summary: Own.
    reply:
      address: { location: $message.header#/back }
      channel: { $ref: '#/channels/tell' }
      messages: [{ $ref: '#/channels/tell/messages/tell' }]
components:
  operationTraits: { described: { summary: A trait's., description: A trait's. } }
  messageTraits:
    first: { name: first, title: first, headers: { type: object, properties: { a: { type: string }, b: { minimum: 1 } } } }
    second: { title: second, headers: { required: [a], properties: { b: { type: integer } } } }
  messages:
    ask:
      correlationId: { location: $message.payload#/id }
      traits: [{ $ref: '#/components/messageTraits/first' }, { $ref: '#/components/messageTraits/second' }]
      headers: { properties: { b: { maximum: 9 } } }
      payload: { type: object, properties: { id: { type: integer } } }
      x-rank: 1
`);
  const { api, diagnostics } = read(text);

  it('reads servers with their variables', () => {
    expect(diagnostics).toEqual([]);
    expect(api?.messageServers).toMatchObject([
      { name: 'live', url: 'wss://x.example:{port}/feed', variables: [{ default: '1' }] },
      { name: 'paper', url: 'wss://y.example' },
    ]);
  });

  it('groups channels with the same address into one connection', () => {
    expect(api?.connections).toMatchObject([
      {
        key: 'connection:/{room}',
        protocol: 'websocket',
        servers: ['live', 'paper'],
        address: { parts: ['/', { parameter: 'room' }] },
        channels: ['channel:ask', 'channel:tell'],
      },
      { servers: ['paper'], address: null, channels: ['channel:private'] },
    ]);
  });

  it('distinguishes messages with the same name', () => {
    expect(api?.messages.map(({ key }) => key)).toEqual([
      'message:ask',
      'message:tell.ask',
      'message:tell',
    ]);
    expect(api?.messages.map(({ contentType }) => contentType)).toEqual([
      'application/cbor',
      'application/cbor',
      'text/plain',
    ]);
  });

  it('gives messages and operations precedence over their traits, and later traits over earlier ones', () => {
    expect(api?.messages[0]).toMatchObject({
      name: 'ask',
      title: 'second',
      correlation: { source: 'payload', pointer: '/id' },
      extensions: { 'x-rank': 1 },
    });
    expect(api?.flows[0]).toMatchObject({ summary: 'Own.', description: "A trait's." });
  });

  it('merges the headers of a message and its traits', () => {
    const headers = keywordsOf({ api, diagnostics, places: [] }, api?.messages[0]?.headers);
    expect(headers.type).toEqual(['object']);
    expect(headers.required).toEqual(['a']);
    expect(headers.properties?.map(([name]) => name)).toEqual(['a', 'b']);
    const b = keywordsOf({ api, diagnostics, places: [] }, headers.properties?.[1]?.[1]);
    expect(b).toMatchObject({ type: ['integer'], minimum: { value: 1 }, maximum: { value: 9 } });
  });

  it('reads the direction, messages and reply of an operation', () => {
    expect(api?.flows).toMatchObject([
      {
        key: 'flow:ask',
        to: 'server',
        channel: 'channel:ask',
        messages: ['message:ask'],
        reply: {
          channel: 'channel:tell',
          messages: ['message:tell'],
          address: { source: 'header', pointer: '/back' },
        },
      },
    ]);
  });

  it('reads the parameters and the handshake of a channel', () => {
    expect(api?.channels[0]?.parameters).toMatchObject([
      { name: 'room', default: 'a', enum: ['a', 'b'], location: { source: 'header' } },
    ]);
    const query = api?.channels[2]?.handshake?.query;
    expect(keywordsOf({ api, diagnostics, places: [] }, query).type).toEqual(['object']);
  });

  it('reverses directions for a description of the client', () => {
    const { api: mirrored } = read(text.replace(info, `${info}\nx-view: client`));
    expect(mirrored?.flows[0]?.to).toBe('client');
  });
});

describe('AsyncAPI 2', () => {
  const { api, diagnostics } = read(
    two(`
servers: { live: { url: 'x.example:1', protocol: mqtt, security: [{ key: [] }] } }
channels:
  lights/{id}:
    parameters: { id: { schema: { type: string } } }
    publish:
      operationId: measure
      traits: [{ operationId: traits, summary: A trait's. }]
      message: { oneOf: [{ $ref: '#/components/messages/lit' }, { name: dim, payload: true }] }
    subscribe:
      message: { payload: { type: integer } }
components:
  securitySchemes: { key: { type: apiKey, in: user } }
  messages:
    lit: { schemaFormat: application/vnd.oai.openapi;version=3.0.0, payload: { type: string, nullable: true } }
`),
  );

  it('derives directions from publish and subscribe', () => {
    expect(diagnostics).toEqual([]);
    expect(api?.flows.map(({ name, to }) => [name, to])).toEqual([
      ['traits', 'server'],
      ['send lights/{id}', 'client'],
    ]);
  });

  it('gives a trait precedence over its operation', () => {
    expect(api?.flows[0]?.summary).toBe("A trait's.");
  });

  it('names messages by component, by name, or by channel', () => {
    expect(api?.messages.map(({ name }) => name)).toEqual(['lit', 'dim', 'lights/{id}']);
  });

  it('reads a payload in the dialect of its schema format', () => {
    const lit = keywordsOf({ api, diagnostics, places: [] }, api?.messages[0]?.payload);
    expect(lit.type).toEqual(['string', 'null']);
  });

  it('derives the scheme of a server URL from its protocol', () => {
    expect(api?.messageServers[0]?.url).toBe('mqtt://x.example:1');
    expect(api?.securitySchemes[0]?.scheme).toEqual({ kind: 'broker', type: 'apiKey', in: 'user' });
  });
});

describe('schemas of AsyncAPI', () => {
  it('accept a discriminator that is a name, with constants of branches as its values', () => {
    const { api, diagnostics } = read(
      three(`
components:
  schemas:
    Pet: { discriminator: kind, oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }
    Cat: { type: object, required: [kind], properties: { kind: { const: tom } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
`),
    );
    expect(diagnostics).toEqual([]);
    const pet = keywordsOf({ api, diagnostics, places: [] }, api?.components[0]?.id);
    expect(pet.discriminator?.mapping.map(([value]) => value)).toEqual(['tom', 'Dog']);
  });

  it('are resolved in other files, in the schema format of the message', () => {
    const { api, diagnostics } = read({
      'api.yaml': three(`
channels:
  a:
    messages:
      plain: { $ref: 'messages.yaml#/plain' }
      wrapped: { payload: { $ref: 'messages.yaml#/wrapped' } }
      rest: { payload: { $ref: 'rest.yaml#/components/schemas/Text' } }
`),
      'messages.yaml': `
plain: { payload: { type: array, items: [{ type: string }] } }
wrapped: { schemaFormat: application/schema+json;version=2020-12, schema: { prefixItems: [{ type: string }] } }
`,
      'rest.yaml': `
openapi: 3.0.3
info: { title: Rest, version: 1.0.0 }
paths: {}
components: { schemas: { Text: { type: string, nullable: true } } }
`,
    });
    expect(diagnostics).toEqual([]);
    const payloads = api?.messages.map(({ payload }) => {
      const own = keywordsOf({ api, diagnostics, places: [] }, payload);
      return own.$ref === undefined ? own : keywordsOf({ api, diagnostics, places: [] }, own.$ref);
    });
    expect(payloads).toMatchObject([
      { type: ['array'], prefixItems: [expect.anything()] },
      { prefixItems: [expect.anything()] },
      { type: ['string', 'null'] },
    ]);
  });
});

function keywordsOf({ api }: Read, id: SchemaId | undefined): KeywordSchema['keywords'] {
  const schema = id === undefined ? undefined : api?.schemas.get(id);
  if (schema?.kind !== 'keywords') throw new Error(`${id} has keywords`);
  return schema.keywords;
}
