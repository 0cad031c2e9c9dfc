import {
  createFixAcceptor,
  createFixInitiator,
  type FixMessageLog,
  memoryFixConnection,
  logFixAccept,
  logFixOpen,
} from '@tallystick/runtime/fix';
import { expect, test } from 'vitest';
import { manualTimers } from '../runtime/http-client-fixture.js';
import { order, report, smallDescriptor, type SmallTypes } from './pair.js';

/** Keeps what it is shown as `in 35=A`. */
function recorder(): { readonly lines: string[]; readonly tap: FixMessageLog } {
  const lines: string[] = [];
  return {
    lines,
    tap: (direction, message) =>
      lines.push(
        `${direction} ${/35=[^\u0001]+/.exec(Buffer.from(message).toString('latin1'))?.[0]}`,
      ),
  };
}

test('logs every message once on both sides, in any chunks', async () => {
  const timers = manualTimers(Date.UTC(2026, 10, 21, 12));
  const [client, server] = [recorder(), recorder()];
  const acceptor = createFixAcceptor<SmallTypes>(
    smallDescriptor(),
    { NewOrderSingle: ({ clOrdId = '' }, session) => session.send(report(clOrdId)) },
    { timers },
  );
  const open = memoryFixConnection((connection) => {
    const events = logFixAccept(acceptor.accept, server.tap)(connection);
    // One byte at a time.
    const bytes = (all: Uint8Array): void => {
      for (let at = 0; at < all.length; at++) events.bytes(all.slice(at, at + 1));
    };
    return { ...events, bytes };
  });
  const initiator = createFixInitiator<SmallTypes>(smallDescriptor(), {
    open: logFixOpen(open, client.tap),
    address: { host: 'venue.example', port: 1 },
    senderCompId: 'TRADER',
    timers,
  });
  await initiator.opened();
  await initiator.request(order('A'));
  await initiator.close();
  const expected = ['out 35=A', 'in 35=A', 'out 35=D', 'in 35=8', 'out 35=5', 'in 35=5'];
  expect(client.lines).toEqual(expected);
  const turned = expected.map((line) =>
    line.replace(/^\w+/, (way) => (way === 'in' ? 'out' : 'in')),
  );
  expect(server.lines).toEqual(turned);
});

test('continues if the log throws', async () => {
  const acceptor = createFixAcceptor<SmallTypes>(smallDescriptor(), {
    NewOrderSingle: ({ clOrdId = '' }, session) => session.send(report(clOrdId)),
  });
  const tap: FixMessageLog = () => {
    throw new Error('the disk is full');
  };
  const initiator = createFixInitiator<SmallTypes>(smallDescriptor(), {
    open: logFixOpen(memoryFixConnection(logFixAccept(acceptor.accept, tap)), tap),
    address: { host: 'venue.example', port: 1 },
    senderCompId: 'TRADER',
  });
  await initiator.opened();
  expect(await initiator.request(order('A'))).toEqual(report('A'));
  await initiator.close();
});
