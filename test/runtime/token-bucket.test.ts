import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryRateLimitStore } from '@tallystick/runtime/http/server';
import { fullBucket, refill, timeTo } from '../../runtime/core/token-bucket.js';
import { sharedPath } from '../shared.js';

const facts = sharedPath('platform', 'facts.md');
const size = { rate: 1, burst: 3 };

describe('token bucket', () => {
  /** A burst of 3 and a rate of 1: seconds, tokens that are left, and whether the request was taken. */
  const example: readonly (readonly [seconds: number, left: number, taken: boolean])[] = [
    [0.5, 2, true],
    [0.8, 1.3, true],
    [0.9, 0.4, true],
    [1, 0.5, false],
    [1.4, 0.9, false],
    [1.8, 0.3, true],
    [5, 2, true],
  ];

  it('is refilled when it is used', () => {
    const bucket = fullBucket(size, 0);
    for (const [seconds, left, taken] of example) {
      refill(bucket, size, seconds * 1000);
      const takes = timeTo(bucket, size, 1) === 0;
      if (takes) bucket.tokens -= 1;
      expect([seconds, takes]).toEqual([seconds, taken]);
      expect(bucket.tokens).toBeCloseTo(left, 9);
    }
  });

  it('has the same results in the store of a server', () => {
    const store = memoryRateLimitStore();
    const taken = example.map(
      ([seconds]) => store.take([{ key: 'a', ...size }], seconds * 1000) === 0,
    );
    expect(taken).toEqual(example.map(([, , wanted]) => wanted));
  });

  it.skipIf(facts === undefined)(
    'has the results of the worked example of the platform (skipped without ../shared/platform)',
    () => {
      const text = readFileSync(facts ?? '', 'utf8');
      const [, rows = ''] = /worked example \(burst 3, rate 1\): t=([^|]+)/.exec(text) ?? [];
      const steps = [...rows.matchAll(/(\d*\.?\d+)→(\d*\.?\d+)( refused)?/g)].map(
        ([, at, left, refused]) => [Number(at), Number(left), refused === undefined],
      );
      expect(steps).toEqual(example);
    },
  );

  it('is not refilled by a clock that is set back', () => {
    const bucket = fullBucket(size, 10_000);
    bucket.tokens = 0;
    refill(bucket, size, 5000);
    refill(bucket, size, 10_000);
    expect(bucket.tokens).toBe(0);
  });

  it('loses no fractions', () => {
    const thirds = { rate: 3, burst: 1 };
    const bucket = fullBucket(thirds, 0);
    let taken = 0;
    for (let at = 0; at < 10_000; at += 1) {
      refill(bucket, thirds, at);
      if (timeTo(bucket, thirds, 1) > 0) continue;
      bucket.tokens -= 1;
      taken += 1;
    }
    expect(taken).toBe(30);
  });
});

describe('store of buckets', () => {
  const spend = (
    key: string,
    rate = 1,
    burst = 1,
  ): { key: string; rate: number; burst: number } => ({
    key,
    rate,
    burst,
  });

  it('takes a token from all buckets of a request or from none', () => {
    const store = memoryRateLimitStore();
    expect(store.take([spend('a'), spend('b', 1, 2)], 0)).toBe(0);
    expect(store.take([spend('a'), spend('b', 1, 2)], 0)).toBe(1000);
    expect(store.take([spend('b', 1, 2)], 0)).toBe(0);
    expect(store.take([spend('b', 1, 2)], 0)).toBe(1000);
  });

  it('returns the time until the slowest bucket has a token', () => {
    const store = memoryRateLimitStore();
    const both = [spend('a', 10), spend('b', 0.1)];
    expect(store.take(both, 0)).toBe(0);
    expect(store.take(both, 100)).toBe(9900);
    expect(store.take(both, 10_000)).toBe(0);
  });

  it('has a limited size, and discards the least recently used bucket', () => {
    const store = memoryRateLimitStore(2);
    expect(store.take([spend('a')], 0)).toBe(0);
    expect(store.take([spend('b')], 0)).toBe(0);
    expect(store.take([spend('a')], 0)).toBe(1000);
    expect(store.take([spend('c')], 0)).toBe(0);
    expect(store.take([spend('a')], 0)).toBe(1000);
    expect(store.take([spend('b')], 0)).toBe(0);
  });

  it.each([0, -1, NaN])('rejects a capacity of %d', (capacity) => {
    expect(() => memoryRateLimitStore(capacity)).toThrow('capacity');
  });
});
