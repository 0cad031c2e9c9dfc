import { isCopy } from '../sequence.js';

/** A message received while its stream was resynchronised. */
export interface KeptMessage {
  readonly value: unknown;
  readonly message: string;
  /** Absent for a message that is not counted. */
  readonly number: number | undefined;
  /** An event has reported its number. */
  readonly isReported: boolean;
}

/** Messages with consecutive numbers, in their order. */
export interface Run {
  readonly messages: KeptMessage[];
  start: number;
  end: number;
  /** Positions, among all kept messages, of the first and the last two that arrived. */
  first: number;
  latest: number;
  beforeLatest: number;
}

/**
 * Messages kept while a stream is resynchronised, sorted into runs of consecutive numbers. Duplicates are dropped and swapped messages
 * meet in one run; an outlier is a run by itself, and numbers that start again begin another one.
 */
export class KeptMessages {
  readonly #limit: number;
  #arrived: KeptMessage[] = [];
  #position = 0;
  #runs = new Set<Run>();
  #byNumber = new Map<number, Run>();
  #byStart = new Map<number, Run>();
  #byEnd = new Map<number, Run>();
  #current: Run | undefined;

  constructor(limit: number) {
    this.#limit = Math.max(2, limit);
  }

  /** All messages, as they arrived. */
  get arrived(): readonly KeptMessage[] {
    return this.#arrived;
  }

  get runs(): Iterable<Run> {
    return this.#runs;
  }

  /** Run of the message that arrived last. */
  get current(): Run | undefined {
    return this.#current;
  }

  /** Adds a message. Above the limit the older half is dropped: a snapshot that is recent enough includes it. */
  add(message: KeptMessage): void {
    if (!this.#sort(message)) return;
    this.#arrived.push(message);
    if (this.#arrived.length <= this.#limit) return;
    const kept = this.#arrived.slice(Math.ceil(this.#arrived.length / 2));
    this.clear();
    for (const each of kept) this.#sort(each);
    this.#arrived = kept;
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

  /** Puts a message in its run; `false` for a copy of one that is there. */
  #sort(message: KeptMessage): boolean {
    const { number } = message;
    if (number === undefined) return true;
    const holder = this.#byNumber.get(number);
    if (holder !== undefined) {
      const known = holder.messages[number - holder.start];
      if (known !== undefined && isCopy(known.value, message.value)) return false;
    }
    this.#position += 1;
    const run = this.#runFor(message, number);
    run.beforeLatest = run.latest;
    run.latest = this.#position;
    this.#byNumber.set(number, run);
    this.#current = run;
    return true;
  }

  #runFor(message: KeptMessage, number: number): Run {
    const ended = this.#byEnd.get(number - 1);
    if (ended !== undefined) {
      this.#byEnd.delete(ended.end);
      ended.messages.push(message);
      ended.end = number;
      const following = this.#byStart.get(number + 1);
      // A run that came before this one began is of an older count.
      if (following !== undefined && following.first > ended.first) this.#append(ended, following);
      this.#byEnd.set(ended.end, ended);
      return ended;
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
    const [latest = -1, beforeLatest = -1] = arrivals.toSorted((a, b) => b - a);
    run.latest = latest;
    run.beforeLatest = beforeLatest;
  }
}
