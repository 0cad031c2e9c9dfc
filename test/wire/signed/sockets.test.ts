import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hmacKey } from '@tallystick/runtime/auth/hmac';
import { listen, type Loopback } from '../loopback.js';
import { createTestServer, passphrase, secret, type TestServer } from './test-server.js';

/** Requests that no client of ours would send, written byte by byte to a socket. */
let server: Loopback;
let testServer: TestServer;
beforeAll(async () => {
  server = await listen((authority) => {
    testServer = createTestServer(authority);
    return testServer.handle;
  });
});
afterAll(() => server.close());

/** The four headers over these very texts. */
async function headersFor(signed: string): Promise<readonly string[]> {
  const time = String(testServer.time.now() / 1000);
  const signature = await hmacKey(secret).sign(time + signed, 'base64');
  return [
    'X-ACCESS-KEY: trader',
    `X-ACCESS-SIGN: ${signature}`,
    `X-ACCESS-TIMESTAMP: ${time}`,
    `X-ACCESS-PASSPHRASE: ${passphrase}`,
  ];
}

/** The status line of the answer. */
async function say(line: string, headers: readonly string[], body = ''): Promise<number> {
  const [host = '', port = ''] = server.authority.split(':');
  const socket = connect(Number(port), host);
  const lines = [`${line} HTTP/1.1`, `Host: ${server.authority}`, 'Connection: close', ...headers];
  const length = Buffer.byteLength(body);
  if (length > 0) lines.push('Content-Type: application/json', `Content-Length: ${length}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(pieces).toString('latin1'))?.[1]);
}

const order = '{ "size":"1", "product":"\\u0042" }';

test.each<[string, () => Promise<number>, number]>([
  ['a GET', async () => say('GET /orders', await headersFor('GET/orders')), 200],
  [
    'a query with unusual spelling',
    async () =>
      say(
        "GET /orders?status=%6Fpen&status='&",
        await headersFor("GET/orders?status=%6Fpen&status='&"),
      ),
    200,
  ],
  [
    'the same query with another spelling',
    async () => say('GET /orders?status=open', await headersFor('GET/orders?status=%6Fpen')),
    401,
  ],
  [
    'a question mark without a query',
    async () => say('GET /orders?', await headersFor('GET/orders?')),
    200,
  ],
  ['a HEAD', async () => say('HEAD /orders', await headersFor('HEAD/orders')), 200],
  ['a HEAD signed as a GET', async () => say('HEAD /orders', await headersFor('GET/orders')), 401],
  [
    'a target in absolute form',
    async () => say(`GET http://${server.authority}/orders`, await headersFor('GET/orders')),
    200,
  ],
  [
    'a body with unusual spelling',
    async () => say('POST /orders', await headersFor(`POST/orders${order}`), order),
    201,
  ],
  [
    'the same body with the usual spelling',
    async () =>
      say(
        'POST /orders',
        await headersFor(`POST/orders${order}`),
        JSON.stringify(JSON.parse(order)),
      ),
    401,
  ],
  [
    'invalid JSON that is signed',
    async () => say('POST /orders', await headersFor('POST/orders{'), '{'),
    400,
  ],
  [
    'invalid JSON that is not signed',
    async () => say('POST /orders', await headersFor('POST/orders'), '{'),
    401,
  ],
  [
    'a repeated signature header',
    async () => {
      const headers = await headersFor('GET/orders');
      return say('GET /orders', [...headers, headers[1] ?? '']);
    },
    401,
  ],
  [
    'lower-case header names, and spaces around values',
    async () =>
      say(
        'GET /orders',
        (await headersFor('GET/orders')).map((line) =>
          line
            .replace(/^[^:]*/, (name) => name.toLowerCase())
            .replace(': ', ':  \t')
            .concat(' '),
        ),
      ),
    200,
  ],
  [
    'a path with a dot segment',
    async () => say('GET /./orders', await headersFor('GET/orders')),
    404,
  ],
])('returns the expected status for %s', async (_, ask, status) => {
  expect(await ask()).toBe(status);
});

test.each([
  ['a method in lower case', 'get /orders', 'get/orders'],
  ['a folded header line', 'GET /orders', 'GET/orders'],
])('rejects %s', async (what, line, signed) => {
  const headers = await headersFor(signed);
  const folded = what.includes('line')
    ? headers.map((each) => each.replace(/(SIGN: .{9})/, '$1\r\n '))
    : headers;
  expect([400, 401, 405]).toContain(await say(line, folded));
  expect(testServer.called.every((call) => !call.includes('undefined undefined'))).toBe(true);
});
