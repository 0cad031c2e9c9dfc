import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { WireRequest, WireResponse } from '@tallystick/runtime';
import { nodeTransport } from '@tallystick/runtime/http/node';
import { afterEach, describe, expect, test } from 'vitest';
import { readBody } from '../../runtime/core/body.js';

const servers: Server[] = [];
const transport = nodeTransport();

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  return `127.0.0.1:${address.port}`;
}

function request(authority: string, more: Partial<WireRequest> = {}): WireRequest {
  return {
    method: 'GET',
    scheme: 'http',
    authority,
    target: '/',
    headers: [],
    body: undefined,
    ...more,
  };
}

async function textOf({ body }: WireResponse): Promise<string> {
  return new TextDecoder().decode(await readBody(body, 1_000_000));
}

describe('nodeTransport', () => {
  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    [', gzip,', gzipSync],
    ['deflate, gzip', (text: string) => gzipSync(deflateRawSync(text))],
    ['identity', (text: string) => Buffer.from(text)],
  ])('decodes a response in %s', async (coding, pack) => {
    const authority = await listening((_, response) => {
      response.writeHead(200, { 'Content-Encoding': coding }).end(pack('hello'));
    });
    expect(await textOf(await transport(request(authority)))).toBe('hello');
  });

  test.each(['gzip', 'deflate', 'br', 'gzip, br'])(
    'accepts an empty response in %s',
    async (coding) => {
      const authority = await listening((_, response) => {
        response.writeHead(202, { 'Content-Encoding': coding, 'Content-Length': '0' }).end();
      });
      expect(await textOf(await transport(request(authority)))).toBe('');
    },
  );

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('rejects a truncated response in %s', async (coding, pack) => {
    const packed = pack(String(Array.from({ length: 500 }, (_, index) => index * 7919)));
    const authority = await listening((_, response) => {
      response.writeHead(200, { 'Content-Encoding': coding }).end(packed.subarray(0, 300));
    });
    await expect(transport(request(authority)).then(textOf)).rejects.toThrow();
  });

  test('requests compression, unless the caller or the option says otherwise', async () => {
    const authority = await listening(({ headers }, response) => {
      response.end(String(headers['accept-encoding']));
    });
    expect(await textOf(await transport(request(authority)))).toBe('gzip, deflate, br');
    const own = request(authority, { headers: ['Accept-Encoding', 'identity'] });
    expect(await textOf(await transport(own))).toBe('identity');
    const plain = nodeTransport({ compression: false });
    expect(await textOf(await plain(request(authority)))).toBe('undefined');
    plain.close();
  });

  test('limits the decoded size of a response', async () => {
    const authority = await listening((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('a'.repeat(1_000_001)));
    });
    const { body } = await transport(request(authority));
    await expect(readBody(body, 1_000_000)).rejects.toMatchObject({ code: 'body-too-large' });
  });

  test('rejects truncated and badly compressed responses', async () => {
    const authority = await listening(({ url }, response) => {
      if (url === '/packed') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip');
      else
        response.writeHead(200, { 'Content-Length': '10' }).write('half', () => response.destroy());
    });
    await expect(
      transport(request(authority, { target: '/packed' })).then(textOf),
    ).rejects.toThrow();
    await expect(transport(request(authority)).then(textOf)).rejects.toThrow();
  });

  test('sends header pairs unchanged, and the length of known bodies', async () => {
    const authority = await listening(({ rawHeaders }, response) => {
      response.end(JSON.stringify(rawHeaders));
    });
    const sent = request(authority, {
      method: 'POST',
      headers: ['x-A', '1', 'X-a', '2'],
      body: 'ü',
    });
    const lines = JSON.parse(await textOf(await transport(sent))) as readonly string[];
    expect(lines.slice(0, 6)).toEqual(['Host', authority, 'x-A', '1', 'X-a', '2']);
    expect(lines.slice(6).join(' ')).toBe(
      'Content-Length 2 Accept-Encoding gzip, deflate, br Connection keep-alive',
    );
  });

  test('reuses connections', async () => {
    const ports = new Set<number | undefined>();
    const authority = await listening(({ socket }, response) => {
      ports.add(socket.remotePort);
      response.end('x');
    });
    for (let count = 0; count < 3; count++) await textOf(await transport(request(authority)));
    expect(ports.size).toBe(1);
  });

  test('stops when the caller aborts, before and during the response', async () => {
    const authority = await listening(({ url }, response) => {
      if (url === '/begun') response.write('x');
    });
    const gone = AbortSignal.abort(new Error('enough'));
    await expect(transport(request(authority, { signal: gone }))).rejects.toThrow();
    const going = new AbortController();
    const waiting = transport(request(authority, { signal: going.signal }));
    going.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow();
    const late = new AbortController();
    const { body } = await transport(request(authority, { target: '/begun', signal: late.signal }));
    const reading = readBody(body, 100);
    late.abort(new Error('enough'));
    await expect(reading).rejects.toThrow();
  });

  test('aborts the request if its stream fails', async () => {
    const authority = await listening((incoming) => incoming.resume());
    const stream = (async function* () {
      yield Uint8Array.of(1);
      throw new Error('no more');
    })();
    await expect(
      transport(request(authority, { method: 'POST', body: { stream } })),
    ).rejects.toThrow('no more');
  });

  test('rejects with a code if the server is unreachable', async () => {
    const authority = await listening(() => undefined);
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    await expect(transport(request(authority))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
