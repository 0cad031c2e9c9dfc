import { createFileRegistry, fromBinary, fromJson, toBinary, toJson } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import {
  deadLetterHeaders,
  memoryBroker,
  type Delivery,
  type SchemaRegistry,
} from '@tallystick/runtime/broker';
import { describe, expect, test } from 'vitest';
import {
  ProtobufOrdersPublisher,
  ProtobufOrdersSubscriber,
  type Order,
} from '../../cases/protobuf/output/src/index.js';

const order: Order = {
  id: 'o1',
  orderNumber: -9007199254740993n,
  items: [{ tea: { name: 'Assam' }, grams: -5, parts: [{ grams: 0, parts: [] }] }],
  points: { a: 2n ** 64n - 1n, __proto__: 1n } as Order['points'],
  placed: '2026-11-28T08:00:00.123456789Z',
  discount: 5n,
  gift: false,
  signature: Uint8Array.of(0, 255),
  size: 'SIZE_LARGE',
  cash: { cents: 4294967295 },
  weight: 0.1,
};

/** The message of the library itself, for a file that is written by hand. */
const library = createFileRegistry(
  fromJson(FileDescriptorSetSchema, {
    file: [
      {
        name: 'order.proto',
        package: 'com.example.tea',
        syntax: 'proto3',
        messageType: [
          {
            name: 'Order',
            field: [
              {
                name: 'id',
                jsonName: 'id',
                number: 1,
                label: 'LABEL_OPTIONAL',
                type: 'TYPE_STRING',
              },
              {
                name: 'order_number',
                jsonName: 'orderNumber',
                number: 2,
                label: 'LABEL_OPTIONAL',
                type: 'TYPE_INT64',
              },
              {
                name: 'size',
                jsonName: 'size',
                number: 9,
                label: 'LABEL_OPTIONAL',
                type: 'TYPE_INT32',
              },
            ],
          },
        ],
      },
    ],
  }),
).getMessage('com.example.tea.Order');
if (library === undefined) throw new Error('the file has the message');

const registry: SchemaRegistry = {
  schema: async () => ({ type: 'PROTOBUF', text: '' }),
  id: async (subject) => (subject === 'orders-value' ? 7 : 8),
};

/** Both sides over one broker, with what is received, sent and set aside. */
async function world(options: { readonly registry?: SchemaRegistry } = {}) {
  const broker = memoryBroker();
  const received: unknown[] = [];
  const wire: Delivery[] = [];
  const dead: Delivery[] = [];
  const collect = async (address: string, into: Delivery[]): Promise<void> => {
    await broker.subscribe(address, { maxInFlight: 10 }, async (delivery) => {
      into.push(delivery);
      return 'ack';
    });
  };
  await collect('orders', wire);
  await collect('audits', wire);
  await collect('dead', dead);
  const publish = new ProtobufOrdersPublisher(broker, options);
  const subscribe = new ProtobufOrdersSubscriber(broker, { ...options, deadLetter: 'dead' });
  await subscribe.orderPlaced(({ payload }) => void received.push(payload));
  await subscribe.audits(({ payload }) => void received.push(payload));
  const send = async (payload: Uint8Array, address = 'orders'): Promise<void> => {
    await broker.publish({ address, payload, headers: {}, id: crypto.randomUUID() });
    await broker.idle();
  };
  const reasons = (): readonly unknown[] =>
    dead.map(({ headers }) => headers[deadLetterHeaders.reason]);
  return { broker, publish, subscribe, received, wire, dead, send, reasons };
}

describe('messages in Protobuf', () => {
  test('arrive as they were sent', async () => {
    const { broker, publish, received, wire } = await world();
    await publish.orderPlaced(order);
    await broker.idle();
    expect(received).toEqual([order]);
    expect(toJson(library, fromBinary(library, wire[0]?.payload ?? new Uint8Array()))).toEqual({
      id: 'o1',
      orderNumber: '-9007199254740993',
      size: 1,
    });
  });

  test('of the library itself are read, with what it leaves out', async () => {
    const { received, send } = await world();
    await send(toBinary(library, fromJson(library, { id: 'o2', size: 99 })));
    expect(received).toEqual([
      {
        id: 'o2',
        orderNumber: 0n,
        items: [],
        points: {},
        signature: new Uint8Array(),
        size: 99,
        weight: 0,
      },
    ]);
  });

  test('are ProtoJSON if the media type is one of JSON', async () => {
    const { broker, publish, received, wire } = await world();
    await publish.audits({ order: 'o1', digest: Uint8Array.of(1, 2), result: 'FAILED' });
    await broker.idle();
    expect(new TextDecoder().decode(wire[0]?.payload)).toBe(
      '{"order":"o1","digest":"AQI=","result":"FAILED"}',
    );
    expect(received).toEqual([{ order: 'o1', digest: Uint8Array.of(1, 2), result: 'FAILED' }]);
  });

  test('that cannot be written are refused', async () => {
    const { publish } = await world();
    for (const change of [
      { orderNumber: 2n ** 63n },
      { orderNumber: 1 },
      { placed: 'yesterday' },
      { size: 'HUGE' },
      { signature: 'AQI=' },
      { extra: 1 },
      { id: undefined },
      // Both members of the oneof.
      { card: 'c' },
    ])
      await expect(
        publish.orderPlaced({ ...order, ...change } as unknown as Order),
      ).rejects.toMatchObject({ name: 'BrokerError', code: 'invalid-message' });
  });

  test('that are no Protobuf become dead letters with their bytes', async () => {
    const { received, dead, send, reasons } = await world();
    const broken = [
      Buffer.from('{"json":true}'),
      Buffer.from('0a05', 'hex'),
      Buffer.from('ffffffffffffffffffff', 'hex'),
      Buffer.from('1a00'.repeat(1) + '1a', 'hex'),
    ];
    for (const each of broken) await send(each);
    await send(Buffer.from('{"order":"o1","result":"LOST"}'), 'audits');
    expect(received).toEqual([]);
    expect(dead.slice(0, 4).map(({ payload }) => Buffer.from(payload))).toEqual(broken);
    expect(new Set(reasons())).toEqual(new Set(['malformed']));
  });
});

describe('messages in Protobuf with ids of schemas', () => {
  test('have the id and the path of the message', async () => {
    const { broker, publish, received, wire } = await world({ registry });
    await publish.orderPlaced(order);
    await broker.idle();
    expect([...(wire[0]?.payload.subarray(0, 6) ?? [])]).toEqual([0, 0, 0, 0, 7, 0]);
    expect(received).toEqual([order]);
  });

  test('of another message, and without an id, become dead letters', async () => {
    const { received, send, reasons } = await world({ registry });
    await send(Buffer.from('00000000070202', 'hex'));
    await send(Buffer.from('0000000007', 'hex'));
    await send(Buffer.from('0a026f31', 'hex'));
    // A path that claims to have 2^31 indexes.
    await send(Buffer.from('0000000007feffffff0f', 'hex'));
    expect(received).toEqual([]);
    expect(reasons()).toEqual(['unknown', 'malformed', 'malformed', 'malformed']);
  });
});
