import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { ClientOptions } from '@tallystick/runtime';
import { ApiError, type Client } from '@tallystick/runtime';
import { connect } from '@tallystick/runtime/http';
import { afterEach, describe, expect, test } from 'vitest';
import type { OperationSource } from '../suite/case.js';
import { generateTopic } from '../suite/generated.js';
import { type Opened, transports } from '../suite/mounts.js';
import { testTime } from '../time.js';
import { type Answer, contents, heads, type Outcome } from './responses.js';

const thing = {
  '200': {
    description: 'ok',
    content: {
      'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
    },
  },
  '204': { description: 'nothing' },
  '304': { description: 'as before' },
};
const answers = (type: string, content: object): OperationSource => ({
  responses: { '200': { description: 'ok', content: { [type]: content } } },
});
const generated = await generateTopic({
  name: 'answers',
  title: 'Answers that nobody should trust',
  openapi: '3.2.0',
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  operations: {
    thing: { path: '/thing', responses: thing },
    head: { method: 'head', path: '/thing', responses: thing },
    text: answers('text/plain', { schema: { type: 'string' } }),
    bytes: answers('application/octet-stream', { schema: {} }),
    events: answers('text/event-stream', {
      itemSchema: { type: 'object', properties: { data: { type: 'string' } } },
    }),
    lines: answers('application/x-ndjson', { itemSchema: {} }),
    secret: { security: [{ bearer: [] }] },
  },
});

/** A server that sends the given bytes on every request. */
interface Liar {
  readonly origin: string;
  /** Received requests, by connection. */
  readonly requests: string[];
  /** Resolves when no connection is left. */
  closed(): Promise<void>;
  /** Bytes that were taken off its hands. */
  written(): number;
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

async function hostileServer(say: (socket: Socket, turn: number) => void): Promise<Liar> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const turn = requests.push('') - 1;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (piece) => {
      const before = requests[turn] ?? '';
      requests[turn] = before + piece.toString('latin1');
      // Requests of the suite have no bodies, so that one ends with its head.
      const count = (text: string): number => text.split('\r\n\r\n').length - 1;
      for (let at = count(before); at < count(requests[turn] ?? ''); at += 1) say(socket, at);
    });
  }).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    closed: async () => {
      await Promise.all(
        [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      );
    },
    written: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
  };
}

/** Says all of an answer. */
function speak({ bytes, endless, open: stays = false }: Answer): (socket: Socket) => void {
  return (socket) => {
    socket.write(bytes, 'latin1');
    if (endless === undefined) {
      if (!stays) socket.end();
      return;
    }
    const more = (): void => {
      while (!socket.destroyed && socket.writable) if (!socket.write(endless, 'latin1')) return;
    };
    socket.on('drain', more);
    more();
  };
}

describe.each(Object.entries(transports))('hostile responses over %s', (by, make) => {
  const taken: Opened[] = [];
  afterEach(async () => {
    for (const { close } of taken.splice(0)) await close();
  });
  const clientOf = (origin: string, options: ClientOptions = {}): Client => {
    const opened = make();
    taken.push(opened);
    const { transport } = opened;
    return connect(generated.description, {
      transport,
      baseUrl: origin,
      retry: false,
      maxResponseBytes: 100_000,
      ...options,
    });
  };

  const outcomeOf = async (client: Client, operation: string): Promise<Outcome> => {
    const call = generated.call(operation);
    if (operation !== 'events' && operation !== 'lines') return call.result(client);
    const { stream } = call as unknown as {
      stream(client: Client, ...rest: readonly unknown[]): AsyncIterable<unknown>;
    };
    try {
      const items: unknown[] = [];
      for await (const item of stream(client, { reconnect: false })) items.push(item);
      return { kind: 'success', items };
    } catch (error) {
      if (error instanceof ApiError) return error.outcome as Outcome;
      throw error;
    }
  };

  test.each([...heads, ...contents])('$name', async (answer) => {
    const server = await hostileServer(speak(answer));
    const outcome = await outcomeOf(clientOf(server.origin), answer.operation ?? 'thing');
    expect(outcome).toMatchObject(answer.but?.[by]?.[0] ?? answer.outcome);
    // There is no retry, no request to another server, and no open connection.
    expect(server.requests.map((text) => text.split(' HTTP/', 1)[0])).toEqual([
      `${answer.operation === 'head' ? 'HEAD' : 'GET'} /${answer.operation === 'head' ? 'thing' : (answer.operation ?? 'thing')}`,
    ]);
    await server.closed();
  });

  test('a response before its request is not used for it', async () => {
    const responseNamed = (name: string): string =>
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"name":"${name}"}`;
    const server = await hostileServer((socket) =>
      socket.write(responseNamed('a') + responseNamed('b')),
    );
    const client = clientOf(server.origin);
    for (let turn = 0; turn < 3; turn += 1)
      expect(await outcomeOf(client, 'thing')).toMatchObject({ value: { name: 'a' } });
  });

  test('a redirect is not followed with credentials', async () => {
    const elsewhere = await hostileServer((socket) => socket.end());
    const server = await hostileServer((socket) =>
      socket.end(`HTTP/1.1 307 X\r\nLocation: ${elsewhere.origin}/\r\nContent-Length: 0\r\n\r\n`),
    );
    const client = clientOf(server.origin, { credentials: { bearer: 'good' } });
    expect(await outcomeOf(client, 'secret')).toMatchObject({ kind: 'undeclared', status: 307 });
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([
    ['a head', 'HTTP/1.1 200 OK\r\nConte'],
    [
      'a body',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"na',
    ],
    [
      'chunks',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    ],
  ])('%s that stops ends after a timeout with its connection', async (_, bytes) => {
    const time = testTime();
    const server = await hostileServer((socket) => {
      socket.write(bytes, () => setImmediate(() => void time.advance(5000)));
    });
    const client = clientOf(server.origin, { timers: time, timeout: 5000 });
    expect(await outcomeOf(client, 'thing')).toEqual({ kind: 'timeout', ok: false, timeout: 5000 });
    await server.closed();
  });

  test('a response after an abort is ignored', async () => {
    const enough = new AbortController();
    const server = await hostileServer((socket) => {
      enough.abort('enough');
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"name":"a"}',
      );
    });
    const client = clientOf(server.origin);
    expect(await generated.call('thing').result(client, { signal: enough.signal })).toEqual({
      kind: 'aborted',
      ok: false,
      reason: 'enough',
    });
    await server.closed();
  });

  test('an undeclared response closes its connection', async () => {
    const server = await hostileServer(
      speak({
        ...heads[0],
        name: '',
        outcome: {},
        bytes:
          'HTTP/1.1 500 X\r\nContent-Type: application/octet-stream\r\nContent-Length: 99999999\r\n\r\n',
        endless: 'a'.repeat(65_536),
      }),
    );
    expect(await outcomeOf(clientOf(server.origin), 'bytes')).toMatchObject({
      kind: 'invalid-response',
    });
    await server.closed();
    expect(server.written()).toBe(0);
  });
});
