import type { postgresStores } from '@tallystick/stores/postgres';
import type { redisStores } from '@tallystick/stores/redis';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ConnectionTimeouts, Stores } from '../../stores/core/stores.js';
import { type Proxy, startProxy } from './crash/proxy.js';
import { withDrivers } from './bundled-stores.js';
import { missingPackage, missingServer } from './drivers.js';

/** Creates stores that open a connection to a port themselves. */
type Open = (port: number, timeouts: ConnectionTimeouts) => Stores;

const kinds: readonly (readonly [string, string, number, () => Promise<Open>])[] = [
  [
    'PostgreSQL',
    'pg',
    5432,
    async () => {
      const { postgresStores: open } = await withDrivers<{ postgresStores: typeof postgresStores }>(
        'postgres',
      );
      return (port, timeouts) =>
        open({
          connectionString: `postgres://postgres@127.0.0.1:${port}/test`,
          schema: 'tallystick_silent',
          ...timeouts,
        });
    },
  ],
  [
    'Redis',
    'redis',
    6379,
    async () => {
      const { redisStores: open } = await withDrivers<{ redisStores: typeof redisStores }>('redis');
      return (port, timeouts) =>
        open({ url: `redis://127.0.0.1:${port}`, prefix: 'tallystick-silent:', ...timeouts });
    },
  ],
];

for (const [name, driver, port, load] of kinds) {
  const missing = await missingServer(driver, port);
  const silence = {
    ok: false,
    error: { name: 'StoreError', code: 'unreachable', message: `${name} does not respond` },
  };

  describe.skipIf(missing !== undefined)(`${name} (${missing ?? 'responds'})`, () => {
    async function withProxy(run: (proxy: Proxy, open: Open) => Promise<void>): Promise<void> {
      const proxy = await startProxy(port);
      try {
        await run(proxy, await load());
      } finally {
        proxy.close();
      }
    }

    test('that accepts a connection and never responds is an error', () =>
      withProxy(async (proxy, open) => {
        proxy.cut();
        const stores = open(proxy.port, { connectTimeout: 20 });
        expect(await stores.health()).toMatchObject(silence);
        await expect(stores.migrate()).rejects.toMatchObject(silence.error);
        await expect(stores.replay.remember('o', 'v', 2, 1)).rejects.toMatchObject(silence.error);
        await stores.close();
      }));

    test('that no longer responds is an error until it does again', () =>
      withProxy(async (proxy, open) => {
        const stores = open(proxy.port, { responseTimeout: 1_000 });
        // The database responds that it has no such tables.
        const response = { error: { code: 'version' } };
        await expect.poll(async () => stores.health()).toMatchObject(response);
        proxy.cut();
        expect(await stores.health()).toMatchObject(silence);
        proxy.restore();
        await expect.poll(async () => stores.health()).toMatchObject(response);
        await stores.close();
      }));

    test.each([0, -1, Number.NaN])('does not accept a timeout of %s', async (milliseconds) => {
      const open = await load();
      for (const option of ['connectTimeout', 'responseTimeout'])
        expect(() => open(1, { [option]: milliseconds })).toThrow(
          `"${option}" must be a positive number`,
        );
    });
  });
}

/** A message of the protocol of PostgreSQL. */
function message(type: string, ...parts: readonly (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(part);
      return bytes;
    }),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

describe('PostgreSQL that accepts a connection and ends it in the same packet', () => {
  const missing = missingPackage('pg');

  test.skipIf(missing !== undefined)(`is an error (${missing ?? 'pg is installed'})`, async () => {
    const fields = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
    const packet = Buffer.concat([message('R', 0), message('Z', 'I'), message('E', fields)]);
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(packet));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { postgresStores: open } = await withDrivers<{ postgresStores: typeof postgresStores }>(
      'postgres',
    );
    const { port } = server.address() as { readonly port: number };
    const connectionString = `postgres://postgres@127.0.0.1:${port}/test`;
    const stores = open({ connectionString });
    await expect(stores.migrate()).rejects.toMatchObject({ code: 'unreachable' });
    expect(connections).toBe(1);
    const end = stores.revocations.subscribe(() => undefined);
    // One connection listens, another one reads.
    await expect.poll(() => connections).toBeGreaterThanOrEqual(3);
    end();
    await stores.close();
    await new Promise((resolve) => server.close(resolve));
  });
});
