import {
  defaultFixPolicy,
  FixError,
  type FixInbound,
  memoryFixStore,
} from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { createPair, order, report, settle, smallDescriptor } from './pair.js';
import type { SmallMessage } from './small-codec.js';

describe('an initiator and an acceptor', () => {
  test('log on, and a request is answered by its report', async () => {
    const { initiator, acceptor, events } = createPair();
    await initiator.opened();
    const answer = await initiator.request(order('A'));
    expect(answer).toEqual(report('A'));
    expect(events.map(({ kind }) => kind)).toEqual(['connecting', 'logon']);
    expect(
      acceptor.clients().map(({ identity, isOpen }) => [identity.senderCompId, isOpen]),
    ).toEqual([['TRADER', true]]);
  });

  test('answer many requests at a time, each its own', async () => {
    const { initiator } = createPair();
    await initiator.opened();
    const ids = Array.from({ length: 100 }, (_, index) => `O${index}`);
    const answers = await Promise.all(ids.map((id) => initiator.request(order(id))));
    expect(answers.map(({ clOrdId }) => clOrdId)).toEqual(ids);
  });

  test('refuse what nobody handles', async () => {
    const { initiator, events } = createPair({ handlers: {} });
    await initiator.opened();
    await expect(initiator.request(order('A'))).rejects.toMatchObject({
      code: 'rejected',
      message: 'Unsupported Message Type',
      rejection: { level: 'business', reason: 3, refMsgType: 'D', refSeqNum: 2 },
    });
    expect(events.map(({ kind }) => kind)).toContain('rejected');
  });

  test('tell of a handler that fails, on both sides', async () => {
    const { initiator, serverEvents } = createPair({
      handlers: {
        NewOrderSingle() {
          throw new Error('no');
        },
      },
    });
    await initiator.opened();
    await expect(initiator.request(order('A'))).rejects.toMatchObject({
      rejection: { level: 'business', reason: 4 },
    });
    expect(serverEvents).toContainEqual({ kind: 'error', error: new Error('no') });
  });

  test('tell of a late answer, and still give it', async () => {
    const answers: (() => void)[] = [];
    const { initiator, events, pass } = createPair({
      descriptor: smallDescriptor(undefined, 250),
      handlers: {
        NewOrderSingle(message, client) {
          answers.push(() => void client.send(report(message.clOrdId ?? '')));
        },
      },
    });
    await initiator.opened();
    const answer = initiator.request(order('A'));
    await pass(249);
    expect(events.map(({ kind }) => kind)).not.toContain('late');
    await pass(1);
    expect(events).toContainEqual({
      kind: 'late',
      request: 'NewOrderSingle',
      correlation: 'A',
      within: 250,
    });
    answers[0]?.();
    expect(await answer).toEqual(report('A'));
  });

  test('give a request up when its time is over or its signal says so', async () => {
    const { initiator, pass } = createPair({ handlers: { NewOrderSingle() {} } });
    await initiator.opened();
    const slow = initiator.request(order('A'), { timeout: 50 });
    const unwanted = new AbortController();
    const given = initiator.request(order('B'), { signal: unwanted.signal });
    unwanted.abort(new Error('no longer'));
    await expect(given).rejects.toThrow('no longer');
    const failed = expect(slow).rejects.toMatchObject({ code: 'timeout' });
    await pass(50);
    await failed;
  });

  test('connect again, and send again what the other side has missed', async () => {
    const seen: string[] = [];
    const stores = [memoryFixStore(), memoryFixStore()] as const;
    const { initiator, cut, pass, timers } = createPair({
      handlers: {
        NewOrderSingle(message, _client, { header }) {
          seen.push(`${message.clOrdId}${header.possDup === true ? ' again' : ''}`);
        },
      },
      acceptor: { store: () => stores[0] },
      initiator: { store: stores[1] },
    });
    await initiator.opened();
    await initiator.send(order('A'));
    await settle();
    // What is written now is on its way when the connection breaks.
    cut();
    await initiator.send(order('B')).catch(() => undefined);
    await pass(1000);
    await initiator.opened();
    await settle();
    expect(seen[0]).toBe('A');
    expect(seen.filter((text) => text.startsWith('B'))).toHaveLength(seen.length - 1);
    expect(stores[0].nextIncoming).toBe(stores[1].nextOutgoing);
    await initiator.close();
    expect(timers.pending).toBe(0);
  });

  test('say Logout to one another, and leave nothing behind', async () => {
    const { initiator, acceptor, events, timers } = createPair();
    await initiator.opened();
    await initiator.close('Good night');
    await settle();
    expect(events).toContainEqual({ kind: 'logout', text: undefined });
    expect(events.at(-1)).toMatchObject({
      kind: 'disconnected',
      reason: 'logout',
      retryIn: undefined,
    });
    await acceptor.close();
    expect(timers.pending).toBe(0);
    await expect(initiator.send(order('A'))).rejects.toMatchObject({ code: 'not-logged-on' });
    await expect(initiator.opened()).rejects.toThrow(FixError);
  });

  test('the acceptor says Logout, and the initiator comes back', async () => {
    const { initiator, acceptor, events, pass } = createPair();
    await initiator.opened();
    const [client] = acceptor.clients();
    await client?.logout('Back in a moment');
    await settle();
    expect(events).toContainEqual({ kind: 'logout', text: 'Back in a moment' });
    expect(initiator.isOpen).toBe(false);
    await pass(1000);
    expect(initiator.isOpen).toBe(true);
  });

  test('messages are read one after the other, and the peer waits for a slow reader', async () => {
    const { initiator, acceptor } = createPair();
    await initiator.opened();
    const [client] = acceptor.clients();
    const reader = initiator.messages({ capacity: 2 });
    for (let index = 0; index < 2000; index++) await client?.send(report(String(index)));
    await settle();
    const got: (string | undefined)[] = [];
    for await (const { message } of reader) {
      got.push(message.clOrdId);
      if (got.length === 2000) break;
    }
    expect(got).toEqual(Array.from({ length: 2000 }, (_, index) => String(index)));
  });

  test('a handler has a message to itself until its promise is kept', async () => {
    const log: string[] = [];
    const { initiator } = createPair({
      handlers: {
        async NewOrderSingle({ clOrdId = '' }, client) {
          log.push(`begin ${clOrdId}`);
          await settle();
          log.push(`end ${clOrdId}`);
          await client.send(report(clOrdId));
        },
      },
    });
    await initiator.opened();
    await Promise.all([initiator.request(order('A')), initiator.request(order('B'))]);
    expect(log).toEqual(['begin A', 'end A', 'begin B', 'end B']);
  });
});

describe('who may log on', () => {
  test('is decided by the verifier, with the words of the description', async () => {
    const { initiator, events, serverEvents, acceptor } = createPair({
      acceptor: { verify: () => ({ ok: false, reason: 'unknown-key' }) },
      initiator: { reconnect: false },
    });
    await expect(initiator.opened()).rejects.toThrow('Logon refused');
    expect(events).toContainEqual({ kind: 'logout', text: 'Logon refused' });
    expect(serverEvents).toContainEqual({ kind: 'notice', code: 'refused', text: 'unknown-key' });
    expect(acceptor.clients()).toEqual([]);
  });

  test('sees the Logon, signed by the initiator', async () => {
    const shown: (string | undefined)[] = [];
    const { initiator, acceptor } = createPair({
      acceptor: {
        verify({ field }) {
          shown.push(field(96), field(95), field(554), field(49));
          return { ok: true, principal: 'trader', caller: 'desk' };
        },
      },
      initiator: {
        logonFields: [[554, 'secret']],
        sign: async (field) => [[96, `signed ${field(34)} ${field(49)} ${field(554)}`]],
      },
    });
    await initiator.opened();
    expect(shown).toEqual(['signed 1 TRADER secret', '22', 'secret', 'TRADER']);
    expect(acceptor.clients()[0]?.principal).toBe('trader');
  });

  test('a verifier that fails lets nobody in', async () => {
    const { initiator, serverEvents } = createPair({
      acceptor: { verify: () => Promise.reject(new Error('down')) },
      initiator: { reconnect: false },
    });
    await expect(initiator.opened()).rejects.toThrow('Logon refused');
    expect(serverEvents).toContainEqual({ kind: 'error', error: new Error('down') });
  });

  test('strangers open no store', async () => {
    let opened = 0;
    const { initiator } = createPair({
      acceptor: {
        verify: () => ({ ok: false, reason: 'no' }),
        store() {
          opened++;
          return memoryFixStore();
        },
      },
      initiator: { reconnect: false },
    });
    await expect(initiator.opened()).rejects.toThrow();
    expect(opened).toBe(0);
  });

  test('a profile has as many connections as the description gives it', async () => {
    const policy = defaultFixPolicy('FIX.4.2', {
      compIds: { server: 'VENUE' },
      maxConnections: 2,
      per: 'profile',
      texts: { connections: 'No more than two' },
    });
    const scene = createPair({
      descriptor: smallDescriptor(policy),
      acceptor: {
        verify: ({ identity }) => ({
          ok: true,
          principal: identity.senderCompId.startsWith('A') ? 'a' : 'b',
        }),
        groupOf: (profile) => profile,
      },
      initiator: { senderCompId: 'A1' },
    });
    await scene.initiator.opened();
    const another = (senderCompId: string): ReturnType<typeof scene.join> =>
      scene.join(senderCompId);
    await another('A2').opened();
    await another('B1').opened();
    await expect(another('A3').opened()).rejects.toThrow('No more than two');
    await scene.initiator.close();
    await settle();
    await another('A3').opened();
  });

  test('a second connection for a live session is dropped without a word', async () => {
    const scene = createPair();
    await scene.initiator.opened();
    await expect(scene.join('TRADER').opened()).rejects.toMatchObject({ code: 'unreachable' });
    expect(scene.initiator.isOpen).toBe(true);
    expect(await scene.initiator.request(order('A'))).toEqual(report('A'));
  });

  test('strangers by name, and other names for this side, are dropped without a word', async () => {
    const scene = createPair({
      acceptor: { expects: ({ senderCompId }) => senderCompId === 'TRADER' },
    });
    await scene.initiator.opened();
    await expect(scene.join('STRANGER').opened()).rejects.toMatchObject({ code: 'unreachable' });
  });
});

test('what a program gets has a header', async () => {
  const got: FixInbound<SmallMessage>[] = [];
  const { initiator } = createPair({
    handlers: {
      NewOrderSingle(_message, _client, inbound) {
        got.push(inbound);
      },
    },
  });
  await initiator.opened();
  await initiator.send(order('A'), { possResend: true, onBehalfOfCompId: 'DESK' });
  await settle();
  expect(got[0]?.header).toMatchObject({
    msgSeqNum: 2,
    senderCompId: 'TRADER',
    targetCompId: 'VENUE',
    possResend: true,
    onBehalfOfCompId: 'DESK',
    sendingTime: '20261121-12:00:00.000',
  });
});
