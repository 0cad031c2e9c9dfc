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
      return {
        stores,
        others: redisStores({ client, prefix }),
        transaction: (run, commits) => stores.transaction(run, commits),
      };
    },
    'with transactions',
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

    test('keep no single-use value beyond its expiry and a minute', async () => {
      const prefix = newPrefix();
      const stores = redisStores({ client, prefix });
      await stores.migrate();
      const now = Math.floor(Date.now() / 1_000);
      expect(await stores.replay.remember('o', 'v', now + 30, now)).toBe('new');
      const keys = (await client.sendCommand(['KEYS', `${prefix}replay:*`])) as readonly string[];
      expect(keys).toHaveLength(1);
      const life = Number(await client.sendCommand(['PTTL', String(keys[0])]));
      expect(life).toBeGreaterThan(30_000);
      expect(life).toBeLessThanOrEqual(31_000 + 60_000);
    });

    test.each([
      ['allkeys-lru', 1_000_000, 'unsupported'],
      ['volatile-ttl', 1_000_000, 'unsupported'],
      ['noeviction', 1_000_000, undefined],
      ['allkeys-lru', 0, undefined],
    ])('with the policy %s and %i bytes: %s', async (policy, bytes, code) => {
      const prefix = newPrefix();
      const info = `# Memory\r\nmaxmemory:${bytes}\r\nmaxmemory_policy:${policy}\r\n`;
      const stores = redisStores({
        prefix,
        client: {
          isOpen: true,
          connect: async () => undefined,
          close: () => undefined,
          sendCommand: async (command) =>
            command[0] === 'INFO' ? info : client.sendCommand(command),
        },
      });
      const error = await stores.migrate().catch((each: unknown) => each);
      if (code === undefined) return expect(error).toBeUndefined();
      expect(error).toMatchObject({
        code,
        message: `Redis removes keys when its memory is full ("maxmemory-policy ${policy}"); use "noeviction"`,
      });
    });

    test('are created by a user who may not run INFO', async () => {
      const stores = redisStores({
        prefix: newPrefix(),
        client: {
          isOpen: true,
          connect: async () => undefined,
          close: () => undefined,
          sendCommand: async (command) => {
            if (command[0] === 'INFO') throw new Error("NOPERM no permissions to run 'info'");
            return client.sendCommand(command);
          },
        },
      });
      await stores.migrate();
      expect(await stores.health()).toMatchObject({ ok: true });
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

    test('execute the commands of a transaction together, or none', async () => {
      const prefix = newPrefix();
      const stores = redisStores({ client, prefix });
      await stores.migrate();
      const [stock, orders] = [`${prefix}stock`, `${prefix}orders`];
      await client.sendCommand(['SET', stock, '1']);
      const order = (name: string): Promise<void> =>
        stores.transaction(async (transaction) => {
          transaction.require("return tonumber(redis.call('GET', KEYS[1]))", [stock], []);
          transaction.addScript("redis.call('DECRBY', KEYS[1], ARGV[1])", [stock], [1]);
          transaction.add('RPUSH', orders, name);
        });
      await order('first');
      await expect(order('second')).rejects.toMatchObject({ code: 'conflict' });
      const failing = stores.transaction(async (transaction) => {
        transaction.add('RPUSH', orders, 'third');
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await client.sendCommand(['LRANGE', orders, '0', '-1'])).toEqual(['first']);
      expect(await client.sendCommand(['GET', stock])).toBe('0');
    });

    test('execute nothing if another process has claimed the key before the commit', async () => {
      const prefix = newPrefix();
      const stores = redisStores({ client, prefix });
      await stores.migrate();
      const claim = { digest: 'd', owner: 'o', now: 0, leaseUntil: 1_000, expires: 90_000 };
      await stores.idempotency.begin('k', { ...claim, claim: 'c1' });
      const late = stores.transaction(async (transaction) => {
        transaction.add('SET', `${prefix}effect`, 'twice');
        const stored = { status: 200, headers: [], body: '' };
        expect(await stores.idempotency.finish('k', 'c1', stored, transaction)).toBe(true);
        await stores.idempotency.begin('k', { ...claim, claim: 'c2', now: 1_000 });
      });
      await expect(late).rejects.toMatchObject({ code: 'conflict' });
      expect(await client.sendCommand(['GET', `${prefix}effect`])).toBeNull();
    });

    test('refuse a transaction that has ended, and those of other stores', async () => {
      const stores = redisStores({ client, prefix: newPrefix() });
      const others = redisStores({ client, prefix: newPrefix() });
      await Promise.all([stores.migrate(), others.migrate()]);
      const ended = await stores.transaction(async (transaction) => transaction);
      const unsupported = { code: 'unsupported' };
      await expect(stores.outbox.enqueue([], ended)).rejects.toMatchObject(unsupported);
      expect(() => ended.add('SET', 'a', 'b')).toThrow('The transaction has ended');
      await others.transaction(async (transaction) => {
        await expect(stores.outbox.enqueue([], transaction)).rejects.toMatchObject(unsupported);
      });
    });
  });
});
