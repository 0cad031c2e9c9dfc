import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../../../runtime/broker/adapter/deadlines.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a deadline expires when its time has passed, and one that is deleted does not', () => {
  const expired: string[] = [];
  const deadlines = new Deadlines(1_000);
  deadlines.add(() => expired.push('first'));
  vi.advanceTimersByTime(400);
  const deleted = deadlines.add(() => expired.push('deleted'));
  deadlines.add(() => expired.push('second'));
  deadlines.delete(deleted);
  vi.advanceTimersByTime(600);
  expect(expired).toEqual(['first']);
  vi.advanceTimersByTime(400);
  expect(expired).toEqual(['first', 'second']);
});

test('a deadline after a pause has its full time', () => {
  const expired: string[] = [];
  const deadlines = new Deadlines(1_000);
  deadlines.delete(deadlines.add(() => expired.push('deleted')));
  vi.advanceTimersByTime(900);
  deadlines.add(() => expired.push('later'));
  vi.advanceTimersByTime(999);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(expired).toEqual(['later']);
});

test('timers may be numbers, as in browsers', () => {
  vi.stubGlobal('setTimeout', () => 7);
  const deadlines = new Deadlines(1_000);
  const first = deadlines.add(() => undefined);
  deadlines.delete(first);
  expect(() => deadlines.add(() => undefined)).not.toThrow();
  vi.unstubAllGlobals();
});
