import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listeners } from '../suite/adapters.js';
import { listenOn } from '../suite/mounts.js';
import { exchangeBytes } from '../suite/raw.js';
import { testTime } from '../time.js';
import { close, host } from './framing.js';
import { startTarget } from './target.js';

const json = 'Content-Type: application/json\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';

describe.each(Object.keys(listeners))('hostile connections with %s', (by) => {
  const time = testTime();
  const { handle, entered, reasons } = startTarget(time);
  let listening: Awaited<ReturnType<typeof listenOn>>;
  beforeAll(async () => {
    const make = listeners[by];
    if (make === undefined) throw new Error('there is such an adapter');
    listening = await listenOn(await make(handle));
  });
  afterAll(() => listening.close());
  beforeEach(() => {
    entered.length = 0;
    reasons.length = 0;
  });

  /** An open connection, and all data received on it once it is closed. */
  const dial = (): { readonly socket: Socket; readonly answer: Promise<string> } => {
    const { hostname, port } = new URL(listening.origin);
    const socket = connect(Number(port), hostname);
    let text = '';
    const answer = new Promise<string>((resolve) => {
      socket.on('data', (piece) => (text += piece.toString('latin1')));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => resolve(text));
    });
    return { socket, answer };
  };
  const statusOf = (text: string): string => text.split('\r\n', 1)[0] ?? '';

  test.each([
    ['JSON', 'POST /anything', json, '"a'],
    ['a form', 'POST /form', 'Content-Type: multipart/form-data; boundary=b\r\n', '--b\r\n'],
  ])('%s that stops ends after a timeout', async (_, line, type, begun) => {
    const { socket, answer } = dial();
    const waits = time.waiter(10_000);
    socket.write(`${line} HTTP/1.1\r\n${host}${type}Content-Length: 100\r\n\r\n${begun}`);
    await waits;
    await time.advance(10_001);
    expect(statusOf(await answer)).toMatch(/^HTTP\/1\.1 408 /);
    expect({ entered, reasons }).toEqual({ entered: [], reasons: ['body-too-slow'] });
  });

  test('a stream that stops ends for the handler too', async () => {
    const { socket, answer } = dial();
    const waits = time.waiter(10_000);
    socket.write(
      `PUT /upload HTTP/1.1\r\n${host}Content-Type: application/octet-stream\r\n${chunked}\r\n`,
    );
    await waits;
    await time.advance(10_001);
    expect(statusOf(await answer)).toMatch(/^HTTP\/1\.1 408 /);
    expect(entered).toEqual([]);
  });

  test('a half-closed connection is answered', async () => {
    const { socket, answer } = dial();
    socket.end(`GET /things/a HTTP/1.1\r\n${host}\r\n`);
    expect(statusOf(await answer)).toMatch(/^HTTP\/1\.1 204 /);
    expect(entered).toEqual(['thing a']);
  });

  test.each([
    ['a length', 'Content-Length: 100\r\n', '"a'],
    ['chunks', chunked, '5\r\n"a'],
  ])('a body truncated by %s does not reach the handler', async (_, framing, begun) => {
    const { socket, answer } = dial();
    socket.end(`POST /anything HTTP/1.1\r\n${host}${json}${framing}\r\n${begun}`);
    expect(statusOf(await answer)).not.toMatch(/ 2\d\d /);
    expect(entered).toEqual([]);
  });

  test('a connection closed early does not affect others', async () => {
    for (const bytes of [
      'POST /any',
      `POST /anything HTTP/1.1\r\n${host}${json}${chunked}\r\n5\r\n"`,
    ]) {
      const { socket, answer } = dial();
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      socket.resetAndDestroy();
      await answer;
    }
    const answered = await exchangeBytes(listening.origin, [
      Buffer.from(`GET /things/a HTTP/1.1\r\n${host}${close}\r\n`),
    ]);
    expect(statusOf(answered.toString())).toMatch(/^HTTP\/1\.1 204 /);
  });

  test('an endless body is rejected without reading much of it', async () => {
    const { socket, answer } = dial();
    const piece = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    let sent = 0;
    const more = (): void => {
      while (!socket.destroyed && socket.writable) {
        sent += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', more);
    socket.write(`POST /anything HTTP/1.1\r\n${host}${json}${chunked}\r\n`);
    more();
    await answer;
    expect({ entered, reasons }).toEqual({ entered: [], reasons: ['body-too-large'] });
    expect(sent).toBeLessThan(50_000_000);
  });

  test('100 Continue is sent only if the body is needed', async () => {
    const exchange = (line: string): Promise<Buffer> =>
      exchangeBytes(listening.origin, [
        Buffer.from(
          `${line} HTTP/1.1\r\n${host}${close}${json}Expect: 100-continue\r\nContent-Length: 1\r\n\r\n1`,
        ),
      ]);
    const statusesIn = (answer: Buffer): readonly (string | undefined)[] =>
      [...answer.toString().matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    expect(statusesIn(await exchange('POST /anything'))).toEqual(['100', '204']);
    // Servers of frameworks say it before they ask anybody.
    expect(statusesIn(await exchange('POST /nowhere'))).toEqual(
      by === 'node:http' ? ['404'] : ['100', '404'],
    );
  });
});
