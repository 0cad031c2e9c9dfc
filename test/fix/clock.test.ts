import { defaultFixPolicy } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { manualTimers, type ManualTimers } from '../runtime/http-client-fixture.js';
import { createPair, order, smallDescriptor } from './pair.js';
import { logon, createRawFixture } from './raw-fixture.js';

const hour = 3_600_000;

/** Timers that continue while the clock is set. */
function movable(): {
  readonly timers: ManualTimers;
  readonly clock: { ahead: number };
  readonly moved: ManualTimers;
} {
  const timers = manualTimers(Date.UTC(2026, 10, 21, 12));
  const clock = { ahead: 0 };
  return { timers, clock, moved: { ...timers, now: () => timers.now() + clock.ahead } };
}

describe('clock that is set back an hour', () => {
  test('does not stop heartbeats', async () => {
    const { timers, clock, moved } = movable();
    const { initiator, events } = createPair({
      acceptor: { timers: moved },
      initiator: { timers: moved },
    });
    await initiator.opened();
    clock.ahead = -hour;
    await timers.advance(hour);
    expect(initiator.isOpen).toBe(true);
    expect(events.map(({ kind }) => kind)).not.toContain('disconnected');
    await initiator.close();
  });

  test('does not lower a rate limit', async () => {
    const { timers, clock, moved } = movable();
    const policy = defaultFixPolicy('FIX.4.2', {
      compIds: { server: 'VENUE' },
      rate: { messages: { perSecond: 2 }, logons: { perSecond: 1 } },
    });
    const { initiator } = createPair({
      descriptor: smallDescriptor(policy),
      acceptor: { timers: moved },
      initiator: { timers: moved },
    });
    await initiator.opened();
    for (const id of ['A', 'B']) await initiator.request(order(id));
    clock.ahead = -hour;
    await timers.advance(1000);
    await initiator.request(order('C'));
    await initiator.close();
  });

  test('does not keep connections without a Logon open', async () => {
    const { timers, clock, moved } = movable();
    const { join } = await createRawFixture({ timers: moved });
    const mute = join('MUTE');
    const waiting = join();
    waiting.send('A', 2, logon);
    clock.ahead = -hour;
    await timers.advance(20_000);
    expect(mute.isClosed).toBe(true);
    expect(waiting.isClosed).toBe(true);
  });
});
