import { once } from 'node:events';
import { createServer as createPlainServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WireRequest, WireResponse } from '@tallystick/runtime';
import { nodeHandler, nodeServer, serverDefaults } from '@tallystick/runtime/http/node';
import { afterEach, describe, expect, it } from 'vitest';

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function listening(server: Server): Promise<number> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const serve = (handle: (request: WireRequest) => Promise<WireResponse>): Promise<number> =>
  listening(nodeServer(handle));

/** A socket whose resetting by the other end is no failure of a test. */
function dial(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

/** Sends text over a socket and reads until the server closes it. */
async function raw(port: number, text: string): Promise<string> {
  const socket = dial(port);
  socket.write(text);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  return answer;
}

const plain: WireResponse = { status: 200, headers: ['Content-Type', 'text/plain'], body: 'hello' };

describe('request that node:http cannot read', () => {
  const long = 'a'.repeat(40_000);
  const host = 'Host: a\r\n';
  it.each([
    ['a target above the header limit', `GET /${long} HTTP/1.1\r\n${host}\r\n`, 414],
    ['such a target with a query', `GET /a?b=${long}${long}${long} HTTP/1.1\r\n${host}\r\n`, 414],
    [
      'such a target after another request',
      `GET / HTTP/1.1\r\n${host}\r\nGET /${long} HTTP/1.1\r\n${host}\r\n`,
      414,
    ],
    ['a header that is too long', `GET / HTTP/1.1\r\n${host}A: ${long}\r\n\r\n`, 431],
    ['another protocol', 'hello\r\n\r\n', 400],
  ])('is answered: %s', async (_, text, status) => {
    const port = await serve(async () => plain);
    const answer = await raw(port, text);
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)?.at(-1)).toBe(`HTTP/1.1 ${status}`);
  });

  it('is answered if it arrives in chunks', async () => {
    const port = await serve(async () => plain);
    const socket = dial(port);
    socket.setNoDelay(true);
    let answer = '';
    socket.on('data', (piece) => (answer += String(piece)));
    const closed = once(socket, 'close');
    socket.write('GET /');
    for (let sent = 0; sent < 20; sent += 1) {
      socket.write('a'.repeat(1400));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
  });
});

describe('request of node:http', () => {
  it('keeps its target and headers unchanged', async () => {
    const seen: WireRequest[] = [];
    const port = await serve(async (request) => {
      seen.push(request);
      return plain;
    });
    await raw(
      port,
      `GET //a/../%2e?q='x' HTTP/1.1\r\nHost: Api.Example\r\nAuthorization: one\r\nauthorization: two\r\nConnection: close\r\n\r\n`,
    );
    expect(seen).toMatchObject([
      {
        method: 'GET',
        scheme: 'http',
        authority: 'Api.Example',
        target: "//a/../%2e?q='x'",
        headers: [
          'Host',
          'Api.Example',
          'Authorization',
          'one',
          'authorization',
          'two',
          'Connection',
          'close',
        ],
        body: undefined,
        peer: { address: '127.0.0.1' },
      },
    ]);
  });

  it('streams its body, with a length or chunked', async () => {
    const port = await serve(async ({ body }) => {
      let text = '';
      if (typeof body === 'object' && 'stream' in body)
        for await (const piece of body.stream) text += new TextDecoder().decode(piece);
      return { ...plain, body: text };
    });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
    expect(await raw(port, `${head}Content-Length: 3\r\n\r\nabc`)).toMatch(/\r\n\r\nabc$/);
    expect(
      await raw(port, `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`),
    ).toMatch(/\r\n\r\nabc$/);
  });
});

describe('response over node:http', () => {
  it('keeps separate header lines, and has a length', async () => {
    const headers = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'];
    const port = await serve(async () => ({ status: 201, headers, body: 'é' }));
    const answer = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(
      /^HTTP\/1\.1 201 Created\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n/,
    );
  });

  it('to HEAD has the length of the omitted body', async () => {
    const port = await serve(async () => ({
      status: 200,
      headers: ['Content-Length', '5'],
      body: undefined,
    }));
    const answer = await raw(port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('Content-Length: 5\r\n');
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });

  it('with status 204 has neither body nor length', async () => {
    const port = await serve(async () => ({ status: 204, headers: [], body: undefined }));
    expect(await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).not.toContain(
      'Content-Length',
    );
  });

  it('reaches a client whose body was not read, and closes the connection', async () => {
    const port = await serve(async () => ({ status: 401, headers: [], body: undefined }));
    const answer = await raw(
      port,
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(1000)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('Connection: close\r\n');
  });

  it('waits for a slow reader', async () => {
    let chunks = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        chunks += 1;
        yield new Uint8Array(65_536);
      }
    }
    const port = await serve(async () => ({
      status: 200,
      headers: [],
      body: { stream: endless() },
    }));
    const socket = dial(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'readable');
    // Nothing more is read from here on: what the kernel buffers is all that can be made.
    let before = -1;
    while (before !== chunks) {
      before = chunks;
      for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(chunks).toBeLessThan(1000);
    socket.destroy();
  });

  it.each([
    ['longer', 'hello world', 'hello'],
    ['shorter', 'hell', 'hell'],
  ])('that is %s than its length ends the connection', async (_, text, whole) => {
    async function* odd(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text.slice(0, 5));
      if (text.length > 5) yield Buffer.from(text.slice(5));
    }
    const port = await serve(async () => ({
      status: 200,
      headers: [],
      body: { stream: odd(), length: 5 },
    }));
    // Ends because the server closes the connection, which it would otherwise keep.
    const answer = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n').catch(() => '');
    expect(answer.split('\r\n\r\n')[1] ?? whole).toBe(whole);
  });

  it('keeps no sent chunk in memory', async () => {
    setFlagsFromString('--expose-gc');
    const collector: unknown = runInNewContext('gc');
    if (typeof collector !== 'function') throw new Error('the collector was asked for');
    const collect = (): unknown => Reflect.apply(collector, undefined, []);
    const sent: WeakRef<Uint8Array>[] = [];
    let alive = -1;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 40; count++) {
        sent.push(new WeakRef(new Uint8Array(1024)));
        yield sent.at(-1)?.deref() ?? new Uint8Array();
        await new Promise((resolve) => setImmediate(resolve));
      }
      collect();
      alive = sent.slice(0, 20).filter((piece) => piece.deref() !== undefined).length;
    }
    const port = await serve(async () => ({
      status: 200,
      headers: [],
      body: { stream: pieces() },
    }));
    await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(alive).toBe(0);
  });

  it('that fails ends the connection', async () => {
    let fail = (): void => undefined;
    const failed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Uint8Array.of(0x61);
      await failed;
      throw new Error('disk');
    }
    const port = await serve(async () => ({
      status: 200,
      headers: [],
      body: { stream: failing() },
    }));
    const outgoing = httpRequest({ port, host: '127.0.0.1' });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream];
    fail();
    await expect(
      (async () => {
        for await (const _ of response) {
          // Read to the bitter end.
        }
      })(),
    ).rejects.toThrow('aborted');
  });
});

describe('disconnecting client', () => {
  it('aborts the signal, and ends the response stream', async () => {
    let closed = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      closed = resolve;
    });
    let aborted: AbortSignal | undefined;
    async function* slow(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield new Uint8Array(65_536);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        closed();
      }
    }
    const port = await serve(async ({ signal }) => {
      aborted = signal;
      return { status: 200, headers: [], body: { stream: slow() } };
    });
    const socket = dial(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await ended;
    expect(aborted?.aborted).toBe(true);
  });

  it('aborts the signal while a handler runs', async () => {
    let settle = (_: unknown): void => undefined;
    const reason = new Promise((resolve) => {
      settle = resolve;
    });
    const port = await serve(async ({ signal }) => {
      socket.destroy();
      await new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => {
          settle(signal.reason);
          resolve();
        });
      });
      return plain;
    });
    const socket = dial(port);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await reason).toBeInstanceOf(Error);
  });

  it('does not abort the signal after the response', async () => {
    let signal: AbortSignal | undefined;
    const port = await serve(async (request) => {
      signal = request.signal;
      return plain;
    });
    await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(signal?.aborted).toBe(false);
  });
});

describe('server of node:http', () => {
  it('has safe timeouts', () => {
    const server = nodeServer(async () => plain);
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
    });
    expect(serverDefaults.connectionsCheckingInterval).toBe(5_000);
    server.close();
  });

  it('sends 100 Continue only when the body is read', async () => {
    const refusing = await serve(async () => ({ status: 401, headers: [], body: undefined }));
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\nConnection: close\r\n\r\n';
    expect(await raw(refusing, head)).toMatch(/^HTTP\/1\.1 401 /);
    const reading = await serve(async ({ body }) => {
      if (typeof body === 'object' && 'stream' in body) for await (const _ of body.stream) break;
      return plain;
    });
    const socket = dial(reading);
    socket.write(head);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(String(first)).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.end('x');
  });

  it('can be created by the user', async () => {
    const port = await listening(
      createPlainServer(
        nodeHandler(async ({ scheme }) => ({ ...plain, body: scheme }), { scheme: 'https' }),
      ),
    );
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('https');
  });
});
