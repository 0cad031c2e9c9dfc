import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diff, memoryHost, type DiffResult } from '../../../generator/index.js';
import { messageRules } from '../../../generator/diff/rules/message-rules.js';

/** An application that sends orders, and answers questions about prices. */
const base = `asyncapi: 3.0.0
info: { title: Tea orders, version: 1.2.0 }
defaultContentType: application/json
servers:
  events: { host: 'rabbit.example:5672', protocol: amqp }
  spare: { host: 'spare.example:5672', protocol: amqp }
channels:
  orders:
    address: orders.{region}
    servers: [{ $ref: '#/servers/events' }]
    parameters:
      region: { enum: [eu, us] }
    messages:
      placed: { $ref: '#/components/messages/placed' }
      cancelled: { $ref: '#/components/messages/cancelled' }
    bindings:
      amqp:
        is: routingKey
        exchange: { name: tea, type: topic }
        queue: { name: billing, durable: true }
  prices:
    address: prices
    messages:
      ask: { payload: { $ref: '#/components/schemas/Ask' } }
      price: { payload: { $ref: '#/components/schemas/Price' } }
operations:
  orderChanged:
    action: send
    channel: { $ref: '#/channels/orders' }
    bindings: { amqp: { priority: 1 } }
  askPrice:
    action: receive
    channel: { $ref: '#/channels/prices' }
    messages: [{ $ref: '#/channels/prices/messages/ask' }]
    reply:
      channel: { $ref: '#/channels/prices' }
      messages: [{ $ref: '#/channels/prices/messages/price' }]
components:
  messages:
    placed:
      headers: { type: object, required: [tenant], properties: { tenant: { type: string } } }
      correlationId: { location: $message.header#/tenant }
      payload: { $ref: '#/components/schemas/Placed' }
      bindings: { kafka: { key: { type: string } } }
    cancelled: { payload: { $ref: '#/components/schemas/Cancelled' } }
  schemas:
    Placed:
      type: object
      required: [kind, id]
      properties: { kind: { const: placed }, id: { type: string }, note: { type: string, maxLength: 9 } }
    Cancelled: { type: object, required: [kind], properties: { kind: { const: cancelled } } }
    Ask: { type: object, required: [tea], properties: { tea: { type: string } } }
    Price: { type: object, required: [grams], properties: { grams: { type: number } } }
`;

type Edit = readonly [from: string | RegExp, to: string];

async function compare(old: string, next: string): Promise<DiffResult> {
  const host = memoryHost({ '/w/old.yaml': old, '/w/new.yaml': next }, '/w');
  const result = await diff({ old: 'old.yaml', new: 'new.yaml' }, host);
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result;
}

function edited(...edits: readonly Edit[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toMatch(from);
    return text.replace(from, to);
  }, base);
}

/** Rule, verdict of the publisher, verdict of the subscriber. */
type Expected = readonly [rule: string, publisher: string, subscriber: string];

interface RuleCase {
  readonly what: string;
  readonly edits: readonly Edit[];
  readonly there: readonly Expected[];
  readonly back: readonly Expected[];
}

const symmetric = (rule: string, publisher: string, subscriber: string) => ({
  there: [[rule, publisher, subscriber]] as const,
  back: [[rule, publisher, subscriber]] as const,
});

const cases: readonly RuleCase[] = [
  {
    what: 'another address',
    edits: [['address: orders.{region}', 'address: tea.{region}']],
    ...symmetric('channel-address', 'breaking', 'breaking'),
  },
  {
    what: 'another name of a parameter',
    edits: [
      ['orders.{region}', 'orders.{place}'],
      ['region: { enum', 'place: { enum'],
    ],
    ...symmetric('channel-parameter', 'risky', 'risky'),
  },
  {
    what: 'a value less of a parameter',
    edits: [['[eu, us]', '[eu]']],
    there: [['channel-parameter', 'breaking', 'risky']],
    back: [['channel-parameter', 'compatible', 'risky']],
  },
  {
    what: 'another name of a channel',
    edits: [
      ['  orders:\n', '  teaOrders:\n'],
      ["'#/channels/orders'", "'#/channels/teaOrders'"],
    ],
    ...symmetric('channel-renamed', 'risky', 'risky'),
  },
  {
    what: 'another name of an operation',
    edits: [['orderChanged:', 'changed:']],
    ...symmetric('flow-renamed', 'risky', 'risky'),
  },
  {
    what: 'another name of the only message',
    edits: [
      ['      ask: {', '      question: {'],
      ['messages/ask', 'messages/question'],
    ],
    ...symmetric('message-renamed', 'risky', 'risky'),
  },
  {
    what: 'another exchange',
    edits: [['name: tea', 'name: coffee']],
    ...symmetric('binding', 'breaking', 'breaking'),
  },
  {
    what: 'another queue of an exchange',
    edits: [['name: billing', 'name: accounts']],
    ...symmetric('binding', 'compatible', 'risky'),
  },
  {
    what: 'another declaration of a queue',
    edits: [['durable: true', 'durable: false']],
    ...symmetric('binding', 'compatible', 'breaking'),
  },
  {
    what: 'another priority',
    edits: [['priority: 1', 'priority: 2']],
    ...symmetric('binding', 'compatible', 'risky'),
  },
  {
    what: 'another type of key',
    edits: [['key: { type: string }', 'key: { type: integer }']],
    ...symmetric('binding', 'breaking', 'breaking'),
  },
  {
    what: 'a member that nobody knows',
    edits: [['priority: 1', 'priority: 1, speed: 9']],
    ...symmetric('binding', 'undecided', 'undecided'),
  },
  {
    what: 'another server',
    edits: [['servers/events', 'servers/spare']],
    ...symmetric('channel-protocol', 'risky', 'risky'),
  },
  {
    what: 'no server any more',
    edits: [[/ {2}spare: .*\n/, '']],
    there: [['message-server', 'risky', 'risky']],
    back: [['message-server', 'compatible', 'compatible']],
  },
  {
    what: 'a message less',
    edits: [[/ {6}cancelled: .*\n/, '']],
    there: [['message-removed', 'breaking', 'risky']],
    back: [['message-added', 'compatible', 'risky']],
  },
  {
    what: 'an operation less',
    edits: [[/ {2}askPrice:[\s\S]*(?=^components)/m, '']],
    there: [['flow-removed', 'breaking', 'breaking']],
    back: [['flow-added', 'compatible', 'risky']],
  },
  {
    what: 'no replies any more',
    edits: [[/ {4}reply:[\s\S]*(?=^components)/m, '']],
    there: [['reply', 'breaking', 'compatible']],
    back: [['reply', 'compatible', 'breaking']],
  },
  {
    what: 'another content type',
    edits: [[/^ {4}cancelled: \{/m, '    cancelled: { contentType: text/plain,']],
    ...symmetric('message-encoding', 'breaking', 'breaking'),
  },
  {
    what: 'another place of the correlation id',
    edits: [['header#/tenant', 'payload#/id']],
    ...symmetric('message-identity', 'undecided', 'undecided'),
  },
  {
    what: 'a stricter payload',
    edits: [['maxLength: 9', 'maxLength: 8']],
    there: [['keyword-max-length', 'breaking', 'compatible']],
    back: [['keyword-max-length', 'compatible', 'breaking']],
  },
  {
    what: 'a header that is no longer required',
    edits: [['required: [tenant], ', '']],
    there: [['property-optional', 'compatible', 'breaking']],
    back: [['property-required', 'breaking', 'compatible']],
  },
  {
    what: 'a member of the reply less, which its subscriber sends',
    edits: [['required: [grams], ', '']],
    there: [['property-optional', 'breaking', 'compatible']],
    back: [['property-required', 'compatible', 'breaking']],
  },
];

function told({ changes }: DiffResult): readonly Expected[] {
  return changes
    .filter(({ clients, servers }) => clients !== 'cosmetic' || servers !== 'cosmetic')
    .map(({ rule, verdicts }) => [rule, verdicts.publisher ?? '', verdicts.subscriber ?? '']);
}

test('a payload in another language has another encoding', async () => {
  const json = "{ payload: { $ref: '#/components/schemas/Ask' } }";
  const avro =
    "{ payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: { type: record, name: Ask, fields: [{ name: tea, type: string }] } } }";
  const { changes } = await compare(base, edited([json, avro]));
  expect(changes.map(({ rule }) => rule)).toContain('message-encoding');
});

describe('messages of brokers', () => {
  test.each(cases)('with $what', async ({ edits, there, back }) => {
    const next = edited(...edits);
    expect(told(await compare(base, next))).toEqual(there);
    expect(told(await compare(next, base))).toEqual(back);
  });

  test('are the same with schemes of the same definition', async () => {
    const secured = (text: string, names: string): string =>
      text
        .replace('protocol: amqp }', `protocol: amqp, security: [${names}] }`)
        .replace(
          '  messages:\n    placed:\n      headers',
          '  securitySchemes: { one: { type: userPassword }, two: { type: userPassword } }\n  messages:\n    placed:\n      headers',
        );
    const of = (name: string): string => `{ $ref: '#/components/securitySchemes/${name}' }`;
    const old = secured(base, `${of('one')}, ${of('two')}`);
    expect(told(await compare(old, old.replace('1.2.0', '1.2.1')))).toEqual([]);
    const one = secured(base, of('one'));
    expect(told(await compare(one, secured(base, '{ type: userPassword }')))).toEqual([]);
    expect(told(await compare(old, secured(base, '{ type: X509 }')))).toEqual([
      ['security', 'breaking', 'breaking'],
    ]);
  });

  test('are the same in other words', async () => {
    const next = edited(
      ['application/json', 'Application/JSON'],
      ['amqp: { priority: 1 }', 'amqp: { bindingVersion: 0.3.0, priority: 1 }'],
      ['exchange: { name: tea, type: topic }', 'exchange: { type: topic, name: tea }'],
    );
    expect((await compare(base, next)).changes).toEqual([]);
  });

  test('are judged by who sends them', async () => {
    const stricter = edited(['maxLength: 9', 'maxLength: 8']);
    expect(await compare(base, stricter)).toMatchObject({
      clients: 'compatible',
      servers: 'breaking',
    });
    const [left, right] = [base, stricter].map((text) =>
      text.replace('action: send', 'action: receive'),
    );
    expect(await compare(left ?? '', right ?? '')).toMatchObject({
      clients: 'breaking',
      servers: 'compatible',
    });
  });
});

describe('exported names of messages', () => {
  const names = (all: DiffResult, rule: string): readonly string[] =>
    all.changes
      .filter((each) => each.rule === rule)
      .flatMap(({ exports }) =>
        exports.map(({ kind, name, member, change, before }) =>
          [kind, member === undefined ? name : `${name}.${member}`, change, before]
            .filter((each) => each !== undefined)
            .join(' '),
        ),
      );

  test.each<[what: string, rule: string, edits: readonly Edit[], expected: readonly string[]]>([
    [
      'the address',
      'channel-address',
      [['address: orders.{region}', 'address: tea.{region}']],
      ['method Publisher.orderChanged changed', 'method Subscriber.orderChanged changed'],
    ],
    [
      'a parameter',
      'channel-parameter',
      [['[eu, us]', '[eu]']],
      ['method Publisher.orderChanged changed', 'method Subscriber.orderChanged changed'],
    ],
    [
      'a binding of a flow',
      'binding',
      [['priority: 1', 'priority: 2']],
      ['method Publisher.orderChanged changed', 'method Subscriber.orderChanged changed'],
    ],
    [
      'the name of a flow',
      'flow-renamed',
      [['orderChanged:', 'changed:']],
      [
        'method Publisher.changed renamed Publisher.orderChanged',
        'method Subscriber.changed renamed Subscriber.orderChanged',
      ],
    ],
    [
      'a message that is gone',
      'message-removed',
      [[/ {6}cancelled: .*\n/, '']],
      ['method Publisher.orderChanged changed', 'method Subscriber.orderChanged changed'],
    ],
    [
      'an encoding',
      'message-encoding',
      [[/^ {4}cancelled: \{/m, '    cancelled: { contentType: application/x-tea+json,']],
      [
        'type Cancelled changed',
        'method Publisher.orderChanged changed',
        'method Subscriber.orderChanged changed',
      ],
    ],
    [
      'a payload',
      'keyword-max-length',
      [['maxLength: 9', 'maxLength: 8']],
      ['type Placed.note changed'],
    ],
    [
      'a header',
      'property-optional',
      [['required: [tenant], ', '']],
      ['type PlacedHeaders.tenant changed'],
    ],
    [
      'a reply',
      'reply',
      [[/ {4}reply:[\s\S]*(?=^components)/m, '']],
      ['method Publisher.askPrice changed', 'method Subscriber.askPrice changed'],
    ],
    [
      'a channel that is gone',
      'channel-removed',
      [
        [/ {2}askPrice:[\s\S]*(?=^components)/m, ''],
        [/ {2}prices:[\s\S]*(?=^operations)/m, ''],
      ],
      ['method Publisher.askPrice removed', 'method Subscriber.askPrice removed'],
    ],
  ])('tell what %s concerns', async (_, rule, edits, expected) => {
    expect(names(await compare(base, edited(...edits)), rule)).toEqual(expected);
  });

  test('stay if a channel gets another flow and another address', async () => {
    const next = edited(
      ['address: orders.{region}', 'address: tea.{region}'],
      [
        '  askPrice:',
        "  orderSeen: { action: receive, channel: { $ref: '#/channels/orders' } }\n  askPrice:",
      ],
    );
    expect(names(await compare(base, next), 'channel-address')).toEqual([
      'method Publisher.orderChanged changed',
      'method Subscriber.orderChanged changed',
      'method Publisher.orderSeen added',
      'method Subscriber.orderSeen added',
    ]);
  });

  test('are those of feeds where messages travel over WebSocket', async () => {
    const feed = readFileSync('test/cases/feeds/feed.yaml', 'utf8').replace(
      '        resync: { operation: getBook,',
      '        resync: resubscribe # {',
    );
    const next = feed
      .replace(/^ {2}note:\n {4}action: receive[^-]*note' \}\]\n/m, '')
      .replace('name: prices', 'name: costs');
    const result = await compare(feed, next);
    expect(names(result, 'flow-removed')).toEqual(['method Feed.note removed']);
    expect(names(result, 'channel-address')).toEqual(['type FeedChannels.price changed']);
  });
});

describe('AsyncAPI 2 and 3', () => {
  const two = `asyncapi: 2.6.0
info: { title: Streetlights, version: 1.0.0 }
defaultContentType: application/json
servers:
  production:
    url: test.mosquitto.org:{port}
    protocol: mqtt
    variables: { port: { default: '1883' } }
    security: [{ login: [] }]
channels:
  lights/{id}/measured:
    parameters: { id: { schema: { type: string, enum: [a, b] } } }
    publish:
      operationId: receiveMeasurement
      bindings: { mqtt: { qos: 1, bindingVersion: 0.1.0 } }
      message: { $ref: '#/components/messages/measured' }
  lights/{id}/on:
    parameters: { id: { schema: { type: string } } }
    subscribe: { operationId: turnOn, message: { $ref: '#/components/messages/turn' } }
components:
  messages:
    measured: { payload: { type: object, required: [lumens], properties: { lumens: { type: integer } } } }
    turn: { payload: { type: object, properties: { on: { type: boolean } } } }
  securitySchemes: { login: { type: userPassword } }
`;
  const three = `asyncapi: 3.0.0
info: { title: Streetlights, version: 1.0.0 }
defaultContentType: application/json
servers:
  production:
    host: test.mosquitto.org:{port}
    protocol: mqtt
    variables: { port: { default: '1883' } }
    security: [{ type: userPassword }]
channels:
  measured:
    address: lights/{id}/measured
    parameters: { id: { enum: [a, b] } }
    messages: { 'receiveMeasurement.message': { $ref: '#/components/messages/measured' } }
  on:
    address: lights/{id}/on
    parameters: { id: {} }
    messages: { 'turnOn.message': { $ref: '#/components/messages/turn' } }
operations:
  receiveMeasurement:
    action: receive
    channel: { $ref: '#/channels/measured' }
    bindings: { mqtt: { qos: 1, bindingVersion: 0.2.0 } }
  turnOn: { action: send, channel: { $ref: '#/channels/on' } }
components:
  messages:
    measured: { payload: { type: object, required: [lumens], properties: { lumens: { type: integer } } } }
    turn: { payload: { type: object, properties: { on: { type: boolean } } } }
  securitySchemes: { login: { type: userPassword } }
`;

  test('are the same, except for the names of channels', async () => {
    for (const result of [await compare(two, three), await compare(three, two)])
      expect(new Set(told(result).map(([rule]) => rule))).toEqual(new Set(['channel-renamed']));
  });

  test('have the same roles, although their verbs are inverted', async () => {
    const stricter = (text: string): string =>
      text.replace('lumens: { type: integer }', 'lumens: { type: integer, minimum: 0 }');
    for (const [old, next] of [
      [two, stricter(two)],
      [three, stricter(three)],
      [two, stricter(three)],
    ] as const)
      // The application receives measurements, so its clients publish them.
      expect(
        (await compare(old, next)).changes.find(({ rule }) => rule === 'keyword-minimum'),
      ).toMatchObject({
        verdicts: { publisher: 'breaking', subscriber: 'compatible' },
        clients: 'breaking',
        servers: 'compatible',
      });
  });

  const folder = process.env['TALLYSTICK_SHARED'];
  const pairs = [
    'application-headers',
    'correlation-id',
    'simple',
    'streetlights-kafka',
    'streetlights-mqtt',
    'streetlights-operation-security',
    'websocket-gemini',
  ];
  test.skipIf(folder === undefined).each(pairs)(
    'are compatible in the examples of the specification (TALLYSTICK_SHARED): %s',
    async (name) => {
      const file = (version: string): string =>
        readFileSync(`${folder}/corpus/asyncapi/spec__${name}${version}.yml`, 'utf8');
      const result = await compare(file('__2.6.0'), file('-asyncapi__3.1.0'));
      expect(told(result).filter((each) => each.includes('breaking'))).toEqual([]);
    },
  );
});

test('every rule of channels and messages has an example', () => {
  const shown = new Set(cases.flatMap(({ there, back }) => [...there, ...back].map(([id]) => id)));
  const others = ['channel-added', 'channel-removed', 'message-documentation'];
  expect(
    messageRules.map(({ id }) => id).filter((id) => !shown.has(id) && !others.includes(id)),
  ).toEqual([]);
});
