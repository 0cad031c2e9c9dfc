import { fetchTransport } from '@tallystick/runtime/http';
import { describe, expect, test } from 'vitest';
import { listen } from '../loopback.js';
import { testTime } from '../time.js';
import { inMemory, ways } from './connection.js';
import { operations } from './operations.js';

describe('timeouts and aborts', () => {
  test.each(operations)('$id ends with its timeout', async (operation) => {
    const time = testTime();
    const { clientWith } = inMemory({ time });
    const client = clientWith({ transport: () => new Promise(() => undefined), timeout: 1500 });
    const ended = operation.result(client);
    await time.waiter(1500);
    await time.advance(1500);
    expect(await ended).toEqual({ kind: 'timeout', ok: false, timeout: 1500 });
  });

  test.each(ways)('an abort $way ends the handler', async ({ connect }) => {
    const connected = await connect();
    try {
      const { client, testServer } = connected;
      const controller = new AbortController();
      const gone = new Promise<void>((resolve) => {
        testServer.instead.set('getAsset', (request) => {
          signalOf(request).addEventListener('abort', () => resolve());
          controller.abort('changed my mind');
          return new Promise(() => undefined);
        });
      });
      const outcome = await client.assets.get.result('base', 'usdc', { signal: controller.signal });
      expect(outcome).toEqual({ kind: 'aborted', ok: false, reason: 'changed my mind' });
      await gone;
    } finally {
      await connected.close();
    }
  });

  test('an abort ends the wait before a retry', async () => {
    const time = testTime();
    const { clientWith } = inMemory({ time });
    const controller = new AbortController();
    const client = clientWith({ transport: () => Promise.reject(new Error('down')) });
    const ended = client.assets.get.result('base', 'usdc', { signal: controller.signal });
    await time.waiter(100);
    controller.abort();
    expect(await ended).toMatchObject({ kind: 'aborted' });
  });

  test('an aborted signal prevents the request', async () => {
    const { client, testServer } = inMemory();
    const outcome = await client.webhooks.create.result(
      { network_id: 'base', event_type: 'unspecified', notification_uri: 'https://a.example' },
      { signal: AbortSignal.abort('never mind') },
    );
    expect(outcome).toMatchObject({ kind: 'aborted', reason: 'never mind' });
    expect(testServer.entered).toEqual([]);
  });

  test('an unreachable server is a network failure with a system code', async () => {
    const server = await listen(() => async () => ({ status: 200, headers: [], body: undefined }));
    await server.close();
    const { clientWith } = inMemory();
    const client = clientWith({
      transport: fetchTransport(),
      baseUrl: server.baseUrl,
      retry: false,
    });
    const outcome = await client.assets.get.result('base', 'usdc');
    expect(outcome).toMatchObject({ kind: 'network', cause: { code: 'ECONNREFUSED' } });
  });
});

function signalOf(request: unknown): AbortSignal {
  const signal: unknown =
    typeof request === 'object' && request !== null ? Reflect.get(request, 'signal') : undefined;
  if (!(signal instanceof AbortSignal)) throw new Error('a handler gets a signal');
  return signal;
}
