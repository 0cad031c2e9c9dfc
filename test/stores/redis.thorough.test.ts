import { type RedisClient, redisStores } from '@tallystick/stores/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testStores } from './conformance.js';
import { loadDriver, missingServer } from './drivers.js';

const missing = await missingServer('redis', 6379);
const root = `tallystick-test-${process.pid}:`;
let client: RedisClient;
let prefixes = 0;

const newClient = (options: object): RedisClient & { on(name: string, each: () => void): void } =>
  (
    loadDriver('redis') as {
      createClient(options: object): RedisClient & { on(name: string, each: () => void): void };
    }
  ).createClient(options);

describe.skipIf(missing !== undefined)(`Redis (${missing ?? 'responds'})`, () => {
  beforeAll(async () => {
    client = newClient({ url: 'redis://127.0.0.1:6379' });
    await client.connect();
  });
  afterAll(async () => {
    for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
      const reply = await client.sendCommand([
        'SCAN',
        cursor,
        'MATCH',
        `${root}*`,
        'COUNT',
        '1000',
      ]);
      const [next, keys] = reply as readonly [string, readonly string[]];
      if (keys.length > 0) await client.sendCommand(['DEL', ...keys]);
      cursor = next;
    }
    await client.close();
  });
  const newPrefix = (): string => `${root}${++prefixes}:`;

  testStores(
    'Redis',
    async () => {
      const prefix = newPrefix();
      const stores = redisStores({ client, prefix });
      await stores.migrate();
      return { stores, others: redisStores({ client, prefix }) };
    },
    'without transactions',
  );

  describe('stores on Redis', () => {
    test('say that the keys are missing', async () => {
      await expect(redisStores({ client, prefix: newPrefix() }).prune()).rejects.toMatchObject({
        code: 'version',
        message: 'The keys of the stores do not exist; call migrate()',
      });
    });

    test('refuse keys of a later version', async () => {
      const prefix = newPrefix();
      await client.sendCommand(['SET', `${prefix}version`, '99']);
      const stores = redisStores({ client, prefix });
      await expect(stores.migrate()).rejects.toMatchObject({ code: 'version' });
    });

    test('refuse wrong credentials', async () => {
      const other = newClient({
        url: 'redis://nobody:wrong@127.0.0.1:6379',
        socket: { reconnectStrategy: false },
      });
      other.on('error', () => undefined);
      const error = await other.connect().catch((each: unknown) => each);
      const unusable = { isOpen: false, connect: async () => undefined, close: () => undefined };
      const stores = redisStores({
        client: { ...unusable, sendCommand: () => Promise.reject(error) },
      });
      expect(await stores.health()).toMatchObject({ error: { code: 'credentials' } });
    });

    test('refuse transactions of the program', async () => {
      const stores = redisStores({ client, prefix: newPrefix() });
      await stores.migrate();
      const transaction = {} as never;
      await expect(stores.outbox.enqueue([], transaction)).rejects.toMatchObject({
        code: 'unsupported',
      });
    });
  });
});
