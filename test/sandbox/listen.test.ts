import { once } from 'node:events';
import { Agent, get, type Server } from 'node:http';
import { connect, Server as SocketServer } from 'node:net';
import type { WireResponse } from '@tallystick/runtime';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../../sandbox/server/listen.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('start-2: a connection that got its last response while the sandbox closes does not keep it open', async () => {
  // Neither a timer nor Node itself ends the connection.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let answer: (response: WireResponse) => void = () => undefined;
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const answered = new Promise<WireResponse>((resolve) => {
    answer = resolve;
  });
  const handler = (): Promise<WireResponse> => {
    arrive();
    return answered;
  };
  const listens = vi.spyOn(SocketServer.prototype, 'listen');
  const listening = await listen('127.0.0.1', 0, () => new Map([['/', handler]]));
  const [server] = listens.mock.contexts as readonly Server[];
  if (server === undefined) throw new Error('Nothing listens.');
  server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  const text = new Promise<string>((resolve, reject) => {
    const request = get({ agent, host: '127.0.0.1', port: listening.port }, (response) => {
      let received = '';
      response.on('data', (chunk) => {
        received += String(chunk);
      });
      response.on('end', () => resolve(received));
    });
    request.on('error', reject);
  });
  await arrived;
  const closed = listening.close();
  answer({ status: 200, headers: [], body: 'late' });
  expect(await text).toBe('late');
  await closed;
  agent.destroy();
});

test('start-2: a connection that has sent nothing does not keep the sandbox open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const listens = vi.spyOn(SocketServer.prototype, 'listen');
  const listening = await listen('127.0.0.1', 0, () => new Map());
  const [server] = listens.mock.contexts as readonly Server[];
  if (server === undefined) throw new Error('Nothing listens.');
  const socket = connect(listening.port, '127.0.0.1');
  await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
  await Promise.all([listening.close(), once(socket, 'close')]);
});
