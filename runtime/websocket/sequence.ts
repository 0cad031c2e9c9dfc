import { writeJson } from '../core/write-json.js';
import type { SequenceMode } from './feed.js';

/** Verdict on the number of a message. */
export type SequenceVerdict =
  /** Successor of the last number, or a message that is not counted. */
  | 'next'
  /** Copy of a message that was received before, or a message that a snapshot includes. */
  | 'duplicate'
  /** Numbers before it are missing. Counting continues from it. */
  | 'gap'
  /** Not a plausible number: negative, not an integer, or further ahead than any gap. */
  | 'outlier'
  /** At or below the last number, but not a known copy. The next message shows if the numbering has gone back. */
  | 'back'
  /** Second such number in order, continuing from before an outlier. Counting continues from it. */
  | 'resumed'
  /** Second such number in order: the numbering has restarted. Counting continues from it. */
  | 'restart';

/** Maximum number of messages missing in one gap. A number further ahead is an outlier. */
export const maxGap = 10_000;

/** Number of recent messages to remember for recognising copies. A power of two. */
const rememberedMessages = 16;

/** Tracks the sequence numbers of a key or of a whole connection. */
export class SequenceTracker {
  readonly #isContiguous: boolean;
  #last: number | undefined;
  /** Number before the last one, if the two are not adjacent. */
  #before: number | undefined;
  /**
   * Out-of-order number, and its message unless it has been counted. If
   * the next message is its successor, counting continues from there.
   */
  #candidate: number | undefined;
  #candidateMessage: unknown;
  /** Number of outliers since the last number. Each may replace a number in the sequence. */
  #outliers = 0;
  /** Number of the last snapshot, and the last number received on the wire. */
  #base = -1;
  #wire: number | undefined;
  /** Numbers from here to that of the snapshot may still arrive late. */
  #lateFrom = Infinity;
  #resumesAfter: number | undefined;
  #hasCounted = false;
  readonly #numbers: number[] = [];
  readonly #messages: unknown[] = [];

  constructor(mode: SequenceMode) {
    this.#isContiguous = mode === 'contiguous';
  }

  /** Number from which counting continues; `undefined` before the first. */
  get last(): number | undefined {
    return this.#last;
  }

  /** After `back` and `resumed`: the number after which counting continues, if the last one was an outlier. */
  get resumesAfter(): number | undefined {
    return this.#resumesAfter;
  }

  /** Checks the number of a message, and counts it if it is in order. A message without a number is not counted. */
  check(number: unknown, message: unknown): SequenceVerdict {
    const last = this.#last;
    if (
      this.#isContiguous &&
      last !== undefined &&
      number === last + 1 &&
      this.#candidate !== last
    ) {
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
      if (value === last + 1 && this.#candidate !== last) return this.#next(value, message);
      return this.#higher(value, last, message);
    }
    this.#next(value, message);
    this.#before = last;
    return 'next';
  }

  /**
   * Continues from a number, such as that of a snapshot.
   *
   * `wire` is the last number received, if known. The snapshot includes the messages after `wire`, and those after
   * `before` that were not received.
   */
  reset(last?: number, wire?: number, before?: number): void {
    this.#last = last;
    this.#base = last ?? -1;
    this.#wire = wire;
    this.#lateFrom =
      before === undefined || last === undefined
        ? Infinity
        : Math.max(before + 1, last - rememberedMessages);
    this.#before = undefined;
    this.#candidate = undefined;
    this.#outliers = 0;
    if (last === undefined) this.#numbers.length = this.#messages.length = 0;
    else this.#hasCounted = true;
  }

  /** Remembers a message that was counted elsewhere. */
  remember(number: number, message: unknown): void {
    const at = number % rememberedMessages;
    this.#numbers[at] = number;
    this.#messages[at] = message;
  }

  #next(value: number, message: unknown): 'next' {
    this.#last = value;
    this.#before = undefined;
    this.#candidate = undefined;
    this.#outliers = 0;
    const at = value % rememberedMessages;
    this.#numbers[at] = value;
    this.#messages[at] = message;
    return 'next';
  }

  #higher(value: number, last: number, message: unknown): SequenceVerdict {
    const candidate = this.#candidate;
    const isConfirmed = candidate !== undefined && value === candidate + 1;
    if (isConfirmed && candidate === last) return this.#confirmed('restart', value, message);
    if (!isConfirmed && value - last > maxGap) {
      this.#candidate = value;
      this.#candidateMessage = message;
      this.#outliers += 1;
      return 'outlier';
    }
    const isComplete = isConfirmed || value - last - 1 <= this.#outliers;
    if (isConfirmed) this.remember(candidate, this.#candidateMessage);
    this.#next(value, message);
    this.#before = last;
    return isComplete ? 'next' : 'gap';
  }

  #lower(value: number, last: number, message: unknown): SequenceVerdict {
    const candidate = this.#candidate;
    const isConfirmed =
      candidate !== undefined && (this.#isContiguous ? value === candidate + 1 : value > candidate);
    if (this.#isKnown(value, message) && !(isConfirmed && value < last)) {
      this.#candidate = value < last ? value : undefined;
      this.#candidateMessage = message;
      return 'duplicate';
    }
    if (this.#isIncluded(value, last)) {
      if (this.#wire !== undefined && value > this.#wire) this.#wire = value;
      this.remember(value, message);
      return 'duplicate';
    }
    const before = this.#before;
    const continues = before !== undefined && (candidate ?? value) > before && value < last;
    const fallsFar = !this.#isContiguous && continues && last - value > maxGap;
    this.#resumesAfter = continues ? before : undefined;
    if (isConfirmed || fallsFar) {
      return this.#confirmed(continues ? 'resumed' : 'restart', value, message);
    }
    this.#candidate = value;
    this.#candidateMessage = message;
    return 'back';
  }

  #confirmed<Verdict>(verdict: Verdict, value: number, message: unknown): Verdict {
    this.#base = -1;
    this.#lateFrom = Infinity;
    if (this.#candidate !== undefined) this.remember(this.#candidate, this.#candidateMessage);
    this.#next(value, message);
    return verdict;
  }

  /** True for a message that the last snapshot includes and that is received for the first time. */
  #isIncluded(value: number, last: number): boolean {
    // Once many messages after the snapshot have arrived, earlier numbers are no longer late.
    if (value > this.#base || last - this.#base > rememberedMessages) return false;
    if (this.#wire !== undefined && value > this.#wire) return true;
    return value >= this.#lateFrom && this.#numbers[value % rememberedMessages] !== value;
  }

  #isKnown(value: number, message: unknown): boolean {
    const at = value % rememberedMessages;
    return this.#numbers[at] === value && isCopy(this.#messages[at], message);
  }
}

/** True if two messages parsed from JSON have the same text. */
export function isCopy(one: unknown, other: unknown): boolean {
  return one === other || textOf(one) === textOf(other);
}

function textOf(message: unknown): string | undefined {
  try {
    return JSON.stringify(message);
  } catch {
    // It has a `bigint`.
    return writeJson(message);
  }
}

/**
 * Parses a sequence number, also from a string or a `bigint`. Returns `undefined` if there is none.
 *
 * Returns `NaN` for invalid numbers: negative, fractional, beyond `Number.MAX_SAFE_INTEGER`, or of another type.
 */
export function sequenceNumber(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const isText = typeof value === 'string' && /^\d{1,16}$/.test(value);
  const number = isText || typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : NaN;
}
