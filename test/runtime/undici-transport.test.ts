import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { WireRequest } from '@tallystick/runtime';
import { undiciTransport } from '@tallystick/runtime/http/undici';
import { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { discardBody, isStreamBody, readBody } from '../../runtime/core/body.js';

const agent = new Agent();
const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function requestTo(
  listener: RequestListener,
  more: Partial<WireRequest> = {},
): Promise<WireRequest> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  return {
    method: 'GET',
    scheme: 'http',
    authority: `127.0.0.1:${address.port}`,
    target: '/',
    headers: [],
    body: undefined,
    ...more,
  };
}

describe('requests with undiciTransport', () => {
  test('have raw response headers, with a character for each byte', async () => {
    const request = await requestTo((_, response) =>
      response.writeHead(200, ['X-A', '1', 'x-a', 'caf\u00e9']).end('made'),
    );
    const { status, headers, body } = await undiciTransport(agent)(request);
    expect([status, headers.slice(0, 4)]).toEqual([200, ['X-A', '1', 'x-a', 'caf\u00e9']]);
    expect(new TextDecoder().decode(await readBody(body, 100))).toBe('made');
  });

  test('are rejected as soon as the response is too long', async () => {
    const request = await requestTo((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const { body } = await undiciTransport(agent)(request);
    await expect(readBody(body, 1_000_000)).rejects.toMatchObject({ code: 'body-too-large' });
  });

  test('read chunks only as needed', async () => {
    let written = 0;
    const request = await requestTo((_, response) => {
      const more = (): void => {
        while (written < 50_000_000 && response.write(Buffer.alloc(10_000, 'x'))) written += 10_000;
        if (written >= 50_000_000) response.end();
      };
      response.on('drain', more);
      more();
    });
    const { body } = await undiciTransport(agent)(request);
    if (!isStreamBody(body)) throw new Error('a stream was sent');
    const pieces = body.stream[Symbol.asyncIterator]();
    await pieces.next();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(20_000_000);
    let length = 0;
    for (let step = await pieces.next(); step.done !== true; step = await pieces.next())
      length += step.value.length;
    expect(length).toBeGreaterThan(49_000_000);
  });

  test.each(['signal', 'onAbort', 'signal beside onAbort'] as const)(
    'are aborted by %s',
    async (by) => {
      const { promise: closed, resolve } = withResolvers();
      const gone = new AbortController();
      const request = await requestTo((incoming) => {
        incoming.on('close', resolve);
        gone.abort(new Error('enough'));
      });
      const { signal } = gone;
      const cancellation: Partial<WireRequest> =
        by !== 'onAbort'
          ? { signal, ...(by === 'signal' ? {} : { onAbort: () => undefined }) }
          : {
              onAbort: (listener) =>
                signal.addEventListener('abort', () => listener(signal.reason)),
            };
      await expect(undiciTransport(agent)({ ...request, ...cancellation })).rejects.toThrow(
        'enough',
      );
      await closed;
    },
  );

  test('close the connection of a response that is not read', async () => {
    const { promise: closed, resolve } = withResolvers();
    const request = await requestTo((incoming, response) => {
      incoming.socket.on('close', resolve);
      response.write('begun');
    });
    discardBody((await undiciTransport(agent)(request)).body);
    await closed;
  });
});

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
