import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import {
  type CloseReason,
  closeReasons,
  feedServer,
  type FeedServer,
} from '@tallystick/runtime/websocket/server';
import { serveFeed } from '@tallystick/runtime/websocket/node';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createFlusher } from '../../runtime/websocket/node/flusher.js';
import { manualTimers } from './http-client-fixture.js';
import { entriesFeed, type EntryTypes, update } from './socket-order-fixture.js';

describe('writes', () => {
  test('are sent at once after a pause, and once per interval otherwise', async () => {
    const timers = manualTimers();
    const flush = createFlusher(5, timers);
    const released: string[] = [];
    const hold = (name: string): void => flush(() => released.push(name));
    hold('a');
    hold('b');
    expect(released).toEqual([]);
    await timers.advance(0);
    expect(released.splice(0)).toEqual(['a', 'b']);
    await timers.advance(2);
    hold('c');
    await timers.advance(2);
    hold('d');
    expect(released).toEqual([]);
    await timers.advance(1);
    expect(released.splice(0)).toEqual(['c', 'd']);
    await timers.advance(5);
    hold('e');
    await timers.advance(0);
    expect(released).toEqual(['e']);
    expect(timers.pending).toBe(0);
  });

  test('do not wait for a clock that was set back', async () => {
    const timers = manualTimers();
    let back = 0;
    const flush = createFlusher(5, { ...timers, now: () => timers.now() - back });
    const release = vi.fn<() => void>();
    flush(release);
    await timers.advance(0);
    back = 3_600_000;
    flush(release);
    await timers.advance(0);
    expect(release).toHaveBeenCalledTimes(2);
  });

  test('end with every turn without an interval', async () => {
    const timers = manualTimers();
    const flush = createFlusher(0, timers);
    const release = vi.fn<() => void>();
    for (let turn = 0; turn < 3; turn += 1) {
      flush(release);
      await timers.advance(0);
    }
    expect(release).toHaveBeenCalledTimes(3);
  });
});

test('documents every reason for closing a connection in the guide', () => {
  const guide = readFileSync('docs/guide/feeds.md', 'utf8');
  for (const { code, reason } of Object.values(closeReasons as object) as CloseReason[]) {
    expect(guide).toMatch(new RegExp(`^\\| ${code} \\| \`${reason}\` `, 'm'));
  }
});

describe('connection over sockets', () => {
  let server: FeedServer<EntryTypes>;
  let url: string;
  let stop: () => void;

  beforeEach(async () => {
    const descriptor = entriesFeed({ slowConsumer: { policy: 'disconnect', limit: 2000 } });
    server = feedServer<EntryTypes>(descriptor, { entries: {} });
    const http = createServer();
    serveFeed(http, server.accept, { maxMessageBytes: 1000 });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    stop = () => http.close();
  });
  afterEach(async () => {
    await server.drain({ timeout: 100 });
    stop();
  });

  test('receives a burst above its limit in order if it reads it', async () => {
    const socket = new WebSocket(url);
    const received: number[] = [];
    socket.on('message', (data: Buffer) => {
      const { seq } = JSON.parse(data.toString()) as { readonly seq?: number };
      if (seq !== undefined) received.push(seq);
    });
    await once(socket, 'open');
    socket.send('{"type":"subscribe","channels":[{"name":"entries"}]}');
    await vi.waitFor(() => expect(server.subscribers('entries')).toBe(1));
    const seqs = Array.from({ length: 500 }, (_, index) => index + 1);
    for (const seq of seqs) server.publish('entries', 'A', update('A', seq));
    await vi.waitFor(() => expect(received).toHaveLength(500));
    expect(received).toEqual(seqs);
    socket.close();
  });

  const text = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
  test.each([
    [
      'a message that is too long',
      Buffer.from([0x81, 0xfe, 0x10, 0, 0, 0, 0, 0]),
      1009,
      'message too big',
    ],
    ['invalid UTF-8', text(Buffer.from([0xff])), 1007, 'text is not UTF-8'],
    ['an unmasked frame', Buffer.from([0x81, 1, 0x61]), 1002, 'protocol error'],
  ])('receives the reason for its end after %s', async (_, bytes, code, reason) => {
    const raw = connect(Number(new URL(url).port), '127.0.0.1');
    raw.write(
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const received: Buffer[] = [];
    raw.on('data', (data) => received.push(data));
    await vi.waitFor(() => expect(Buffer.concat(received).includes('\r\n\r\n')).toBe(true));
    const head = Buffer.concat(received).indexOf('\r\n\r\n') + 4;
    raw.write(bytes);
    const frame = (): Buffer => Buffer.concat(received).subarray(head);
    await vi.waitFor(() => expect(frame().length).toBeGreaterThan(4));
    expect(frame()[0]).toBe(0x88);
    expect([frame().readUInt16BE(2), frame().subarray(4).toString()]).toEqual([code, reason]);
    raw.destroy();
  });

  test('receives a truncated reason if it is too long', async () => {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await server.drain({ reason: 'ü'.repeat(100) });
    const [code, reason] = (await closed) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1001, 'ü'.repeat(61)]);
  });
});
