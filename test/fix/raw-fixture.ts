import { createFixAcceptor, defaultFixPolicy, type FixEvent } from '@tallystick/runtime/fix';
import { manualTimers, settled } from '../runtime/http-client-fixture.js';
import { report, smallDescriptor, type SmallTypes } from './pair.js';
import { rawPeer, type RawPeer } from './raw-peer.js';

export const start: number = Date.UTC(2026, 10, 21, 12);
/** The body of a Logon. */
export const logon = '98=0|108=30|';

/** An acceptor, and a peer that has logged on. */
export async function createRawFixture(
  options: Parameters<typeof createFixAcceptor<SmallTypes, string>>[2] = {},
  handlers: Parameters<typeof createFixAcceptor<SmallTypes, string>>[1] = {
    NewOrderSingle: ({ clOrdId = '' }, client) => client.send(report(clOrdId)),
  },
  policy: Parameters<typeof defaultFixPolicy>[1] = {},
): Promise<{
  readonly timers: ReturnType<typeof manualTimers>;
  readonly events: FixEvent[];
  readonly peer: RawPeer;
  readonly join: (name?: string, address?: string) => RawPeer;
  readonly acceptor: ReturnType<typeof createFixAcceptor<SmallTypes, string>>;
}> {
  const timers = manualTimers(start);
  const events: FixEvent[] = [];
  const rules = defaultFixPolicy('FIX.4.2', { compIds: { server: 'VENUE' }, ...policy });
  const acceptor = createFixAcceptor<SmallTypes, string>(smallDescriptor(rules), handlers, {
    timers,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const join = (name?: string, address?: string): RawPeer =>
    rawPeer(acceptor.accept, timers.now, name, 'FIX.4.2', address);
  const peer = join();
  peer.send('A', 1, logon);
  await settled();
  return { timers, events, peer, join, acceptor };
}
