import {
  createFixAcceptor,
  createFixInitiator,
  defaultFixPolicy,
  type FixAcceptor,
  type FixInitiator,
  type FixPolicy,
} from '@tallystick/runtime/fix';
import { exchangeFix50OrderEntryPolicy } from '@platform/exchange-fix-5.0';
import { openFix, type OpenFixOptions, type FixPort, serveFix } from '@tallystick/runtime/fix/node';
import { connect as connectTcp, Socket } from 'node:net';
import {
  connect,
  type ConnectionOptions,
  createServer as createTlsServer,
  type TlsOptions,
  type TLSSocket,
} from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeCertificate } from '../certificate.js';
import { order, report, smallDescriptor, type SmallTypes } from './pair.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const tls: NonNullable<FixPolicy['tls']> = exchangeFix50OrderEntryPolicy.tls ?? { versions: [] };
const certificate = makeCertificate();
const descriptor = smallDescriptor(
  defaultFixPolicy('FIX.4.2', { compIds: { server: 'VENUE' }, tls }),
);

async function serve(
  isTls: boolean,
): Promise<{ port: FixPort; acceptor: FixAcceptor<SmallTypes> }> {
  const acceptor = createFixAcceptor<SmallTypes>(descriptor, {
    NewOrderSingle: (message, client) => client.send(report(message.clOrdId ?? '')),
  });
  const port = await serveFix(acceptor.accept, {
    port: 0,
    host: '127.0.0.1',
    ...(isTls ? { tls: { rules: tls, ...certificate } } : {}),
  });
  closing.push(async () => {
    await acceptor.close();
    await port.close();
  });
  return { port, acceptor };
}

function join(
  port: number,
  how: OpenFixOptions,
  reconnect: false | object = {},
): FixInitiator<SmallTypes> {
  const initiator = createFixInitiator<SmallTypes>(descriptor, {
    open: openFix(how),
    address: { host: '127.0.0.1', port },
    senderCompId: 'TRADER',
    reconnect: reconnect === false ? false : { initial: 10, longest: 20 },
  });
  closing.push(() => initiator.close());
  return initiator;
}

describe('sessions over loopback', () => {
  test.each([
    ['without TLS', false],
    ['with TLS', true],
  ])('answer a thousand orders: %s', async (_, isTls) => {
    const { port } = await serve(isTls);
    const initiator = join(
      port.port,
      isTls ? { tls, ca: certificate.cert, serverName: 'localhost' } : {},
    );
    await initiator.opened();
    const ids = Array.from({ length: 1000 }, (__, index) => `O${index}`);
    const answers = await Promise.all(ids.map((id) => initiator.request(order(id))));
    expect(answers.map(({ clOrdId }) => clOrdId)).toEqual(ids);
  });

  test('report a closed port as unreachable', async () => {
    const { port } = await serve(false);
    await port.close();
    const initiator = join(port.port, {}, false);
    await expect(initiator.opened()).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('reject an untrusted certificate', async () => {
    const { port } = await serve(true);
    const initiator = join(port.port, { tls, serverName: 'localhost' }, false);
    await expect(initiator.opened()).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('close a connection that sends no Logon', async () => {
    const { port } = await serve(false);
    const socket = connectTcp(port.port, '127.0.0.1');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET / HTTP/1.1\r\n8=FIX.4.2\u00019=5\u000135=0\u000110=000\u0001');
    socket.resume();
    await ended;
  });
});

describe('TLS settings', () => {
  const shake = async (options: ConnectionOptions): Promise<string | undefined> => {
    const { port } = await serve(true);
    return new Promise((resolve) => {
      const socket: TLSSocket = connect({
        port: port.port,
        host: '127.0.0.1',
        servername: 'localhost',
        ca: certificate.cert,
        ...options,
      });
      socket.once('secureConnect', () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
      socket.once('error', () => resolve(undefined));
    });
  };

  test.each(tls.suites ?? [])('accept %s', async (suite) => {
    expect(await shake({ ciphers: suite, maxVersion: 'TLSv1.2' })).toBe(`TLSv1.2 ${suite}`);
  });

  test('prefer the first suite of the server', async () => {
    const ciphers = [...(tls.suites ?? [])].reverse().join(':');
    expect(await shake({ ciphers })).toBe('TLSv1.2 ECDHE-RSA-AES128-GCM-SHA256');
  });

  test.each<[string, ConnectionOptions]>([
    ['TLS 1.3', { minVersion: 'TLSv1.3' }],
    ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['another suite', { ciphers: 'ECDHE-RSA-CHACHA20-POLY1305', maxVersion: 'TLSv1.2' }],
    ['a suite without forward secrecy', { ciphers: 'AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }],
    ['another curve', { ecdhCurve: 'P-384', maxVersion: 'TLSv1.2' }],
    ['only X25519', { ecdhCurve: 'X25519', maxVersion: 'TLSv1.2' }],
  ])('reject %s', async (_, options) => {
    expect(await shake(options)).toBeUndefined();
  });

  /** Negotiated protocol of an initiator with a server of these settings, or the error. */
  const connectTo = async (options: TlsOptions): Promise<string> => {
    const server = createTlsServer({ ...certificate, ...options });
    server.on('tlsClientError', () => undefined);
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const agreed = new Promise<string>((resolve) =>
      server.once('secureConnection', (socket: TLSSocket) => {
        socket.on('error', () => undefined);
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const open = openFix({ tls, ca: certificate.cert, serverName: 'localhost' });
    const events = { bytes() {}, drained() {}, closed() {} };
    try {
      const connection = await open({ host: '127.0.0.1', port }, events);
      connection.destroy();
      return await agreed;
    } catch {
      return 'refused';
    }
  };

  test.each(tls.suites ?? [])('of an initiator accept %s', async (suite) => {
    expect(await connectTo({ ciphers: suite, maxVersion: 'TLSv1.2' })).toBe(`TLSv1.2 ${suite}`);
  });

  test('of an initiator negotiate TLS 1.2 with a server that supports 1.3', async () => {
    expect(await connectTo({})).toMatch(/^TLSv1.2 ECDHE-RSA-AES(128|256)-/);
  });

  test.each<[string, TlsOptions]>([
    ['only TLS 1.3', { minVersion: 'TLSv1.3' }],
    ['another suite', { ciphers: 'ECDHE-RSA-CHACHA20-POLY1305', maxVersion: 'TLSv1.2' }],
    ['a suite without forward secrecy', { ciphers: 'AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }],
    ['another curve', { ecdhCurve: 'P-384', maxVersion: 'TLSv1.2' }],
  ])('of an initiator reject %s', async (_, options) => {
    expect(await connectTo(options)).toBe('refused');
  });

  test('with a suite unknown to OpenSSL throw on both sides', async () => {
    const misspelt = { ...tls, suites: [...(tls.suites ?? []), 'ECDHE-RSA-AES128-GCM-SHA257'] };
    const words = 'OpenSSL has no cipher suite "ECDHE-RSA-AES128-GCM-SHA257"';
    expect(() => openFix({ tls: misspelt })).toThrow(words);
    const accept = createFixAcceptor(descriptor, {}).accept;
    const settings = { port: 0, tls: { rules: misspelt, ...certificate } };
    await expect(serveFix(accept, settings)).rejects.toThrow(words);
  });
});

test('enables TCP keep-alive on both sides', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  closing.push(async () => keepAlive.mockRestore());
  const { port } = await serve(false);
  await join(port.port, {}).opened();
  expect(keepAlive.mock.calls).toEqual([
    [true, 30_000],
    [true, 30_000],
  ]);
});
