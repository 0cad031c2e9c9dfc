import type { WireRequest } from '@tallystick/runtime';
import {
  hmacDeliveryVerifier,
  hmacSigner,
  replayMemory,
  type ReplayMemoryWarning,
} from '@tallystick/runtime/auth/hmac';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '../rounds.js';
import { delivery, request } from './hmac-fixture.js';

const tolerance = 300;

describe('replayMemory', () => {
  test('records 1,000 deliveries per second for ten minutes', () => {
    const warnings: ReplayMemoryWarning[] = [];
    const memory = replayMemory({ onWarning: (warning) => warnings.push(warning) });
    const wrong: string[] = [];
    let most = 0;
    let worst = 0;
    for (let now = 0; now < 600; now += 1) {
      for (let index = 0; index < 1_000; index += 1) {
        const value = `signature-${now}-${index}`;
        if (memory.remember('delivery', value, now + tolerance, now) !== 'new') wrong.push(value);
      }
      // Of every second that its timestamp would still let pass, one is tried again.
      for (let past = Math.max(0, now - tolerance); past <= now; past += 1) {
        const value = `signature-${past}-${(past * 7 + now) % 1_000}`;
        if (memory.remember('delivery', value, past + tolerance, now) !== 'seen') wrong.push(value);
      }
      most = Math.max(most, memory.size);
      if (memory.size > 10_000) worst = Math.max(worst, memory.bytes / memory.size);
    }
    expect(wrong).toEqual([]);
    expect(warnings).toEqual([]);
    expect(most).toBe((tolerance + 1) * 1_000);
    expect(worst).toBeLessThanOrEqual(40);
  });

  test('frees memory of expired values', () => {
    const memory = replayMemory();
    for (let index = 0; index < 50_000; index += 1) memory.remember('a', `v${index}`, 10, 0);
    expect(memory.bytes).toBeGreaterThan(1_000_000);
    expect(memory.remember('a', 'other', 20, 11)).toBe('new');
    expect(memory.size).toBe(1);
    expect(memory.remember('a', 'last', 40, 30)).toBe('new');
    expect(memory.bytes).toBeLessThan(40_000);
  });

  test('rejects values older than its oldest one when full, warns, and accepts new ones', () => {
    const warnings: ReplayMemoryWarning[] = [];
    const memory = replayMemory({
      capacity: 5_000,
      onWarning: (warning) => warnings.push(warning),
    });
    for (let now = 0; now < 60; now += 1) {
      for (let index = 0; index < 1_000; index += 1)
        expect(memory.remember('a', `${now}-${index}`, now + tolerance, now)).toBe('new');
    }
    expect(memory.size).toBe(5_000);
    expect(warnings).toHaveLength(55);
    expect(warnings.at(-1)).toEqual({
      reason: 'replay-memory-full',
      dropped: 1_000,
      until: 54 + tolerance,
    });
    // An evicted entry is not new, and neither is any entry as old as that.
    expect(memory.remember('a', '54-0', 54 + tolerance, 60)).toBe('expired');
    expect(memory.remember('a', 'never seen', 20 + tolerance, 60)).toBe('expired');
    expect(memory.remember('a', '55-0', 55 + tolerance, 60)).toBe('seen');
    expect(memory.remember('a', 'late', 56 + tolerance, 60)).toBe('new');
  });

  test('warns once for each second whose new values it has no place for', () => {
    const warnings: ReplayMemoryWarning[] = [];
    const memory = replayMemory({ capacity: 3, onWarning: (warning) => warnings.push(warning) });
    const answers = (until: number): readonly unknown[] =>
      ['a', 'b', 'c', 'd', 'e'].map((name) => memory.remember('o', `${until}-${name}`, until, 0));
    // All of them expire together, so none can make room for another.
    expect(answers(10)).toEqual(['new', 'new', 'new', 'expired', 'expired']);
    expect(warnings).toEqual([{ reason: 'replay-memory-full', dropped: 0, until: 10 }]);
    // Later ones make room for themselves, and what was dropped is not new again.
    expect(answers(20)).toEqual(['new', 'new', 'new', 'expired', 'expired']);
    expect(answers(10)).toEqual(Array.from({ length: 5 }, () => 'expired'));
    expect(warnings.slice(1)).toEqual([
      { reason: 'replay-memory-full', dropped: 3, until: 10 },
      { reason: 'replay-memory-full', dropped: 0, until: 20 },
    ]);
  });

  test('does not let one owner displace values of another', () => {
    const memory = replayMemory({ capacity: 1_000 });
    for (let now = 0; now < 30; now += 1) {
      // One whose clock is ahead as far as it may be, and sends as much as it can.
      for (let index = 0; index < 200; index += 1)
        expect(memory.remember('loud', `${now}-${index}`, now + 2 * tolerance, now)).toBe('new');
      expect(memory.remember('quiet', `${now}`, now + tolerance, now)).toBe('new');
    }
    for (let now = 0; now < 30; now += 1)
      expect(memory.remember('quiet', `${now}`, now + tolerance, 30)).toBe('seen');
  });

  test('records tokens with a lifetime of a year', () => {
    const memory = replayMemory({ capacity: 20_000 });
    for (let now = 0; now < 20_000; now += 1)
      expect(memory.remember('a', `${now}`, now + 31_536_000, now)).toBe('new');
    expect(memory.remember('a', '0', 31_536_000, 20_000)).toBe('seen');
    expect(memory.remember('a', '1', 99, 20_000)).toBe('seen');
  });

  test('never accepts a repeated value, for any sequence of calls', () => {
    const event = fc.record({
      step: fc.integer({ min: 0, max: 3 }),
      owner: fc.constantFrom('a', 'b', 'c'),
      value: fc.integer({ min: 0, max: 40 }).map(String),
      ahead: fc.integer({ min: 0, max: 12 }),
    });
    const bounds = fc.record({
      capacity: fc.integer({ min: 0, max: 30 }),
      perOwner: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(bounds, fc.array(event, { maxLength: 200 }), (given, events) => {
        const memory = replayMemory(given);
        const accepted = new Map<string, number>();
        let now = 0;
        for (const { step, owner, value, ahead } of events) {
          now += step;
          const key = `${owner} ${value}`;
          const known = accepted.get(key);
          // Until when a token is good is part of it.
          const until = known !== undefined && known >= now ? known : now + ahead;
          const answer = memory.remember(owner, value, until, now);
          // An accepted entry is not new during its validity.
          if (known !== undefined && known >= now) expect(answer).not.toBe('new');
          // With room for everything nothing is refused that was not seen.
          if (given.capacity >= 30 && given.perOwner >= 30 && accepted.size < 30 && !known)
            expect(answer).toBe('new');
          if (answer === 'new') accepted.set(key, until);
          expect(memory.size).toBeLessThanOrEqual(given.capacity);
        }
      }),
      randomRuns(2_000),
    );
  });
});

test('hmacDeliveryVerifier accepts 1,000 deliveries per second, and rejects repeated ones', async () => {
  let now = 1_700_000_000_000;
  const clock = { now: (): number => now };
  const reasons: string[] = [];
  const verifier = hmacDeliveryVerifier(delivery, {
    secrets: 'secret',
    clock,
    onReason: ({ reason }) => reasons.push(reason),
  });
  const signer = hmacSigner(delivery, { secret: 'secret' }, { clock });
  let accepted = 0;
  const sample: WireRequest[] = [];
  for (let second = 0; second < 60; second += 1, now += 1_000) {
    for (let index = 0; index < 1_000; index += 1) {
      const body = `{"id":"${second}-${index}"}`;
      const signed = await signer.sign(request({ body }), { variables: {} });
      if ((await verifier.verify(signed)).ok) accepted += 1;
      if (index === second) sample.push(signed);
    }
  }
  expect([accepted, reasons]).toEqual([60_000, []]);
  for (const signed of sample)
    expect(await verifier.verify(signed)).toMatchObject({ reason: 'signature-replayed' });
});
