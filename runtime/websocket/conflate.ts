import type { ConflateDescriptor } from './descriptor.js';
import type { Channel } from './feed.js';
import type { WriteJson } from './frame.js';
import { compilePointer } from '../core/pointer.js';

/** A queued message that later messages may replace or extend. */
export interface Pending {
  readonly message: string;
  readonly key: string;
  readonly channelKey: string;
  /** Recipients of the message; `undefined` for all. */
  readonly audience: unknown;
  value: unknown;
  /** Number of the last message that it contains. */
  count: number;
  /** Sort position: increases with each message that is appended to the queue. */
  order: number;
  /** Index in the queue's array. */
  slot: number;
  /** For a merged message: its rows by row key. */
  rows?: Map<string, unknown>;
}

/** Combines queued messages. `absorb` returns true if a queued message has taken in the new one. */
export interface Conflator {
  /** Key of the message. Messages with different keys are never combined. */
  readonly keyOf: (value: unknown, channelKey: string) => string;
  readonly absorb: (waiting: Pending, value: unknown) => boolean;
  /** True if a replaced message leaves nothing behind in the combined one. */
  readonly replacesCompletely: boolean;
  /** Creates the combined message for delivery. */
  readonly finish: (waiting: Pending) => unknown;
}

/** Creates the conflator of a channel. The caller's `mode` overrides that of the description. */
export function conflator(
  { descriptor: { conflate: descriptor }, writeJson }: Channel,
  mode: ConflateDescriptor['mode'] = descriptor?.mode ?? 'none',
): Conflator {
  const key = descriptor?.key === undefined ? undefined : compilePointer(descriptor.key);
  const keyOf = (value: unknown, channelKey: string): string =>
    key === undefined ? channelKey : `${channelKey}\n${String(key(value))}`;
  if (mode === 'none')
    return { keyOf, absorb: () => false, replacesCompletely: true, finish: ({ value }) => value };
  if (mode === 'latest' || descriptor?.list === undefined) {
    return {
      keyOf,
      absorb: (waiting, value) => {
        waiting.value = value;
        return true;
      },
      replacesCompletely: true,
      finish: ({ value }) => value,
    };
  }
  return {
    keyOf,
    replacesCompletely: false,
    ...mergeRows(descriptor, descriptor.list, writeJson),
  };
}

/** Merges the rows of a list. A message without rows replaces the queued one. */
function mergeRows(
  { row = [''] }: ConflateDescriptor,
  list: string,
  writeJson: WriteJson,
): Pick<Conflator, 'absorb' | 'finish'> {
  const rowsOf = compilePointer(list);
  const parts = row.map(compilePointer);
  const path = list.slice(1).split('/');
  const collect = (rows: Map<string, unknown>, added: readonly unknown[]): Map<string, unknown> => {
    for (const row of added) rows.set(writeJson(parts.map((part) => part(row))), row);
    return rows;
  };
  return {
    absorb(waiting, value) {
      const rows = rowsOf(value);
      const previous = rowsOf(waiting.value);
      if (Array.isArray(rows) && (waiting.rows !== undefined || Array.isArray(previous))) {
        waiting.rows ??= collect(new Map(), Array.isArray(previous) ? previous : []);
        collect(waiting.rows, rows);
      } else delete waiting.rows;
      waiting.value = value;
      return true;
    },
    finish: ({ value, rows }) =>
      rows === undefined ? value : withMember(value, path, [...rows.values()]),
  };
}

/** Copies a value, with the property at `path` replaced. */
function withMember(value: unknown, path: readonly string[], member: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  if (typeof value !== 'object' || value === null) return value;
  const inner: unknown = Object.hasOwn(value, name)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
  return { ...value, [name]: withMember(inner, rest, member) };
}

/** A message taken from the queue. */
export interface DequeuedMessage {
  readonly message: string;
  readonly channelKey: string;
  readonly value: unknown;
  /** Recipients of the message, as passed to `add`; `undefined` for all. */
  readonly audience: unknown;
  /** Number of the last message that it contains, counting all added messages from 1. */
  readonly count: number;
}

/**
 * Queue of messages in which a later message may replace an earlier one.
 *
 * Messages with the same key stay in order, and so do messages with a key relative to messages without one, which
 * concern every key. Above `limit`, the oldest message is dropped.
 */
export class PendingMessages {
  /** Slots of messages that were moved to the end are empty. */
  #entries: (Pending | undefined)[] = [];
  #head = 0;
  #size = 0;
  #count = 0;
  /** Newest message of each conflation key: the only one that a message may still be combined with. */
  readonly #combinable = new Map<string, Pending>();
  /**
   * Newest message of each channel key, and the sort position since
   * which they are all of its type. Messages without a key use `''`.
   */
  readonly #newest = new Map<string, { readonly pending: Pending; readonly since: number }>();
  #order = 0;
  /** Sort position of the newest message with a key. */
  #newestKeyed = -1;
  readonly #conflator: Conflator;
  readonly #limit: number;

  constructor(conflation: Conflator, limit: number) {
    this.#conflator = conflation;
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** Number of messages added so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds a message. A message for a particular `audience` is never combined with others. Returns the number of messages
   * that were dropped to make room: 0 or 1.
   */
  add(message: string, channelKey: string, value: unknown, audience?: unknown): number {
    this.#count += 1;
    const key = this.#conflator.keyOf(value, channelKey);
    const waiting = this.#combinable.get(key);
    if (
      waiting?.message === message &&
      waiting.channelKey === channelKey &&
      waiting.audience === undefined &&
      audience === undefined &&
      (this.#conflator.replacesCompletely || this.#mayMove(waiting)) &&
      this.#conflator.absorb(waiting, value)
    ) {
      waiting.count = this.#count;
      if (!this.#isNewest(waiting)) this.#moveToEnd(waiting);
      return 0;
    }
    const dropped = this.#size >= this.#limit && this.take() !== undefined ? 1 : 0;
    const counters = { count: this.#count, order: 0, slot: 0 };
    const pending = { message, key, channelKey, value, audience, ...counters };
    this.#combinable.set(key, pending);
    this.#append(pending);
    return dropped;
  }

  /** Adds a message that is never combined with later ones, such as a part of a snapshot. */
  addFixed(channelKey: string, value: unknown): void {
    this.#count += 1;
    const key = this.#conflator.keyOf(value, channelKey);
    const counters = { count: this.#count, order: 0, slot: 0 };
    this.#combinable.delete(key);
    this.#append({ message: '', key, channelKey, value, audience: undefined, ...counters });
  }

  /** Prevents later messages from being combined with those in the queue. */
  seal(): void {
    this.#combinable.clear();
  }

  /** Returns all queued messages, oldest first. */
  waiting(): readonly DequeuedMessage[] {
    return this.#entries.flatMap((pending) => (pending === undefined ? [] : this.#finish(pending)));
  }

  /** Removes and returns the oldest message. */
  take(): DequeuedMessage | undefined {
    while (this.#head < this.#entries.length) {
      const pending = this.#entries[this.#head];
      this.#entries[this.#head] = undefined;
      this.#head += 1;
      if (pending === undefined) continue;
      this.#removed(pending);
      this.#compact();
      return this.#finish(pending);
    }
    return undefined;
  }

  /** Removes the messages whose channel key satisfies `isUnwanted`. */
  discard(isUnwanted: (channelKey: string) => boolean): void {
    for (const [slot, pending] of this.#entries.entries()) {
      if (pending === undefined || !isUnwanted(pending.channelKey)) continue;
      this.#entries[slot] = undefined;
      this.#removed(pending);
    }
    this.#compact();
  }

  clear(): void {
    this.discard(() => true);
  }

  /** True if no message was added later that must stay behind this one. */
  #isNewest({ channelKey, order }: Pending): boolean {
    if (channelKey === '') return order === this.#order;
    return this.#orderOf(channelKey) === order && this.#orderOf('') < order;
  }

  /** True if a part of the message may move behind all that follow it. Messages of other types could invalidate that part. */
  #mayMove({ channelKey, order }: Pending): boolean {
    const others = channelKey === '' ? this.#newestKeyed : this.#orderOf('');
    return others < order && (this.#newest.get(channelKey)?.since ?? 0) <= order;
  }

  #orderOf(channelKey: string): number {
    return this.#newest.get(channelKey)?.pending.order ?? -1;
  }

  #finish(pending: Pending): DequeuedMessage {
    const { message, channelKey, audience, count } = pending;
    return { message, channelKey, value: this.#conflator.finish(pending), audience, count };
  }

  #append(pending: Pending): void {
    const { channelKey, message } = pending;
    this.#order += 1;
    pending.order = this.#order;
    pending.slot = this.#entries.length;
    this.#entries.push(pending);
    this.#size += 1;
    const before = this.#newest.get(channelKey);
    const since = before?.pending.message === message ? before.since : this.#order;
    this.#newest.set(channelKey, { pending, since });
    if (channelKey !== '') this.#newestKeyed = this.#order;
  }

  #moveToEnd(pending: Pending): void {
    this.#entries[pending.slot] = undefined;
    this.#size -= 1;
    this.#compact();
    this.#append(pending);
  }

  #removed(pending: Pending): void {
    this.#size -= 1;
    if (this.#combinable.get(pending.key) === pending) this.#combinable.delete(pending.key);
    const { channelKey } = pending;
    if (this.#newest.get(channelKey)?.pending === pending) this.#newest.delete(channelKey);
  }

  /** Releases the memory of empty slots once they are the majority. */
  #compact(): void {
    if (this.#entries.length < 1024 || this.#size * 2 > this.#entries.length) return;
    this.#entries = this.#entries.filter((pending) => pending !== undefined);
    this.#head = 0;
    for (const [slot, pending] of this.#entries.entries()) {
      if (pending !== undefined) pending.slot = slot;
    }
  }
}
