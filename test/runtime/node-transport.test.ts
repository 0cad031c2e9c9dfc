import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  createServer as createNetServer,
  type AddressInfo,
  type Server as NetServer,
} from 'node:net';
import { readBody } from '../../runtime/core/body.js';
import type { WireRequest } from '@tallystick/runtime';
import { isPublicAddress, nodeServer, nodeTransport } from '@tallystick/runtime/http/node';
import { afterEach, describe, expect, test } from 'vitest';

const open: Server[] = [];
const plain: NetServer[] = [];
afterEach(async () => {
  for (const server of plain.splice(0)) server.close();
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

function request(port: number, more: Partial<WireRequest> = {}): WireRequest {
  return {
    method: 'POST',
    scheme: 'http',
    authority: `127.0.0.1:${port}`,
    target: `/a?b='c'`,
    headers: ['X-Twice', 'one', 'x-twice', 'two'],
    body: 'hello é',
    ...more,
  };
}

/** A server that reads raw bytes, and the requests it received. */
async function plainServer(): Promise<{ readonly port: number; readonly received: () => string }> {
  let text = '';
  const server = createNetServer((socket) => {
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  plain.push(server);
  return { port: (server.address() as AddressInfo).port, received: () => text };
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('piece ');
  yield new TextEncoder().encode('by piece');
}

describe('requests with nodeTransport', () => {
  test('have one Host and one Content-Length header', async () => {
    const { port, received } = await plainServer();
    const headers = ['Host', 'other.example', 'content-length', '8', 'X-A', '1'];
    await nodeTransport({ compression: false })(request(port, { headers }));
    expect(received()).toBe(
      "POST /a?b='c' HTTP/1.1\r\nHost: other.example\r\nX-A: 1\r\nContent-Length: 8\r\nConnection: keep-alive\r\n\r\nhello Ã©",
    );
  });

  test.each([
    ['another length', ['Content-Length', '2'], 'Content-Length'],
    ['a chunked transfer coding', ['transfer-encoding', 'chunked'], 'Transfer-Encoding'],
  ])('are rejected with %s', async (_, headers, name) => {
    const { port, received } = await plainServer();
    await expect(nodeTransport()(request(port, { headers }))).rejects.toThrow(`The header ${name}`);
    expect(received()).toBe('');
  });

  test.each([
    ['text', 'hello é'],
    ['bytes', new TextEncoder().encode('bytes')],
    ['a stream', { stream: pieces() }],
    ['a stream with a known length', { stream: pieces(), length: 14 }],
    ['no body', undefined],
  ])('are sent unchanged, with %s', async (_, body) => {
    const seen: [WireRequest, string][] = [];
    const port = await listening(
      nodeServer(async (received) => {
        const bytes = await readBody(received.body, 1_000);
        seen.push([received, new TextDecoder().decode(bytes)]);
        return { status: 201, headers: ['X-A', '1', 'X-A', '2'], body: 'made' };
      }),
    );
    const response = await nodeTransport()(request(port, { body }));
    const answer = new TextDecoder().decode(await readBody(response.body, 100));
    expect([response.status, answer]).toEqual([201, 'made']);
    expect(response.headers.slice(0, 4)).toEqual(['X-A', '1', 'X-A', '2']);
    const [[received, text] = []] = seen;
    expect(received).toMatchObject({ method: 'POST', target: `/a?b='c'` });
    expect(received?.headers.slice(0, 6)).toEqual([
      'Host',
      `127.0.0.1:${port}`,
      'X-Twice',
      'one',
      'x-twice',
      'two',
    ]);
    const wanted =
      { text: 'hello é', bytes: 'bytes', 'no body': '' }[String(_)] ?? 'piece by piece';
    expect(text).toBe(wanted);
  });

  test('follow no redirect, and fail if the server is unreachable', async () => {
    const port = await listening(
      createServer((_, response) => response.writeHead(302, { Location: '/b' }).end()),
    );
    expect(await nodeTransport()(request(port))).toMatchObject({ status: 302 });
    await expect(nodeTransport()(request(1))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const gone = AbortSignal.abort();
    await expect(nodeTransport()(request(port, { signal: gone }))).rejects.toThrow();
  });

  test('are sent to allowed addresses only', async () => {
    let count = 0;
    const port = await listening(
      createServer((_, response) => {
        count += 1;
        response.end();
      }),
    );
    const outward = nodeTransport({ admits: isPublicAddress });
    for (const host of ['127.0.0.1', 'localhost', 'localhost.', '[::1]', '2130706433']) {
      await expect(outward(request(port, { authority: `${host}:${port}` }))).rejects.toMatchObject({
        code: 'refused-address',
      });
    }
    expect(count).toBe(0);
    const inward = nodeTransport({ admits: (address) => !isPublicAddress(address) });
    expect(await inward(request(port, { authority: `localhost:${port}` }))).toMatchObject({
      status: 200,
    });
  });
});

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['169.254.169.254', false],
  ['100.64.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::ffff:8.8.8.8', false],
  ['fd00::1', false],
  ['fe80::1%eth0', false],
  ['64:ff9b::7f00:1', false],
  ['::127.0.0.1', false],
  ['::ffff:0:127.0.0.1', false],
  ['fec0::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['not an address', false],
])('isPublicAddress of %s returns %s', (address, is) => {
  expect(isPublicAddress(address)).toBe(is);
});
