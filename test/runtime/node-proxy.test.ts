import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as forwardRequest,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect as dial, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { ApiError, json, type OperationDescriptor } from '@tallystick/runtime';
import { connect, everyPart, operation } from '@tallystick/runtime/http';
import {
  isPublicAddress,
  nodeTransport,
  type NodeTransportOptions,
} from '@tallystick/runtime/http/node';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readProxies } from '../../runtime/http/proxy.js';
import { type Certificate, makeCertificate } from '../certificate.js';

let certificate: Certificate;
beforeAll(() => {
  certificate = makeCertificate();
});

const open: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
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

interface Origin {
  readonly port: number;
  readonly requests: IncomingMessage[];
}

async function origin(scheme: 'http' | 'https', answer?: RequestListener): Promise<Origin> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    if (answer !== undefined) return answer(request, response);
    request
      .resume()
      .on('end', () =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(`"${scheme}"`),
      );
  };
  const server =
    scheme === 'https' ? createTlsServer({ ...certificate }, listener) : createServer(listener);
  return { port: await listening(server), requests };
}

interface LoopbackProxy {
  readonly url: string;
  /** Request lines and what authorized them. */
  readonly seen: (readonly [line: string, authorization: string | undefined])[];
}

const user = 'somebody';
const password = 'pr0xy-pass/word?';
const userinfo = `${user}:${encodeURIComponent(password)}`;

/** A proxy that forwards requests and opens tunnels, for those who know its password. */
async function proxy(scheme: 'http' | 'https', refuses?: RequestListener): Promise<LoopbackProxy> {
  const seen: LoopbackProxy['seen'] = [];
  const isKnown = ({ headers }: IncomingMessage): boolean =>
    headers['proxy-authorization'] ===
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const note = (request: IncomingMessage): void => {
    seen.push([`${request.method} ${request.url}`, request.headers['proxy-authorization']]);
  };
  const forward: RequestListener = (request, response) => {
    note(request);
    if (refuses !== undefined) return refuses(request, response);
    if (!isKnown(request))
      return void response.writeHead(407).end(String(request.headers['proxy-authorization']));
    const { hostname, port, pathname, search } = new URL(request.url ?? '');
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const path = pathname + search;
    const onward = forwardRequest({ hostname, port, path, method: request.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(onward);
  };
  const server =
    scheme === 'https' ? createTlsServer({ ...certificate }, forward) : createServer(forward);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    note(request);
    if (!isKnown(request))
      return void socket.end('HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic\r\n\r\n');
    const [host = '', port] = (request.url ?? '').split(':');
    const onward = dial(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    sockets.add(onward);
  });
  const port = await listening(server);
  return { url: `${scheme}://${userinfo}@127.0.0.1:${port}`, seen };
}

const descriptor: OperationDescriptor = {
  id: 'ask',
  method: 'POST',
  path: ['/ask'],
  parameters: [{ name: 'q', in: 'query', type: { types: ['string'] } }],
  input: 'body',
  body: { contents: [json] },
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 503, respond: 'busy', contents: [json], error: { message: 'message' } },
  ],
};

async function callThrough(
  scheme: 'http' | 'https',
  port: number,
  options: NodeTransportOptions,
): Promise<unknown> {
  const transport = nodeTransport({ ...options, tls: { ca: certificate.cert } });
  const client = connect(
    { title: '', version: '', servers: [], variables: {}, security: {} },
    { baseUrl: `${scheme}://localhost:${port}`, transport, retry: false },
  );
  const ask = operation<(...args: readonly unknown[]) => Promise<unknown>>(descriptor as never, [
    everyPart,
  ]);
  try {
    return await ask(client, { a: 1 }, { query: { q: 'b c' } });
  } finally {
    transport.close();
  }
}

describe('proxy', () => {
  it.each([
    ['http', 'http'],
    ['http', 'https'],
    ['https', 'http'],
    ['https', 'https'],
  ] as const)('forwards to %s hosts over %s', async (scheme, own) => {
    const to = await origin(scheme);
    const via = await proxy(own);
    expect(await callThrough(scheme, to.port, { proxy: via.url })).toBe(scheme);
    const line =
      scheme === 'https'
        ? `CONNECT localhost:${to.port}`
        : `POST http://localhost:${to.port}/ask?q=b%20c`;
    expect(via.seen).toEqual([[line, expect.stringMatching(/^Basic /)]]);
    const [request] = to.requests;
    expect(request?.url).toBe('/ask?q=b%20c');
    expect(request?.headers.host).toBe(`localhost:${to.port}`);
    expect(request?.rawHeaders.join(' ')).not.toMatch(/proxy-auth/i);
  });

  it('reuses a tunnel for several calls, and closes it', async () => {
    const to = await origin('https');
    const via = await proxy('http');
    const transport = nodeTransport({ proxy: via.url, tls: { ca: certificate.cert } });
    for (let call = 0; call < 3; call += 1) {
      const { status, body } = await transport({
        method: 'GET',
        scheme: 'https',
        authority: `localhost:${to.port}`,
        target: '/',
        headers: [],
        body: undefined,
      });
      expect(status).toBe(200);
      for await (const _ of (body as { stream: AsyncIterable<Uint8Array> }).stream) continue;
    }
    expect(via.seen).toHaveLength(1);
    transport.close();
    const [socket] = sockets;
    if (socket !== undefined && !socket.destroyed) await once(socket, 'close');
  });

  it('does not prevent the verification of the host in its tunnel', async () => {
    const to = await origin('https');
    const via = await proxy('http');
    const transport = nodeTransport({ proxy: via.url });
    await expect(
      transport({
        method: 'GET',
        scheme: 'https',
        authority: `localhost:${to.port}`,
        target: '/',
        headers: [],
        body: undefined,
      }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/CERT|SIGNED/) as string });
    expect(to.requests).toEqual([]);
    transport.close();
  });

  it.each<[Readonly<Record<string, 1 | string>>, number]>([
    [{ HTTP_PROXY: 1 }, 1],
    [{ http_proxy: 1 }, 1],
    [{ HTTP_PROXY: 1, NO_PROXY: 'example.com, localhost' }, 0],
    [{ HTTP_PROXY: 1, no_proxy: '*' }, 0],
    [{ HTTP_PROXY: 1, NO_PROXY: 'calhost' }, 1],
    [{ HTTP_PROXY: 1, REQUEST_METHOD: 'GET' }, 0],
    [{ HTTPS_PROXY: 1 }, 0],
  ])('is read from the environment: %j', async (environment, through) => {
    const to = await origin('http');
    const via = await proxy('http');
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'])
      for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, '');
    for (const [name, value] of Object.entries(environment))
      vi.stubEnv(name, typeof value === 'string' ? value : via.url);
    expect(await callThrough('http', to.port, {})).toBe('http');
    expect(via.seen).toHaveLength(through);
    expect(await callThrough('http', to.port, { proxy: false })).toBe('http');
    expect(via.seen).toHaveLength(through);
  });

  it.each([{ HTTPS_PROXY: 1 }, { HTTP_PROXY: 1 }])(
    'is read from the environment for https: %j',
    async (environment) => {
      const to = await origin('https');
      const via = await proxy('http');
      for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'])
        for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, '');
      for (const name of Object.keys(environment)) vi.stubEnv(name, via.url);
      expect(await callThrough('https', to.port, {})).toBe('https');
      expect(via.seen).toHaveLength(1);
    },
  );

  it('may depend on the scheme, and exclude hosts', async () => {
    const to = await origin('http');
    const via = await proxy('http');
    const given = { http: via.url };
    expect(await callThrough('http', to.port, { proxy: { https: via.url } })).toBe('http');
    for (const noProxy of [
      `localhost:${to.port}`,
      '.localhost',
      '*.localhost',
      'a/8 localhost',
      'LocalHost.',
    ])
      expect(await callThrough('http', to.port, { proxy: { ...given, noProxy } })).toBe('http');
    expect(via.seen).toEqual([]);
    for (const noProxy of [`localhost:1`, '127.0.0.0/8', 'local'])
      expect(await callThrough('http', to.port, { proxy: { ...given, noProxy } })).toBe('http');
    expect(via.seen).toHaveLength(3);
  });

  it.each([
    ['0:0:0:0:0:0:0:1', '[::1]'],
    ['[0::1]', '[::1]'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['.Bücher.example.', 'a.xn--bcher-kva.example'],
  ])('excludes %s in the form of URLs', (noProxy, authority) => {
    const { choose } = readProxies({ http: 'http://proxy.example', noProxy });
    const host = authority.replace(/^\[(.*)\]$/, '$1');
    expect(choose({ scheme: 'http', host, port: 80 })).toBeUndefined();
    expect(choose({ scheme: 'http', host: 'other.example', port: 80 })).toBeDefined();
  });

  it.each(['http', 'https'] as const)(
    'that rejects a password does not reveal it (%s)',
    async (scheme) => {
      const to = await origin(scheme);
      const via = await proxy('http');
      const wrong = 'wr0ng-pass/word?';
      const url = via.url.replace(encodeURIComponent(password), encodeURIComponent(wrong));
      const error: unknown = await callThrough(scheme, to.port, { proxy: url }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ApiError);
      const { outcome } = error as ApiError<{ kind: string; cause?: unknown }>;
      expect(outcome).toMatchObject(
        scheme === 'https'
          ? {
              kind: 'network',
              cause: { code: 'proxy-refused', message: 'the proxy responded with status 407' },
            }
          : { kind: 'undeclared', status: 407 },
      );
      const printed = [
        String(error),
        JSON.stringify(error),
        inspect(error),
        inspect(outcome.cause),
      ];
      const encoded = Buffer.from(`${user}:${wrong}`).toString('base64');
      for (const secret of [wrong, encodeURIComponent(wrong), encoded])
        expect(printed.join()).not.toContain(secret.slice(0, 8));
      expect(to.requests).toEqual([]);
    },
  );

  it('that rejects a password does not reveal it in a declared error', async () => {
    const via = await proxy('http', (request, response) => {
      const credentials = String(request.headers['proxy-authorization']);
      response
        .writeHead(503, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ message: `not for ${credentials}` }));
    });
    const error: unknown = await callThrough('http', 9, { proxy: via.url }).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toBe('ApiError: ask: 503 not for Basic …');
  });

  it('that is unreachable is a network failure', async () => {
    const gone = `http://${userinfo}@127.0.0.1:1`;
    for (const scheme of ['http', 'https'] as const) {
      const error: unknown = await callThrough(scheme, 9, { proxy: gone }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'network' });
      expect(`${String(error)}${JSON.stringify(error)}`).not.toContain('pr0xy');
    }
  });

  it('with an invalid URL throws without showing it', () => {
    for (const proxy of ['socks5://a:hunter2@x', 'a:hunter2', '//hunter2@x'])
      expect(() => nodeTransport({ proxy })).toThrow(
        'the URL of a proxy is neither http nor https',
      );
    expect(() => nodeTransport({ proxy: 'http://a', admits: isPublicAddress })).toThrow(
      '"admits" cannot check addresses that a proxy resolves',
    );
  });

  it('may respond with a body that is not declared', async () => {
    const lines: string[] = [];
    const to = await origin('http', (request, response) => {
      lines.push(request.method ?? '');
      if (lines.length === 1)
        response
          .writeHead(503, { 'Content-Type': 'text/html', 'Retry-After': '7' })
          .end('<h1>Busy</h1>');
      else response.writeHead(502, { 'Retry-After': '7' }).end();
    });
    const outcomes = [];
    for (let call = 0; call < 2; call += 1) {
      const error = (await callThrough('http', to.port, { proxy: false }).catch(
        (thrown: unknown) => thrown,
      )) as ApiError<{ kind: string; status: number }>;
      outcomes.push([error.outcome.kind, error.outcome.status, error.retryAfter]);
    }
    expect(outcomes).toEqual([
      ['undeclared', 503, 7000],
      ['undeclared', 502, 7000],
    ]);
  });
});
