import type { CallOf } from './http-client-operation.js';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiDescriptor, CallOptions, Success, Unexpected } from '@tallystick/runtime';
import { type Client, connect } from '@tallystick/runtime/http';
import { operation } from './http-client-operation.js';

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1',
  servers: [],
  variables: {},
  security: {},
};
type Outcome = Success<200, Uint8Array> | Unexpected;
const upload: CallOf<[client: Client, body?: unknown, options?: CallOptions], Uint8Array, Outcome> =
  operation({
    id: 'upload',
    method: 'PUT',
    path: ["/it's/ü"],
    input: 'body',
    body: { contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }] },
    outcomes: [{ status: 200, respond: 'ok', contents: [{ mediaType: '*/*', codec: 'binary' }] }],
  });

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) =>
    server === undefined ? resolve(undefined) : server.close(resolve),
  );
  server = undefined;
});

/** A client of a server on the loopback. */
async function serving(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  options: Omit<Parameters<typeof connect>[1] & object, 'baseUrl'> = {},
): Promise<Client> {
  const started = createServer(handle);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return connect(api, { baseUrl: `http://127.0.0.1:${port}`, retry: false, ...options });
}

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader(
    'X-Seen',
    [`${request.method} ${request.url}`, request.headers['x-own'] ?? 'none'].join(' ') as string,
  );
  response.setHeader('Set-Cookie', ['a=1', 'b=2']);
  request.pipe(response);
};

async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
  yield Uint8Array.of(1, 2);
  yield Uint8Array.of(3);
}

describe('default transport', () => {
  it.each([
    ['bytes', () => Uint8Array.of(1, 2, 3)],
    ['a stream', () => pieces()],
    ['a Blob', () => new Blob([Uint8Array.of(1, 2, 3)])],
  ])('sends %s and reads the response', async (_, body) => {
    const client = await serving(echo);
    const outcome = await upload.result(client, body(), { headers: { 'X-Own': 'é' } });
    expect(outcome).toMatchObject({ kind: 'success', value: Uint8Array.of(1, 2, 3) });
    const headers = outcome.kind === 'success' ? outcome.response.headers : [];
    expect(headers[headers.indexOf('x-seen') + 1]).toBe("PUT /it's/%C3%BC é");
    expect(headers.filter((text) => /^[ab]=/.test(text))).toEqual(['a=1', 'b=2']);
  });

  it('does not follow redirects', async () => {
    let requests = 0;
    const client = await serving((_, response) => {
      requests += 1;
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    expect(await upload.result(client)).toMatchObject({ kind: 'undeclared', status: 307 });
    expect(requests).toBe(1);
  });

  it('rejects a Cookie header that fetch would omit', async () => {
    let requests = 0;
    const client = await serving((_, response) => {
      requests += 1;
      response.end();
    });
    vi.stubGlobal(
      'Request',
      class {
        readonly headers = new Headers();
      },
    );
    const outcome = await upload.result(client, undefined, { headers: { Cookie: 'a=b' } });
    vi.unstubAllGlobals();
    expect(outcome).toMatchObject({
      kind: 'network',
      cause: { message: 'browsers do not let programs send a Cookie header' },
    });
    expect(requests).toBe(0);
    expect(await upload.result(client, undefined, { headers: { Cookie: 'a=b' } })).toMatchObject({
      kind: 'success',
    });
  });

  it('closes the connection of a response that is too long', async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const client = await serving(
      (_, response) => {
        response.on('close', () => closed?.());
        const more = (): void => {
          while (!response.destroyed && response.write(new Uint8Array(65_536)));
        };
        response.on('drain', more);
        more();
      },
      { maxResponseBytes: 100_000 },
    );
    expect(await upload.result(client)).toMatchObject({ kind: 'invalid-response' });
    await gone;
  });

  it('closes the connection when the caller aborts', async () => {
    const controller = new AbortController();
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const client = await serving((request) => {
      request.on('close', () => closed?.());
      controller.abort('enough');
    });
    expect(await upload.result(client, undefined, { signal: controller.signal })).toEqual({
      kind: 'aborted',
      ok: false,
      reason: 'enough',
    });
    await gone;
  });

  it('returns the code of a network error', async () => {
    const client = await serving(echo);
    server?.close();
    await new Promise((resolve) => server?.once('close', resolve));
    server = undefined;
    expect(await upload.result(client)).toMatchObject({
      kind: 'network',
      cause: { code: 'ECONNREFUSED' },
    });
  });
});
