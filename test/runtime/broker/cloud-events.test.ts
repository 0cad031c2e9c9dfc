import {
  cloudEvents,
  deadLetterHeaders,
  readCloudEvents,
  type CloudEventsOptions,
  type Delivery,
  type MessageHeaders,
  type OutgoingMessage,
} from '@tallystick/runtime/broker';
import { describe, expect, test } from 'vitest';
import { OrdersPublisher } from '../../cases/brokers/output/src/index.js';
import { brokerWorld, bytes } from './world.js';

const text = (payload: Uint8Array | undefined): string => new TextDecoder().decode(payload);
const options: CloudEventsOptions = {
  source: '/tea',
  type: (_, { operation }) => `tea.${operation}`,
  clock: { now: () => 0 },
};
const order = { kind: 'placed', id: 'o1', cents: 1250 } as const;
const headers = { tenant: 'acme', priority: 3, urgent: true };
const event = { specversion: '1.0', id: 'e1', source: '/tea', type: 'tea' };

/** Both sides with events, what goes over the broker, and what is set aside. */
async function world(changes: Partial<CloudEventsOptions> = {}) {
  const both = brokerWorld({ interceptors: [readCloudEvents] });
  const publish = new OrdersPublisher(both.broker, {
    interceptors: [cloudEvents({ ...options, ...changes }).publish],
  });
  const collect = async (pattern: string): Promise<Delivery[]> => {
    const deliveries: Delivery[] = [];
    await both.broker.subscribe(pattern, { maxInFlight: 10 }, (delivery) => {
      deliveries.push(delivery);
      return Promise.resolve('ack');
    });
    return deliveries;
  };
  const [wire, dead] = [await collect('>'), await collect('dead')];
  const received: { readonly payload: unknown; readonly headers: object; readonly id?: string }[] =
    [];
  await both.subscribe.labels({ size: '*' }, (message) => void received.push(message));
  await both.subscribe.orderChanged({ region: 'eu', event: '*' }, (message) => {
    received.push(message);
  });
  return { ...both, publish, wire, dead, received };
}

/** Sends a message through the interceptor of a publisher. */
async function wrapped(
  protocol: string,
  message: Partial<OutgoingMessage>,
  changes: Partial<CloudEventsOptions> = {},
  abilities: object = { headers: true },
): Promise<OutgoingMessage> {
  const sent: OutgoingMessage[] = [];
  await cloudEvents({ ...options, ...changes }).publish(
    { address: 'a', payload: bytes('{}'), headers: {}, id: 'e1', ...message },
    async (each) => void sent.push(each),
    { operation: 'labels', protocol, abilities },
  );
  const [first] = sent;
  if (first === undefined) throw new Error('nothing was sent');
  return first;
}

/** Passes a message through the interceptor of a subscriber. */
async function unwrapped(
  protocol: string,
  message: Partial<Delivery>,
  abilities: object = { headers: true },
): Promise<Delivery> {
  const read: Delivery[] = [];
  await readCloudEvents(
    { address: 'a', payload: new Uint8Array(), headers: {}, redeliveries: 0, ...message },
    async (each) => {
      read.push(each);
      return 'ack';
    },
    { operation: 'labels', protocol, abilities, events: [] },
  );
  const [first] = read;
  if (first === undefined) throw new Error('nothing was read');
  return first;
}

describe('a CloudEvent in binary mode', () => {
  test('has its attributes in headers and the payload as it is', async () => {
    const { broker, publish, wire, received } = await world({
      subject: 'order ä',
      attributes: { dataschema: 'https://tea.example/order' },
    });
    await publish.orderChanged({ region: 'eu', event: 'x' }, order, { headers, id: 'm1' });
    await broker.idle();
    expect(wire[0]?.headers).toEqual({
      tenant: 'acme',
      priority: '3',
      urgent: 'true',
      'ce-specversion': '1.0',
      'ce-id': 'm1',
      'ce-source': '/tea',
      'ce-type': 'tea.orderChanged',
      'ce-subject': 'order%20%C3%A4',
      'ce-time': '1970-01-01T00:00:00.000Z',
      'ce-dataschema': 'https://tea.example/order',
    });
    expect(JSON.parse(text(wire[0]?.payload))).toEqual(order);
    expect(received).toMatchObject([
      { payload: order, id: '/tea m1', headers: { ...headers, 'ce-subject': 'order ä' } },
    ]);
  });

  test.each([
    ['nats', 'ce-', 'ce-'],
    ['redis', 'ce-', 'ce-'],
    ['kafka', 'ce_', 'ce_'],
    ['amqp', 'cloudEvents:', 'cloudEvents:'],
    ['amqp', 'cloudEvents:', 'cloudEvents_'],
    ['mqtt', '', ''],
  ])('over %s has headers with the prefix %j, also read as %j', async (protocol, written, read) => {
    const sent = await wrapped(protocol, { contentType: 'application/json' });
    expect(Object.keys(sent.headers).sort()).toEqual(
      ['id', 'source', 'specversion', 'time', 'type'].map((name) => `${written}${name}`),
    );
    const arrived = Object.fromEntries(
      Object.entries(sent.headers).map(([name, value]) => [
        `${read}${name.slice(written.length)}`,
        value,
      ]),
    );
    const delivery = await unwrapped(protocol, { headers: arrived });
    expect(delivery.id).toBe('/tea e1');
    expect(delivery.headers).toMatchObject(sent.headers);
  });

  test('is refused where the broker has no headers, or a header has another meaning', async () => {
    await expect(wrapped('redis', {}, { mode: 'binary' }, {})).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(wrapped('mqtt', { headers: { type: 'green' } })).rejects.toMatchObject({
      code: 'invalid-message',
    });
  });
});

describe('a CloudEvent in structured mode', () => {
  test('is a JSON text with the payload, whose numbers keep their digits', async () => {
    const payload = bytes('{"n":12345678901234567890.10,"t":["é\\u0000",null]}');
    const sent = await wrapped(
      'kafka',
      { payload, contentType: 'application/vnd.tea+json' },
      { mode: 'structured' },
    );
    expect(sent.contentType).toBe('application/cloudevents+json; charset=utf-8');
    expect(JSON.parse(text(sent.payload))).toMatchObject({
      ...event,
      type: 'tea.labels',
      datacontenttype: 'application/vnd.tea+json',
      data: { t: ['é\0', null] },
    });
    const read = await unwrapped('kafka', { ...sent, redeliveries: 0 });
    expect(text(read.payload)).toBe(text(payload));
    expect(read).toMatchObject({
      id: '/tea e1',
      contentType: 'application/vnd.tea+json',
      headers: { ce_type: 'tea.labels' },
    });
  });

  test.each([
    ['text', 'text/plain', bytes('Tea "ä"'), { data: 'Tea "ä"' }],
    ['bytes', 'image/png', new Uint8Array([0, 255]), { data_base64: 'AP8=' }],
    ['text that is none', 'text/plain', new Uint8Array([255]), { data_base64: '/w==' }],
    ['JSON that is none', 'application/json', bytes('1}'), { data_base64: 'MX0=' }],
    ['nothing', 'text/plain', new Uint8Array(), {}],
  ])('carries %s', async (_, contentType, payload, members) => {
    const sent = await wrapped('nats', { payload, contentType }, { mode: 'structured' });
    const { data, data_base64 } = JSON.parse(text(sent.payload));
    expect({ data, data_base64 }).toEqual({ data: undefined, data_base64: undefined, ...members });
    const read = await unwrapped('nats', { ...sent, redeliveries: 0 });
    expect(read).toMatchObject({ contentType });
    expect(read.payload).toEqual(payload);
  });

  test('is unwrapped before it is checked', async () => {
    const { broker, publish, received } = await world({ mode: 'structured' });
    await publish.orderChanged({ region: 'eu', event: 'x' }, order, { headers });
    await publish.labels({ size: 'a' }, 'Tea', { message: 'label' });
    await publish.labels({ size: 'a' }, new Uint8Array([1]), { message: 'picture' });
    await broker.idle();
    expect(received.map(({ payload }) => payload)).toEqual([order, 'Tea', new Uint8Array([1])]);
  });

  test('needs no headers', async () => {
    const sent = await wrapped('redis', { contentType: 'application/json' }, {}, {});
    expect(sent.headers).toEqual({});
    const read = await unwrapped('redis', { payload: sent.payload }, {});
    expect(text(read.payload)).toBe('{}');
    const plain = await unwrapped('redis', { payload: bytes('{"id":1}') }, {});
    expect(text(plain.payload)).toBe('{"id":1}');
  });
});

describe('a received message', () => {
  const json = 'application/cloudevents+json';
  const envelope = (members: object): Uint8Array => bytes(JSON.stringify({ ...event, ...members }));
  const binary = (members: object): MessageHeaders =>
    Object.fromEntries(
      Object.entries({ ...event, ...members }).map(([name, value]) => [`ce-${name}`, value]),
    );

  test.each<[string, Partial<Delivery>]>([
    ['no JSON', { contentType: json, payload: bytes('{') }],
    ['no UTF-8', { contentType: json, payload: new Uint8Array([0x7b, 0xff, 0x7d]) }],
    ['no object', { contentType: json, payload: bytes('[1]') }],
    ['a number', { contentType: json, payload: bytes('1') }],
    ['too deep', { contentType: json, payload: bytes('['.repeat(100_000)) }],
    ['no source', { contentType: json, payload: envelope({ source: null }) }],
    ['an empty id', { contentType: json, payload: envelope({ id: '' }) }],
    ['another version', { contentType: json, payload: envelope({ specversion: '0.3' }) }],
    ['no timestamp', { contentType: json, payload: envelope({ time: 'noon' }) }],
    ['an object as attribute', { contentType: json, payload: envelope({ subject: {} }) }],
    ['a name in capitals', { contentType: json, payload: envelope({ Tea: 'x' }) }],
    ['data twice', { contentType: json, payload: envelope({ data: 1, data_base64: '' }) }],
    ['no base64', { contentType: json, payload: envelope({ data_base64: 'é' }) }],
    [
      'no text',
      { contentType: json, payload: envelope({ datacontenttype: 'text/plain', data: 1 }) },
    ],
    ['a batch', { contentType: 'application/cloudevents-batch+json', payload: bytes('[]') }],
    ['another format', { contentType: 'application/cloudevents+avro', payload: bytes('') }],
    ['headers without type', { headers: binary({ type: '' }) }],
    ['headers with broken escapes', { headers: binary({ subject: '%C3' }) }],
  ])('that is malformed becomes a dead letter as it arrived: %s', async (_, delivery) => {
    const { broker, dead, received } = await world();
    const message = { address: 'labels.a', payload: bytes('Tea'), headers: {}, ...delivery };
    await broker.publish(message);
    await broker.idle();
    expect(received).toEqual([]);
    expect(dead).toHaveLength(1);
    expect(dead[0]?.payload).toEqual(message.payload);
    expect(dead[0]?.headers).toMatchObject({
      ...message.headers,
      [deadLetterHeaders.reason]: 'malformed',
    });
  });

  test('whose data is invalid becomes a dead letter with its envelope', async () => {
    const { broker, dead } = await world();
    const payload = envelope({ data: { kind: 'placed' } });
    await broker.publish({ address: 'orders.eu.x', payload, contentType: json, headers: {} });
    await broker.idle();
    expect(dead[0]).toMatchObject({ payload, contentType: json });
    expect(dead[0]?.headers[deadLetterHeaders.reason]).toBe('invalid');
  });

  test('that is no event is handled as it is', async () => {
    const { broker, received } = await world();
    await broker.publish({
      address: 'labels.a',
      payload: bytes('Tea'),
      contentType: 'text/plain',
      headers: {},
      id: 'm1',
    });
    await broker.idle();
    expect(received).toMatchObject([{ payload: 'Tea', id: 'm1', headers: {} }]);
  });

  test('may have extensions of each type', async () => {
    const payload = envelope({ count: 12345678901234567890n.toString(), flag: true, data: null });
    const read = await unwrapped('nats', { contentType: json, payload });
    expect(read.headers).toMatchObject({ 'ce-count': '12345678901234567890', 'ce-flag': 'true' });
    expect(text(read.payload)).toBe('null');
    expect(read.contentType).toBe('application/json');
  });
});

test.each([{ source: '' }, { type: '' }, { attributes: { 'trace-id': '1' } }])(
  'a publisher refuses events that would be malformed: %j',
  async (changes) => {
    await expect(wrapped('nats', {}, changes)).rejects.toMatchObject({ code: 'invalid-message' });
  },
);

describe('replies to requests', () => {
  const { publish: wrap, reply } = cloudEvents(options);

  test.each(['binary', 'structured'] as const)('are unwrapped: %s', async (mode) => {
    const { broker, subscribe } = brokerWorld({
      interceptors: [readCloudEvents],
      replyInterceptors: [cloudEvents({ ...options, mode }).publish],
    });
    await subscribe.askPrice(({ payload }) => ({ grams: payload.tea.length }));
    const publish = new OrdersPublisher(broker, {
      interceptors: [wrap],
      replyInterceptors: [reply],
    });
    expect(await publish.askPrice({ tea: 'oolong' })).toEqual({ grams: 6 });
  });

  test('that are malformed events end the request with an error', async () => {
    const { broker } = brokerWorld();
    await broker.subscribe(
      'prices',
      { maxInFlight: 1 },
      async ({ replyTo = '', correlationId = '' }) => {
        await broker.publish({
          address: replyTo,
          correlationId,
          contentType: 'application/cloudevents+json',
          payload: bytes('{"specversion":"1.0"}'),
          headers: {},
        });
        return 'ack';
      },
    );
    const publish = new OrdersPublisher(broker, { replyInterceptors: [reply] });
    await expect(publish.askPrice({ tea: 'oolong' })).rejects.toMatchObject({
      name: 'BrokerError',
      code: 'invalid-message',
    });
  });
});
