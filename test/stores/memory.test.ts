import { memoryReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import { memoryStores, memoryTransaction } from '@tallystick/stores/memory';
import { describe, expect, test } from 'vitest';
import { testStores } from './conformance.js';

testStores(
  'memory',
  () => {
    const stores = memoryStores();
    return { stores, others: stores, transaction: memoryTransaction };
  },
  'with transactions',
);

test('memoryStores has limits, and reports when they are reached', () => {
  const warnings: unknown[] = [];
  const onWarning = (warning: { readonly reason: string }): void => void warnings.push(warning);
  const { replay, received } = memoryStores({
    replay: { capacity: 1, onWarning },
    received: { capacity: 1, onWarning },
  });
  expect(replay.remember('o', 'first', 10, 0)).toBe('new');
  expect(replay.remember('o', 'second', 20, 0)).toBe('new');
  expect(replay.remember('o', 'first', 10, 0)).toBe('expired');
  for (const [key, forgetAt] of [
    ['first', 10_000],
    ['second', 20_000],
  ] as const) {
    received.claim(key, { owner: 'o', token: key, now: 0, leaseUntil: 1_000, forgetAt });
    expect(received.complete(key, key, { forgetAt })).toBe(true);
  }
  expect(warnings).toEqual([
    { reason: 'replay-memory-full', dropped: 1, until: 10 },
    { reason: 'delivery-memory-full', dropped: 1, forgetAt: 10_000 },
  ]);
});

describe('memoryReceivedDeliveryStore', () => {
  const start = Date.UTC(2026, 0, 1);

  test('stores 1,000 deliveries per second for ten minutes, in at most 40 bytes each', () => {
    const warnings: string[] = [];
    const store = memoryReceivedDeliveryStore({ onWarning: ({ reason }) => warnings.push(reason) });
    const wrong: string[] = [];
    let worst = 0;
    for (let second = 0; second < 600; second += 1) {
      const now = start + second * 1_000;
      const forgetAt = now + 300_000 + 86_400_000;
      const claim = { owner: 'shop', now, leaseUntil: now + 60_000, forgetAt };
      for (let index = 0; index < 1_000; index += 1) {
        const key = `e${second}-${index}`;
        const first = store.claim(key, { ...claim, token: key });
        if (!('state' in first) || first.state !== 'claimed') wrong.push(key);
        if (store.complete(key, key, { forgetAt }) !== true) wrong.push(key);
      }
      const key = `e${(second * 7) % (second + 1)}-${(second * 13) % 1_000}`;
      const again = store.claim(key, { ...claim, token: 'again' });
      if (!('state' in again) || again.state !== 'handled') wrong.push(key);
      if (store.handled > 10_000) worst = Math.max(worst, store.bytes / store.handled);
    }
    expect([wrong, warnings]).toEqual([[], []]);
    expect(store.handled).toBeGreaterThanOrEqual(600_000);
    expect(worst).toBeLessThanOrEqual(40);
  });

  test('discards the oldest deliveries when full, warns, and accepts new ones', () => {
    const warnings: number[] = [];
    const store = memoryReceivedDeliveryStore({
      capacity: 100,
      onWarning: ({ dropped }) => warnings.push(dropped),
    });
    const claimAt = (second: number, key: string): unknown => {
      const now = start + second * 1_000;
      const forgetAt = now + 300_000;
      const claim = { owner: 'shop', now, leaseUntil: now + 60_000, forgetAt, token: key };
      const result = store.claim(key, claim);
      store.complete(key, key, { forgetAt });
      return result;
    };
    for (let second = 0; second < 300; second += 1)
      expect(claimAt(second, `e${second}`)).toEqual({ state: 'claimed' });
    expect(warnings).toHaveLength(200);
    expect(claimAt(299, 'e299')).toEqual({ state: 'handled' });
    // Deliveries as they were captured: their time is part of what is signed.
    for (const second of [0, 100, 199])
      expect(claimAt(second, `e${second}`)).toEqual({ state: 'expired' });
    expect(claimAt(300, 'fresh')).toEqual({ state: 'claimed' });
  });

  test('warns if it cannot store a delivery because all others are as new', () => {
    const warnings: number[] = [];
    const store = memoryReceivedDeliveryStore({
      capacity: 2,
      onWarning: ({ dropped }) => warnings.push(dropped),
    });
    const times = { now: start, leaseUntil: start + 60_000, forgetAt: start + 300_000 };
    for (const key of ['e1', 'e2', 'e3']) {
      const claimed = store.claim(key, { owner: 'shop', token: key, ...times });
      expect(claimed).toEqual({ state: 'claimed' });
      store.complete(key, key, { forgetAt: times.forgetAt });
    }
    expect(warnings).toEqual([1]);
  });

  test('discards expired claims', () => {
    const store = memoryReceivedDeliveryStore();
    for (let index = 0; index < 5_000; index += 1) {
      const now = start + index * 1_000;
      const claim = { owner: 'shop', now, leaseUntil: now + 1_000, forgetAt: now, token: 't' };
      store.claim(`e${index}`, claim);
    }
    expect(store.claims({ limit: 10 })).toMatchObject([{ key: 'e4999' }]);
  });

  test.each([0, -1, Number.NaN])('rejects a capacity of %s', (capacity) => {
    expect(() => memoryReceivedDeliveryStore({ capacity })).toThrow(
      '"capacity" must be a positive number',
    );
  });
});
