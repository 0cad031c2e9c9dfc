import type { SequenceMode } from './feed.js';

/** Verdict on the number of a message. */
export type SequenceVerdict =
  /** It follows the last one, or the message is not counted. */
  | 'next'
  /** A copy of a message that was seen, or one that a snapshot includes. */
  | 'duplicate'
  /** Numbers before it are missing. The count goes on from it. */
  | 'gap'
  /** No number of this count: negative, no integer, or further ahead than messages are ever missing. */
  | 'outlier'
  /** At or below the last one, but no known copy. The next message shows whether the numbers have gone back. */
  | 'back'
  /** The second such number in order, where the count stood before an outlier. The count goes on from it. */
  | 'resumed'
  /** The second such number in order: the numbers have started again. The count goes on from it. */
  | 'restart';

/** Most messages that can be missing in one gap; a number further ahead is an outlier. */
export const widestGap = 10_000;

/** Messages that a count remembers, to recognise copies. A power of two. */
const remembered = 16;

/** A count of messages, by channel and key or of a whole connection. */
export class SequenceTracker {
  readonly #isContiguous: boolean;
  #last: number | undefined;
  /** The number before the last one, where the two are not adjacent. */
  #before: number | undefined;
  /** A number out of order, and its message where that is none of the count yet. If the next message follows it, the count goes on from there. */
  #rival: number | undefined;
  #rivalMessage: unknown;
  /** Outliers since the last number. Each may stand in for a number of the count. */
  #outliers = 0;
  /** The number of the last snapshot, and the last number received on the wire. */
  #base = -1;
  #wire: number | undefined;
  /** Numbers from here to the snapshot's may still arrive late. */
  #lateFrom = Infinity;
  #resumesAfter: number | undefined;
  #hasCounted = false;
  readonly #numbers: number[] = [];
  readonly #messages: unknown[] = [];

  constructor(mode: SequenceMode) {
    this.#isContiguous = mode === 'contiguous';
  }

  /** The number from which the count goes on; `undefined` before the first. */
  get last(): number | undefined {
    return this.#last;
  }

  /** After `back` and `resumed`: the number after which the count goes on, if the last one was an outlier. */
  get resumesAfter(): number | undefined {
    return this.#resumesAfter;
  }

  /** Judges the number of a message, and counts it where it is in order. A message without a number is not counted. */
  take(number: unknown, message: unknown): SequenceVerdict {
    const last = this.#last;
    if (this.#isContiguous && last !== undefined && number === last + 1 && this.#rival !== last) {
      return this.#next(number, message);
    }
    const value = sequenceNumber(number);
    if (value === undefined) return 'next';
    if (Number.isNaN(value)) {
      this.#outliers += 1;
      return this.#hasCounted ? 'outlier' : 'next';
    }
    this.#hasCounted = true;
    if (last === undefined) return this.#next(value, message);
    if (value <= last) return this.#lower(value, last, message);
    if (this.#isContiguous) {
      if (value === last + 1 && this.#rival !== last) return this.#next(value, message);
      return this.#higher(value, last, message);
    }
    this.#next(value, message);
    this.#before = last;
    return 'next';
  }

  /**
   * Goes on from a number, such as a snapshot's. `wire` is the last number that was received, if it is known: those between the two are
   * included in the snapshot, and so are those after `before` that were not received.
   */
  reset(last?: number, wire?: number, before?: number): void {
    this.#last = last;
    this.#base = last ?? -1;
    this.#wire = wire;
    this.#lateFrom =
      before === undefined || last === undefined
        ? Infinity
        : Math.max(before + 1, last - remembered);
    this.#before = undefined;
    this.#rival = undefined;
    this.#outliers = 0;
    if (last === undefined) this.#numbers.length = this.#messages.length = 0;
    else this.#hasCounted = true;
  }

  /** Remembers a message that was counted elsewhere. */
  remember(number: number, message: unknown): void {
    const at = number % remembered;
    this.#numbers[at] = number;
    this.#messages[at] = message;
  }

  #next(value: number, message: unknown): 'next' {
    this.#last = value;
    this.#before = undefined;
    this.#rival = undefined;
    this.#outliers = 0;
    const at = value % remembered;
    this.#numbers[at] = value;
    this.#messages[at] = message;
    return 'next';
  }

  #higher(value: number, last: number, message: unknown): SequenceVerdict {
    const rival = this.#rival;
    const isConfirmed = rival !== undefined && value === rival + 1;
    if (isConfirmed && rival === last) return this.#confirmed('restart', value, message);
    if (!isConfirmed && value - last > widestGap) {
      this.#rival = value;
      this.#rivalMessage = message;
      this.#outliers += 1;
      return 'outlier';
    }
    const isComplete = isConfirmed || value - last - 1 <= this.#outliers;
    if (isConfirmed) this.remember(rival, this.#rivalMessage);
    this.#next(value, message);
    this.#before = last;
    return isComplete ? 'next' : 'gap';
  }

  #lower(value: number, last: number, message: unknown): SequenceVerdict {
    const rival = this.#rival;
    const isConfirmed =
      rival !== undefined && (this.#isContiguous ? value === rival + 1 : value > rival);
    if (this.#isKnown(value, message) && !(isConfirmed && value < last)) {
      this.#rival = value < last ? value : undefined;
      this.#rivalMessage = message;
      return 'duplicate';
    }
    if (this.#isIncluded(value, last)) {
      if (this.#wire !== undefined && value > this.#wire) this.#wire = value;
      this.remember(value, message);
      return 'duplicate';
    }
    const before = this.#before;
    const continues = before !== undefined && (rival ?? value) > before && value < last;
    const fallsFar = !this.#isContiguous && continues && last - value > widestGap;
    this.#resumesAfter = continues ? before : undefined;
    if (isConfirmed || fallsFar) {
      return this.#confirmed(continues ? 'resumed' : 'restart', value, message);
    }
    this.#rival = value;
    this.#rivalMessage = message;
    return 'back';
  }

  #confirmed<Verdict>(verdict: Verdict, value: number, message: unknown): Verdict {
    this.#base = -1;
    this.#lateFrom = Infinity;
    if (this.#rival !== undefined) this.remember(this.#rival, this.#rivalMessage);
    this.#next(value, message);
    return verdict;
  }

  /** True for a message that the last snapshot includes, received for the first time. */
  #isIncluded(value: number, last: number): boolean {
    // Messages that come long after those that follow the snapshot are not late.
    if (value > this.#base || last - this.#base > remembered) return false;
    if (this.#wire !== undefined && value > this.#wire) return true;
    return value >= this.#lateFrom && this.#numbers[value % remembered] !== value;
  }

  #isKnown(value: number, message: unknown): boolean {
    const at = value % remembered;
    return this.#numbers[at] === value && isCopy(this.#messages[at], message);
  }
}

/** True if two messages that were parsed from JSON have the same text. */
export function isCopy(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A sequence number, also from a text; `undefined` where there is none, `NaN` for what cannot be one: a negative number, a fraction,
 * one beyond `Number.MAX_SAFE_INTEGER`, or another type.
 */
export function sequenceNumber(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : NaN;
}
