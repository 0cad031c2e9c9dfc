import { expect, test } from 'vitest';
import { randomFrom } from '../../rounds.js';
import { growthOf, type Sample } from '../soak/verdict.js';

const megabyte = 1024 * 1024;

/** Samples of a process that warms up, whose memory differs from sample to sample, and grows by some bytes with each operation. */
function samples(count: number, bytes: number): readonly Sample[] {
  const random = randomFrom(7);
  return Array.from({ length: count }, (_, index) => {
    const operations = 5000 * (index + 1);
    const warmUp = 10 * megabyte * Math.min(1, (2 * index) / count);
    return { operations, excess: warmUp + random() * megabyte + bytes * operations };
  });
}

test.each([12, 60])('a process that keeps nothing has no leak, in %s samples', (count) => {
  expect(growthOf(samples(count, 0)).isLeak).toBe(false);
});

test.each([
  [12, 800],
  [60, 90],
])('in %s samples, a leak of %s bytes an operation is found', (count, bytes) => {
  expect(growthOf(samples(count, bytes)).isLeak).toBe(true);
});

test('memory that grows by less than code and pools may is no leak, however steadily it does', () => {
  const steady = Array.from({ length: 12 }, (_, index) => ({
    operations: 1000 * index,
    excess: 2_000_000 * index,
  }));
  expect(growthOf(steady)).toMatchObject({ slope: 2000, isLeak: false });
});

test('a single sample that is too large is no leak', () => {
  const all = samples(12, 0);
  const last = { operations: 65_000, excess: (all.at(-1)?.excess ?? 0) + 60 * megabyte };
  expect(growthOf([...all, last]).isLeak).toBe(false);
});
