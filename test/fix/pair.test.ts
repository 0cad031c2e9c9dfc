import {
  defaultFixPolicy,
  FixError,
  type FixHeader,
  type FixInbound,
  memoryFixStore,
} from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { createPair, order, report, settle, smallDescriptor } from './pair.js';
import type { SmallMessage } from './small-codec.js';

describe('initiator and acceptor', () => {
  test('log on, and answer a request with its report', async () => {
    const { initiator, acceptor, events } = createPair();
    await initiator.opened();
    const answer = await initiator.request(order('A'));
    expect(answer).toEqual(report('A'));
    expect(events.map(({ kind }) => kind)).toEqual(['connecting', 'logon']);
    expect(
      acceptor.clients().map(({ identity, isOpen }) => [identity.senderCompId, isOpen]),
    ).toEqual([['TRADER', true]]);
  });

  test('answer concurrent requests separately', async () => {
    const { initiator } = createPair();
    await initiator.opened();
    const ids = Array.from({ length: 100 }, (_, index) => `O${index}`);
    const answers = await Promise.all(ids.map((id) => initiator.request(order(id))));
    expect(answers.map(({ clOrdId }) => clOrdId)).toEqual(ids);
  });

  test('reject a message without a handler', async () => {
    const { initiator, events } = createPair({ handlers: {} });
    await initiator.opened();
    await expect(initiator.request(order('A'))).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/^Unsupported Message Type \([0-9a-f-]{36}\)$/),
      rejection: { level: 'business', reason: 3, refMsgType: 'D', refSeqNum: 2 },
    });
    expect(events.map(({ kind }) => kind)).toContain('rejected');
  });

  test('report a handler that throws, on both sides', async () => {
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
    expect(serverEvents).toContainEqual({
      kind: 'error',
      error: new Error('no'),
      correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('report a late reply, and still return it', async () => {
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

  test('stop waiting for a reply after a timeout or an abort', async () => {
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

  test('do not send a request without correlation, nor wait for one that was not sent', async () => {
    const seen: (string | undefined)[] = [];
    const { initiator, timers } = createPair({
      handlers: { NewOrderSingle: ({ clOrdId }) => void seen.push(clOrdId) },
    });
    await initiator.opened();
    const waits = timers.pending;
    await expect(
      initiator.request({ type: 'NewOrderSingle', fields: [[54, '1']] }),
    ).rejects.toMatchObject({ code: 'usage', message: 'NewOrderSingle has no clOrdId' });
    const { signal } = new AbortController();
    const aborted = AbortSignal.abort(new Error('no longer'));
    await expect(initiator.request(order('A'), { signal: aborted })).rejects.toThrow('no longer');
    const broken = order('B', [58, 'two\u0001fields']);
    await expect(initiator.request(broken, { signal })).rejects.toMatchObject({
      name: 'FixEncodeError',
    });
    await settle();
    expect(seen).toEqual([]);
    expect(timers.pending).toBe(waits);
  });

  test('end when the session begins again with 34=1, because their replies are lost', async () => {
    const { initiator, acceptor, cut, pass } = createPair({
      descriptor: smallDescriptor(
        defaultFixPolicy('FIX.4.2', { compIds: { server: 'VENUE' }, resetOnLogon: true }),
      ),
      handlers: { NewOrderSingle() {} },
    });
    await initiator.opened();
    const first = initiator.request(order('A'), { timeout: 60_000 });
    const lost = expect(first).rejects.toMatchObject({ code: 'closed' });
    await settle();
    cut();
    await pass(2000);
    await initiator.opened();
    await lost;
    const second = initiator.request(order('B'), { timeout: 60_000 });
    await settle();
    // Number 2 was A, and is B now.
    acceptor.clients()[0]?.refuse({ message: order('B'), header: headerOf(2) }, 0, 'No second one');
    await expect(second).rejects.toMatchObject({ code: 'rejected' });
  });

  test('reconnect, and resend what the other side has missed', async () => {
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
    // Messages written now are in transit when the connection breaks.
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

  test('exchange Logouts, and release all resources', async () => {
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

  test('do not reconnect when a listener closes the initiator', async () => {
    const { initiator, events, timers, cut, pass } = createPair();
    await initiator.opened();
    initiator.on(({ kind }) => {
      if (kind === 'disconnected') void initiator.close();
    });
    cut();
    await pass(60_000);
    expect(events.map(({ kind }) => kind)).toEqual(['connecting', 'logon', 'disconnected']);
    expect(timers.pending).toBe(0);
  });

  test('reconnect after a Logout of the acceptor', async () => {
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

  test('pause the peer for a slow reader of messages', async () => {
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

  test('wait for the promise of a handler before the next message', async () => {
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

function headerOf(msgSeqNum: number): FixHeader {
  const sendingTime = '20261121-12:00:00.000';
  return { msgSeqNum, senderCompId: 'TRADER', targetCompId: 'VENUE', sendingTime };
}

test('passes the header of a message to its handler', async () => {
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

test('does not match a message of the other side as a reply, and rejects it without a handler', async () => {
  const descriptor = smallDescriptor();
  const names = ['NewOrderSingle', 'ExecutionReport'] as const;
  const request = { correlation: 'clOrdId', replies: { ExecutionReport: 'clOrdId' } };
  const { initiator, events } = createPair({
    descriptor: {
      ...descriptor,
      toServer: names,
      toClient: names,
      requests: { NewOrderSingle: { ...request, from: 'client' } },
    },
  });
  await initiator.opened();
  expect(await initiator.request(order('A'))).toEqual(report('A'));
  await initiator.send(report('B'));
  await settle();
  expect(events).toContainEqual({
    kind: 'rejected',
    rejection: expect.objectContaining({
      refMsgType: '8',
      text: expect.stringMatching(/^Unsupported Message Type \(/),
    }),
  });
});
