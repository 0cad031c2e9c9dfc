import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisPubSubBroker, redisStreamBroker } from '@tallystick/runtime/broker/redis';
import type { Settlement } from '@tallystick/runtime/broker';
import { testBroker } from './conformance.js';
import { openRedis } from './fixtures.js';
import { newName, run } from './names.js';
import { missingService, startServer } from './services.js';
import { collect, message, textOf } from './suite.js';

const port = 6379;
const missing = await missingService('redis-server', port);

testBroker(
  {
    name: 'Redis Streams',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'group',
    open: () => openRedis(port, 'streams'),
    address: async () => newName(),
  },
  { acknowledgements: true, headers: true, replies: true },
);

testBroker(
  {
    name: 'Redis Pub/Sub',
    missing,
    groups: false,
    headers: 'none',
    open: () => openRedis(port, 'pubsub'),
    address: async () => newName(),
  },
  { wildcards: true },
);

describe.skipIf(missing !== undefined)('on Redis', () => {
  const client = createClient({ socket: { host: '127.0.0.1', port } });
  beforeAll(async () => void (await client.connect()));
  afterAll(async () => {
    for await (const keys of client.scanIterator({ MATCH: `${run}*`, COUNT: 1_000 }))
      if (keys.length > 0) await client.del(keys);
    client.destroy();
  });

  test('a key of another type is neither sent to nor subscribed to', async () => {
    const key = newName();
    await client.set(key, 'text');
    const broker = redisStreamBroker(client);
    await expect(broker.publish(message(key, 'a'))).rejects.toMatchObject({ code: 'not-sent' });
    for (const group of [{}, { group: 'g' }])
      await expect(
        broker.subscribe(key, { maxInFlight: 1, ...group }, collect().handler),
      ).rejects.toMatchObject({ code: 'not-subscribed' });
    await broker.close();
  });

  test('entries of other programs are read', async () => {
    const key = newName();
    const broker = redisStreamBroker(client, { startWith: 'all' });
    await client.xAdd(key, '*', { amount: '3', 'content-type': 'text/plain' });
    const received = collect();
    await broker.subscribe(key, { maxInFlight: 1, group: 'g' }, received.handler);
    const [delivery] = await received.count(1);
    expect(delivery).toMatchObject({ headers: { amount: '3' }, contentType: 'text/plain' });
    expect(delivery?.payload).toHaveLength(0);
    await broker.close();
  });

  test('a handler may take longer than the time after which messages are taken over', async () => {
    const key = newName();
    const brokers = [
      redisStreamBroker(client, { idle: 300 }),
      redisStreamBroker(client, { idle: 300 }),
    ];
    let finish = (): void => undefined;
    const received = collect(async (each): Promise<Settlement> => {
      if (textOf(each) === 'slow') await new Promise<void>((resolve) => (finish = resolve));
      return 'ack';
    });
    for (const each of brokers)
      await each.subscribe(key, { maxInFlight: 2, group: 'g' }, received.handler);
    await brokers[0]?.publish(message(key, 'slow'));
    await received.count(1);
    // The time passes at the server.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    finish();
    await brokers[0]?.publish(message(key, 'next'));
    await received.until((all) => all.some((each) => textOf(each) === 'next'));
    expect(received.deliveries.map(textOf)).toEqual(['slow', 'next']);
    for (const each of brokers) await each.close();
    const groups = await client.xInfoGroups(key);
    expect(groups).toMatchObject([{ name: 'g', consumers: 0, pending: 0 }]);
  });

  test('a stream is trimmed to the length in its binding', async () => {
    const key = newName();
    const broker = redisStreamBroker(client);
    const bindings = { redis: { maxLength: 100 } };
    await Promise.all(
      Array.from({ length: 1_000 }, () => broker.publish(message(key, 'a', { bindings }))),
    );
    expect(await client.xLen(key)).toBeLessThan(300);
    await broker.close();
  });

  test('a group continues when its stream is deleted', async () => {
    const key = newName();
    const broker = redisStreamBroker(client, { idle: 200 });
    const received = collect();
    await broker.subscribe(key, { maxInFlight: 1, group: 'g' }, received.handler);
    const recreated = new Promise<void>((resolve) =>
      broker.on(({ kind }) => kind === 'error' && resolve()),
    );
    await client.del(key);
    await recreated;
    await broker.publish(message(key, 'later'));
    await received.count(1);
    await broker.close();
  });

  test('channels have no groups', async () => {
    const broker = redisPubSubBroker(client);
    await expect(
      broker.subscribe('a', { maxInFlight: 1, group: 'g' }, collect().handler),
    ).rejects.toMatchObject({ code: 'unsupported' });
    await broker.close();
  });

  test('a server that refuses the credentials is reported without them', async () => {
    const secured = await startServer('redis-server', (each, folder) => [
      '--port',
      String(each),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--requirepass',
      'right',
    ]);
    if (typeof secured === 'string') throw new Error(secured);
    const wrong = createClient({
      url: `redis://user:secret@127.0.0.1:${secured.port}`,
      socket: { reconnectStrategy: false },
    });
    const broker = redisStreamBroker(wrong);
    const errors: string[] = [];
    broker.on((event) => {
      if (event.kind === 'error') errors.push(event.error.message);
    });
    await expect(wrong.connect()).rejects.toThrow();
    const error: unknown = await broker.publish(message('a', '')).catch((each: unknown) => each);
    expect(error).toMatchObject({ name: 'BrokerError', code: 'not-sent' });
    expect([...errors, String(error)].join()).not.toContain('secret');
    await broker.close();
    await secured.close();
  });
});
