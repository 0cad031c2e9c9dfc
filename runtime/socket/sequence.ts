import type { SequenceMode } from './feed.js';

/** What a number says about the message that has it. */
export type SequenceVerdict = 'next' | 'duplicate' | 'gap';

/** Where one count stands. */
export interface SequenceTracker {
  /** The last number that was taken; `undefined` before the first. */
  readonly last: number | undefined;
  /** Judges a number, and takes it unless it is a duplicate or shows a gap. What is no number counts as next. */
  take(number: unknown): SequenceVerdict;
  /** Goes on from there. */
  reset(last?: number): void;
}

/** A count in which every number is one above the last, or in which numbers only grow. */
export function sequenceTracker(mode: SequenceMode): SequenceTracker {
  let last: number | undefined;
  return {
    get last() {
      return last;
    },
    take(number) {
      const value = typeof number === 'number' ? number : sequenceNumber(number);
      if (value === undefined) return 'next';
      if (last !== undefined) {
        if (value <= last) return 'duplicate';
        if (mode === 'contiguous' && value !== last + 1) return 'gap';
      }
      last = value;
      return 'next';
    },
    reset(next) {
      last = next;
    },
  };
}

/** A number, or a text that is one. */
export function sequenceNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value)) return undefined;
  return Number(value);
}
