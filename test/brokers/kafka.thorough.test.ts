import { Kafka, logLevel } from 'kafkajs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Settlement } from '@tallystick/runtime/broker';
import { kafkaBroker } from '@tallystick/runtime/broker/kafka';
import { freePort } from '../free-port.js';
import { testBroker } from './conformance.js';
import { openKafka } from './fixtures.js';
import { newName } from './names.js';
import { startKafka } from './services.js';
import { collect, message, textOf } from './suite.js';

const cluster = await startKafka();
const [port, missing] = typeof cluster === 'string' ? [0, cluster] : [cluster.port, undefined];

testBroker(
  {
    name: 'Kafka',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'group',
    concurrent: true,
    open: () => openKafka(port),
    address: async () => newName(),
  },
  { acknowledgements: true, headers: true, replies: true },
);

describe.skipIf(missing !== undefined)('on Kafka', { concurrent: true }, () => {
  const client = (to: number): Kafka =>
    new Kafka({
      brokers: [`127.0.0.1:${to}`],
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 50, retries: 2 },
    });

  test('a new group starts with all messages if it is told so', async () => {
    const broker = kafkaBroker(client(port), { startWith: 'all' });
    const topic = newName();
    for (const each of ['a', 'b']) await broker.publish(message(topic, each, { key: 'k' }));
    const received = collect();
    await broker.subscribe(topic, { maxInFlight: 1, group: 'g' }, received.handler);
    await received.count(2);
    expect(received.deliveries.map((each) => [textOf(each), each.key])).toEqual([
      ['a', 'k'],
      ['b', 'k'],
    ]);
    await broker.close();
  });

  test('commits no message before those in front of it', async () => {
    const topic = newName();
    const bindings = { kafka: { topic, groupId: `${topic}-group` } };
    const first = kafkaBroker(client(port));
    const received = collect((each) =>
      textOf(each) === 'b' ? new Promise<Settlement>(() => undefined) : 'ack',
    );
    await first.subscribe('orders', { maxInFlight: 9, bindings }, received.handler);
    const texts = ['a', 'b', 'c', 'd'];
    await Promise.all(
      texts.map((each) => first.publish(message('orders', each, { key: 'k', bindings }))),
    );
    await received.count(4);
    expect(received.deliveries[0]?.address).toBe('orders');
    const admin = client(port).admin();
    await admin.connect();
    const committed = async (): Promise<number> => {
      const [of] = await admin.fetchOffsets({ groupId: `${topic}-group`, topics: [topic] });
      return Math.max(...(of?.partitions ?? []).map(({ offset }) => Number(offset)));
    };
    await expect.poll(committed, { timeout: 20_000 }).toBe(1);
    await admin.disconnect();
  });

  test('a message without a value is empty, and headers are text', async () => {
    const topic = newName();
    const kafka = client(port);
    const broker = kafkaBroker(kafka);
    const received = collect();
    await broker.subscribe(topic, { maxInFlight: 1 }, received.handler);
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({
      topic,
      messages: [{ value: null, headers: { a: ['1', '2'], b: Buffer.from('3') } }],
    });
    await producer.disconnect();
    const [delivery] = await received.count(1);
    expect(delivery?.payload).toHaveLength(0);
    expect(delivery?.headers).toEqual({ a: '1', b: '3' });
    await broker.close();
  });

  test('a cluster that is not there is reported', async () => {
    const broker = kafkaBroker(client(await freePort()));
    await expect(broker.publish(message('a', ''))).rejects.toMatchObject({ code: 'not-sent' });
    await expect(
      broker.subscribe('a', { maxInFlight: 1 }, collect().handler),
    ).rejects.toMatchObject({ code: 'not-subscribed' });
    await broker.close();
  });

  test.each(['a b', 'ä', 'a/b', '.', '..'])('the topic %j is refused', async (topic) => {
    const broker = kafkaBroker(client(port));
    await expect(broker.publish(message(topic, ''))).rejects.toMatchObject({
      code: 'invalid-address',
    });
    await broker.close();
  });
});

afterAll(async () => {
  if (typeof cluster !== 'string') await cluster.close();
});
