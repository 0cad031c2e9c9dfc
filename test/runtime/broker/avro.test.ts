import avro from 'avsc';
import {
  deadLetterHeaders,
  memoryBroker,
  SchemaRegistryError,
  type Delivery,
  type SchemaRegistry,
  type SubscriberEvent,
} from '@tallystick/runtime/broker';
import { schemaRegistry } from '@tallystick/runtime/broker/registry';
import { describe, expect, test } from 'vitest';
import {
  AvroOrdersPublisher,
  AvroOrdersSubscriber,
  type OrderCancelled,
  type OrderPlaced,
} from '../../cases/avro/output/src/index.js';
import { readFileSync } from 'node:fs';

const placedSchema = readFileSync('test/cases/avro/placed.avsc', 'utf8');
const order: OrderPlaced = {
  id: '0f9d5d0c-2d6e-4d0c-9a54-0d4f5d6a7b8c',
  number: 9007199254740993n,
  total: '-12.50',
  placed: '2026-11-28T08:00:00.123Z',
  due: '1969-12-31',
  size: 'LARGE',
  signature: Uint8Array.of(1, 2, 254, 255),
  teas: [{ name: 'Assam', grams: 50, parts: [{ name: 'Leaf', grams: -1, parts: [] }] }],
  notes: { gift: 'äöü', '': '' },
  paid: { name: 'Mint', grams: 1, parts: [] },
};
const cancelled: OrderCancelled = {
  id: '0f9d5d0c-2d6e-4d0c-9a54-0d4f5d6a7b8c',
  reason: null,
  refund: { long: -1n },
};
const schema = {
  type: 'record',
  name: 'OrderCancelled',
  namespace: 'com.example.tea',
  fields: [
    { name: 'id', type: 'string' },
    { name: 'reason', type: ['null', 'string'], default: null },
    { name: 'refund', type: ['int', 'long'] },
  ],
} as const;
const library = avro.Type.forSchema(schema as unknown as avro.Schema, { wrapUnions: 'always' });

/** Both sides over one broker, with what is received, sent, set aside and reported. */
async function world(registry?: SchemaRegistry) {
  const broker = memoryBroker();
  const options = registry === undefined ? {} : { registry };
  const received: unknown[] = [];
  const wire: Delivery[] = [];
  const dead: Delivery[] = [];
  const events: SubscriberEvent[] = [];
  const collect = async (address: string, into: Delivery[]): Promise<void> => {
    await broker.subscribe(address, { maxInFlight: 10 }, async (delivery) => {
      into.push(delivery);
      return 'ack';
    });
  };
  await collect('orders', wire);
  await collect('audits', wire);
  await collect('dead', dead);
  const publish = new AvroOrdersPublisher(broker, options);
  const subscribe = new AvroOrdersSubscriber(broker, {
    ...options,
    deadLetter: 'dead',
    retries: { delay: 1, maxDelay: 1 },
    onEvent: (event) => events.push(event),
  });
  await subscribe.orderChanged(({ message, payload }) => void received.push([message, payload]));
  await subscribe.audits(({ message, payload }) => void received.push([message, payload]));
  const send = async (payload: Uint8Array, address = 'orders'): Promise<void> => {
    await broker.publish({ address, payload, headers: {}, id: crypto.randomUUID() });
    await broker.idle();
  };
  const reasons = (): readonly unknown[] =>
    dead.map(({ headers }) => headers[deadLetterHeaders.reason]);
  return { broker, publish, subscribe, received, wire, dead, events, send, reasons };
}

/** A message in Confluent's wire format. */
function framed(id: number, payload: Uint8Array): Uint8Array {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(id, 1);
  return Buffer.concat([header, payload]);
}

describe('messages in Avro', () => {
  test('arrive as they were sent, without a registry', async () => {
    const { broker, publish, received, wire } = await world();
    await publish.orderChanged(order);
    await publish.orderChanged(cancelled);
    await publish.audits({ order: Uint8Array.of(0, 200) });
    await broker.idle();
    expect(received).toEqual([
      ['placed', order],
      ['cancelled', cancelled],
      ['audit', { order: Uint8Array.of(0, 200) }],
    ]);
    expect(library.fromBuffer(Buffer.from(wire[1]?.payload ?? []))).toEqual({
      id: cancelled.id,
      reason: null,
      refund: { long: -1 },
    });
    expect(new TextDecoder().decode(wire[2]?.payload)).toBe('{"order":{"bytes":"\\u0000È"}}');
  });

  test('of the library itself are read', async () => {
    const { received, send } = await world();
    await send(library.toBuffer({ id: 'a', reason: { string: 'cold' }, refund: { int: 5 } }));
    expect(received).toEqual([['cancelled', { id: 'a', reason: 'cold', refund: { int: 5 } }]]);
  });

  test('that cannot be written are refused', async () => {
    const { publish } = await world();
    for (const change of [
      { total: '1.234' },
      { total: '99999999.00' },
      { placed: '2026-11-28T08:00:00.1234Z' },
      { due: '2026-02-30' },
      { signature: Uint8Array.of(1) },
      { size: 'HUGE' },
      { number: 2n ** 63n },
      { extra: 1 },
    ])
      await expect(
        publish.orderChanged({ ...order, ...change } as OrderPlaced, { message: 'placed' }),
      ).rejects.toMatchObject({ name: 'BrokerError', code: 'invalid-message' });
  });

  test('that are no Avro become dead letters with their bytes', async () => {
    const { publish, broker, wire, send, dead, received, reasons } = await world();
    await publish.orderChanged(order);
    await broker.idle();
    const bytes = Buffer.from(wire[0]?.payload ?? []);
    const broken = [
      Buffer.alloc(0),
      Buffer.from('{"json":true}'),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.of(0)]),
      // An array that claims to have 2^62 items.
      Buffer.from('4000ffffffffffffffff7f', 'hex'),
    ];
    for (const each of broken) await send(each);
    expect(received).toHaveLength(1);
    expect(dead.map(({ payload }) => Buffer.from(payload))).toEqual(broken);
    expect(new Set(reasons())).toEqual(new Set(['malformed']));
  });
});

describe('messages with ids of schemas', () => {
  const older = {
    ...schema,
    fields: [schema.fields[0], { name: 'gone', type: 'int' }, schema.fields[2]],
  };
  const olderType = avro.Type.forSchema(older as unknown as avro.Schema, { wrapUnions: 'always' });
  const other = { type: 'record', name: 'Other', fields: [] };
  const registry = schemaRegistry({ 7: older, 8: other, 9: placedSchema });

  test('begin with the id, and arrive as they were sent', async () => {
    const { broker, publish, received, wire } = await world(registry);
    await publish.orderChanged(order);
    await broker.idle();
    expect([...(wire[0]?.payload.subarray(0, 5) ?? [])]).toEqual([0, 0, 0, 0, 9]);
    expect(received).toEqual([['placed', order]]);
  });

  test('of an older schema are resolved to the own one', async () => {
    const { received, send } = await world(registry);
    const value = { id: 'a', gone: 1, refund: { int: 5 } };
    await send(framed(7, olderType.toBuffer(value)));
    expect(received).toEqual([['cancelled', { id: 'a', reason: null, refund: { int: 5 } }]]);
  });

  test('of an unknown or another schema, and without an id, become dead letters', async () => {
    const { received, send, reasons } = await world(registry);
    await send(framed(6, Buffer.of(0)));
    await send(framed(8, Buffer.alloc(0)));
    await send(Buffer.of(1, 2, 3));
    expect(received).toEqual([]);
    expect(reasons()).toEqual(['unknown', 'unknown', 'malformed']);
  });

  test('wait in their order while the registry is down', async () => {
    let failures = 3;
    const flaky: SchemaRegistry = {
      ...registry,
      async schema(id) {
        failures -= 1;
        if (failures >= 0) throw new SchemaRegistryError('unavailable', 'It is down');
        return await registry.schema(id);
      },
    };
    const { broker, received, dead, events } = await world(flaky);
    for (const id of ['a', 'b', 'c']) {
      const payload = framed(7, olderType.toBuffer({ id, gone: 1, refund: { int: 5 } }));
      await broker.publish({ address: 'orders', payload, headers: {}, id });
    }
    await broker.idle();
    expect(received).toMatchObject(['a', 'b', 'c'].map((id) => ['cancelled', { id }]));
    expect(dead).toEqual([]);
    expect(events.map(({ kind }) => kind)).toEqual(['error', 'error', 'error']);
  });

  test('are not sent if their schema has no id', async () => {
    const { publish, wire } = await world(schemaRegistry({}));
    await expect(publish.orderChanged(order)).rejects.toMatchObject({
      name: 'SchemaRegistryError',
      code: 'unknown-schema',
    });
    expect(wire).toEqual([]);
  });
});

test('publishers with one registry each ask it for their own subject', async () => {
  const asked: string[] = [];
  const registry: SchemaRegistry = {
    schema: () => Promise.reject(new Error('nothing is read')),
    async id(subject) {
      asked.push(subject);
      return 7;
    },
  };
  const broker = memoryBroker();
  await new AvroOrdersPublisher(broker, { registry }).orderChanged(order);
  const subject = ({ name }: { readonly name: string }): string => name;
  await new AvroOrdersPublisher(broker, { registry, subject }).orderChanged(order);
  expect(asked).toEqual(['orders-value', 'com.example.tea.OrderPlaced']);
  await broker.close();
});
