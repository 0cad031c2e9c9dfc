import {
  type ConnectionCounter,
  connectionCounter,
  type CountedConnections,
  memoryConnectionStore,
} from '@tallystick/runtime/http/server';
import type { SocketEvents } from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { expect, test } from 'vitest';
import { createPair, settle } from '../../fix/pair.js';
import { settled } from '../http-client-fixture.js';
import { kettles } from './revocable-feed.js';

/** At most two connections for each name, over all servers. */
function counted(counter: ConnectionCounter): CountedConnections<string> {
  return { counter, limitsOf: (key) => [{ key, limit: 2 }] };
}

function feed(counter: ConnectionCounter) {
  const server = feedServer<Record<never, never>, string>(kettles, { heat: {} } as never, {
    counted: counted(counter),
    verify: async ({ auth: { key } }) => ({ ok: true, principal: String(key) }),
  });
  return () => {
    const sent: unknown[] = [];
    const socket = {
      send: (frame: string) => sent.push(JSON.parse(frame)),
      sendShared: () => undefined,
      buffered: 0,
      close: () => undefined,
      terminate: () => undefined,
    };
    const connection: SocketEvents = server.accept(
      Object({ target: '/', headers: [] }),
      Object(socket),
    );
    const subscribe = (key: string): void =>
      connection.frame(JSON.stringify({ type: 'subscribe', channel: 'heat', key }));
    return { sent, subscribe, close: () => connection.closed({ code: 1000, reason: '' }) };
  };
}

const refusal = [expect.objectContaining({ text: 'Too many connections' })];

test('connections to a feed and FIX sessions count together', async () => {
  const store = memoryConnectionStore();
  const [first, second] = [connectionCounter({ store }), connectionCounter({ store })];
  const connect = feed(first);
  const one = connect();
  one.subscribe('TRADER');
  await settled();
  const { initiator, join, acceptor, cut } = createPair({
    acceptor: {
      counted: counted(second),
      verify: () => ({ ok: true, principal: 'TRADER' }),
    },
    initiator: { reconnect: false },
  });
  await initiator.opened();
  const [feedTooMany, other] = [connect(), connect()];
  feedTooMany.subscribe('TRADER');
  other.subscribe('ANOTHER');
  await settled();
  expect([one.sent, feedTooMany.sent, other.sent]).toEqual([[], refusal, []]);
  const fixTooMany = join('SECOND');
  await expect(fixTooMany.opened()).rejects.toThrow();
  expect(acceptor.clients().filter(({ isOpen }) => isOpen)).toHaveLength(1);
  // A connection that ends makes room in every protocol.
  cut();
  await settle();
  feedTooMany.subscribe('TRADER');
  await settled();
  expect(feedTooMany.sent).toEqual(refusal);
  one.close();
  await settle();
  expect(await store.count('TRADER', Date.now())).toBe(1);
  await join('SECOND').opened();
});

test('a connection with several subscriptions at once counts once', async () => {
  const store = memoryConnectionStore();
  const connect = feed(connectionCounter({ store }));
  const connection = connect();
  for (let index = 0; index < 5; index++) connection.subscribe('ada');
  await settled();
  expect(connection.sent).toEqual([]);
  expect(await store.count('ada', Date.now())).toBe(1);
  connection.close();
  await settled();
  expect(await store.count('ada', Date.now())).toBe(0);
});

test('a connection that ends while it is being counted does not count', async () => {
  const memory = memoryConnectionStore();
  let proceed = (): void => undefined;
  const held = new Promise<void>((resolve) => (proceed = resolve));
  const store: typeof memory = {
    ...memory,
    async open(id, limits, lease) {
      await held;
      return memory.open(id, limits, lease);
    },
  };
  const connection = feed(connectionCounter({ store }))();
  connection.subscribe('ada');
  await settled();
  connection.close();
  proceed();
  await settled();
  expect(await memory.count('ada', Date.now())).toBe(0);
});

const failing = {
  ...memoryConnectionStore(),
  open: () => Promise.reject(new Error('unreachable')),
};

test('a store that fails refuses the Logon', async () => {
  const { initiator, serverEvents } = createPair({
    acceptor: {
      counted: counted(connectionCounter({ store: failing })),
      verify: () => ({ ok: true, principal: 'TRADER' }),
    },
    initiator: { reconnect: false },
  });
  await expect(initiator.opened()).rejects.toThrow('Too many connections');
  expect(serverEvents).toContainEqual({ kind: 'error', error: new Error('unreachable') });
});

test('a store that fails refuses the subscription', async () => {
  const connection = feed(connectionCounter({ store: failing }))();
  connection.subscribe('ada');
  await settled();
  expect(connection.sent).toEqual([expect.objectContaining({ type: 'error' })]);
});
