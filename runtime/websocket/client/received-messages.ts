import { isCopy } from '../sequence.js';

/** A message received during the resynchronisation of its stream. */
export interface ReceivedMessage {
  readonly value: unknown;
  readonly message: string;
  /** Sequence number; absent if the message is not counted. */
  readonly number: number | undefined;
  /** True if an event has reported its number. */
  readonly isReported: boolean;
}

/** Messages with consecutive numbers, in order. */
export interface Run {
  readonly messages: ReceivedMessage[];
  start: number;
  end: number;
  /** Positions, among all received messages, of the first and the last two to arrive. */
  first: number;
  latest: number;
  beforeLatest: number;
}

/**
 * Messages received during a resynchronisation, sorted into runs of consecutive numbers.
 *
 * Duplicates are dropped, and messages in swapped order end up in one
 * run. An outlier is a separate run, and so is a restarted numbering.
 */
export class ReceivedMessages {
  readonly #limit: number;
  #arrived: ReceivedMessage[] = [];
  #position = 0;
  #runs = new Set<Run>();
  #byNumber = new Map<number, Run>();
  #byStart = new Map<number, Run>();
  #byEnd = new Map<number, Run>();
  #current: Run | undefined;

  constructor(limit: number) {
    this.#limit = Math.max(2, limit);
  }

  /** All messages in order of arrival. */
  get arrived(): readonly ReceivedMessage[] {
    return this.#arrived;
  }

  get runs(): Iterable<Run> {
    return this.#runs;
  }

  /** Run of the message that arrived last. */
  get current(): Run | undefined {
    return this.#current;
  }

  /** Adds a message. Above the limit, the older half is dropped, because a sufficiently recent snapshot includes it. */
  add(message: ReceivedMessage): void {
    if (!this.#insert(message)) return;
    this.#arrived.push(message);
    if (this.#arrived.length <= this.#limit) return;
    const newer = this.#arrived.slice(Math.ceil(this.#arrived.length / 2));
    this.clear();
    for (const each of newer) this.#insert(each);
    this.#arrived = newer;
  }

  clear(): void {
    this.#arrived = [];
    this.#position = 0;
    this.#runs = new Set();
    this.#byNumber = new Map();
    this.#byStart = new Map();
    this.#byEnd = new Map();
    this.#current = undefined;
  }

  /** Adds a message to its run. Returns `false` for a copy of an earlier message. */
  #insert(message: ReceivedMessage): boolean {
    const { number } = message;
    if (number === undefined) return true;
    const holder = this.#byNumber.get(number);
    if (holder !== undefined) {
      const existing = holder.messages[number - holder.start];
      if (existing !== undefined && isCopy(existing.value, message.value)) return false;
    }
    this.#position += 1;
    const run = this.#runFor(message, number);
    run.beforeLatest = run.latest;
    run.latest = this.#position;
    this.#byNumber.set(number, run);
    this.#current = run;
    return true;
  }

  #runFor(message: ReceivedMessage, number: number): Run {
    const preceding = this.#byEnd.get(number - 1);
    if (preceding !== undefined) {
      this.#byEnd.delete(preceding.end);
      preceding.messages.push(message);
      preceding.end = number;
      const following = this.#byStart.get(number + 1);
      // A run that arrived before this one began belongs to an earlier numbering.
      if (following !== undefined && following.first > preceding.first)
        this.#append(preceding, following);
      this.#byEnd.set(preceding.end, preceding);
      return preceding;
    }
    const following = this.#byStart.get(number + 1);
    if (following !== undefined && following.latest === this.#position - 1) {
      this.#byStart.delete(following.start);
      following.messages.unshift(message);
      following.start = number;
      this.#byStart.set(number, following);
      return following;
    }
    const first = this.#position;
    const run = {
      messages: [message],
      start: number,
      end: number,
      first,
      latest: -1,
      beforeLatest: -1,
    };
    this.#runs.add(run);
    this.#byStart.set(number, run);
    this.#byEnd.set(number, run);
    return run;
  }

  #append(run: Run, following: Run): void {
    for (const each of following.messages) {
      run.messages.push(each);
      if (each.number !== undefined) this.#byNumber.set(each.number, run);
    }
    if (this.#byEnd.get(following.end) === following) this.#byEnd.delete(following.end);
    this.#byStart.delete(following.start);
    this.#runs.delete(following);
    run.end = following.end;
    const arrivals = [run.latest, run.beforeLatest, following.latest, following.beforeLatest];
    const [latest = -1, beforeLatest = -1] = arrivals.sort((a, b) => b - a);
    run.latest = latest;
    run.beforeLatest = beforeLatest;
  }
}
