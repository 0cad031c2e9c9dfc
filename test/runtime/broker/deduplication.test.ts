import { memoryReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import { expect, test } from 'vitest';
import { createClaims } from '../../../runtime/broker/deduplication.js';

/** Timers that a test fires, and the number that are set. */
function manualTimers() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  return {
    waiting,
    now: () => 0,
    setTimeout: (callback: () => void): number => {
      waiting.set((last += 1), callback);
      return last;
    },
    clearTimeout: (handle: unknown): void => void waiting.delete(Number(handle)),
    fire(): void {
      const due = new Map(waiting);
      waiting.clear();
      for (const callback of due.values()) callback();
    },
  };
}

test('a message that is completed while its claim is being renewed is not renewed again', async () => {
  const timers = manualTimers();
  let finishRenewal = (_: boolean): void => {};
  const store = {
    ...memoryReceivedDeliveryStore(),
    renew: () =>
      new Promise<boolean>((resolve) => {
        finishRenewal = resolve;
      }),
  };
  const claim = await createClaims({ store }, 'Tea', timers)('m1');
  if (typeof claim === 'string') throw new Error(claim);
  timers.fire();
  await claim.complete();
  finishRenewal(true);
  await Promise.resolve();
  await Promise.resolve();
  expect(timers.waiting.size).toBe(0);
});

test('a store that fails to renew a claim is asked again, and ends nothing', async () => {
  const timers = manualTimers();
  let renewals = 0;
  const store = {
    ...memoryReceivedDeliveryStore(),
    renew: (): boolean => {
      renewals += 1;
      throw new Error('no connection');
    },
  };
  const claim = await createClaims({ store }, 'Tea', timers)('m1');
  if (typeof claim === 'string') throw new Error(claim);
  timers.fire();
  await Promise.resolve();
  timers.fire();
  await Promise.resolve();
  expect(renewals).toBe(2);
  await claim.release();
  expect(timers.waiting.size).toBe(0);
});
