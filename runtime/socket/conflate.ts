import type { ConflateDescriptor } from './descriptor.js';
import { compilePointer, type Getter } from '../core/pointer.js';

/** A message that waits, and of which later ones may take the place. */
export interface Pending {
  readonly message: string;
  readonly key: string;
  readonly channelKey: string;
  /** Who it is for; `undefined` for everybody. */
  readonly audience: unknown;
  value: unknown;
  /** The number of the last message that it stands for. */
  count: number;
  /** Grows with each message that is put behind all others. */
  order: number;
  /** Its index in memory. */
  slot: number;
  /** For a merged message: its rows, by what tells them apart. */
  rows?: Map<string, unknown>;
}

/** Makes fewer messages of many: answers whether a waiting one has taken the new one in. */
export interface Conflator {
  /** What the message is kept for: messages with different answers never meet. */
  readonly keyOf: (value: unknown, channelKey: string) => string;
  readonly absorb: (waiting: Pending, value: unknown) => boolean;
  /** True if nothing is left of a message that another one took the place of. */
  readonly isWhole: boolean;
  /** The message as it is to be delivered. */
  readonly finish: (waiting: Pending) => unknown;
}

/** What a description says of messages that wait together, made ready. `mode` of the caller's own takes precedence. */
export function conflator(
  descriptor: ConflateDescriptor | undefined,
  mode: ConflateDescriptor['mode'] = descriptor?.mode ?? 'none',
): Conflator {
  const key = descriptor?.key === undefined ? undefined : compilePointer(descriptor.key);
  const keyOf = (value: unknown, channelKey: string): string =>
    key === undefined ? channelKey : `${channelKey}\n${String(key(value))}`;
  if (mode === 'none')
    return { keyOf, absorb: () => false, isWhole: true, finish: ({ value }) => value };
  if (mode === 'latest' || descriptor?.list === undefined) {
    return {
      keyOf,
      absorb: (waiting, value) => {
        waiting.value = value;
        return true;
      },
      isWhole: true,
      finish: ({ value }) => value,
    };
  }
  return { keyOf, isWhole: false, ...merging(descriptor.list, descriptor.row ?? ['']) };
}

/** Collects the rows of a list; a message without one takes the place of what waits. */
function merging(list: string, row: readonly string[]): Pick<Conflator, 'absorb' | 'finish'> {
  const rowsOf = compilePointer(list);
  const parts = row.map(compilePointer);
  const path = list.slice(1).split('/');
  return {
    absorb(waiting, value) {
      const rows = rowsOf(value);
      const before = rowsOf(waiting.value);
      if (Array.isArray(rows) && (waiting.rows !== undefined || Array.isArray(before))) {
        waiting.rows ??= collect(new Map(), Array.isArray(before) ? before : [], parts);
        collect(waiting.rows, rows, parts);
      } else delete waiting.rows;
      waiting.value = value;
      return true;
    },
    finish: ({ value, rows }) =>
      rows === undefined ? value : withMember(value, path, [...rows.values()]),
  };
}

function collect(
  rows: Map<string, unknown>,
  added: readonly unknown[],
  parts: readonly Getter[],
): Map<string, unknown> {
  for (const row of added) rows.set(JSON.stringify(parts.map((part) => part(row))), row);
  return rows;
}

/** A copy with something else at one place. */
function withMember(value: unknown, path: readonly string[], member: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  if (typeof value !== 'object' || value === null) return value;
  const inner: unknown = Object.hasOwn(value, name)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
  return { ...value, [name]: withMember(inner, rest, member) };
}

/** A message as it comes out of those that wait. */
export interface Taken {
  readonly message: string;
  readonly channelKey: string;
  readonly value: unknown;
  /** Who it is for, as it was added; `undefined` for everybody. */
  readonly audience: unknown;
  /** The number of the last message that it stands for, counted from 1 as they were added. */
  readonly count: number;
}

/**
 * Messages that wait, in order. A later message may take the place of an earlier one, but messages of one key stay in the order in which
 * they were added, and so do those of each key and those without a key, which concern every key. Counts what it leaves out above `limit`.
 */
export class PendingMessages {
  /** Slots of messages that have moved to the end are empty. */
  #entries: (Pending | undefined)[] = [];
  #head = 0;
  #size = 0;
  #count = 0;
  /** The newest of each key of the conflator: the only one that a message may still join. */
  readonly #open = new Map<string, Pending>();
  /** The newest of each key of the channel, and since when they are all of its kind; those without a key are under `''`. */
  readonly #newest = new Map<string, { readonly pending: Pending; readonly since: number }>();
  #order = 0;
  /** The newest that has a key. */
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

  /** Messages that were added so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds a message. Messages for an `audience` of their own, and those around them, stay apart. Returns the number of older messages that
   * had to go: 0 or 1.
   */
  add(message: string, channelKey: string, value: unknown, audience?: unknown): number {
    this.#count += 1;
    const key = this.#conflator.keyOf(value, channelKey);
    const waiting = this.#open.get(key);
    if (
      waiting?.message === message &&
      waiting.channelKey === channelKey &&
      waiting.audience === undefined &&
      audience === undefined &&
      (this.#conflator.isWhole || this.#mayMove(waiting)) &&
      this.#conflator.absorb(waiting, value)
    ) {
      waiting.count = this.#count;
      if (!this.#isNewest(waiting)) this.#moveToEnd(waiting);
      return 0;
    }
    const dropped = this.#size >= this.#limit && this.take() !== undefined ? 1 : 0;
    const place = { count: this.#count, order: 0, slot: 0 };
    const pending = { message, key, channelKey, value, audience, ...place };
    this.#open.set(key, pending);
    this.#append(pending);
    return dropped;
  }

  /** Adds a message that no later one joins, such as a part of a snapshot. */
  addFixed(channelKey: string, value: unknown): void {
    this.#count += 1;
    const key = this.#conflator.keyOf(value, channelKey);
    const place = { count: this.#count, order: 0, slot: 0 };
    this.#open.delete(key);
    this.#append({ message: '', key, channelKey, value, audience: undefined, ...place });
  }

  /** Keeps later messages from joining those that wait. */
  seal(): void {
    this.#open.clear();
  }

  /** Returns all of them, oldest first. */
  waiting(): readonly Taken[] {
    return this.#entries.flatMap((pending) => (pending === undefined ? [] : this.#finish(pending)));
  }

  /** Takes the oldest one out. */
  take(): Taken | undefined {
    while (this.#head < this.#entries.length) {
      const pending = this.#entries[this.#head];
      this.#entries[this.#head] = undefined;
      this.#head += 1;
      if (pending === undefined) continue;
      this.#leave(pending);
      this.#compact();
      return this.#finish(pending);
    }
    return undefined;
  }

  /** Removes the messages of the keys of the channel for which `isUnwanted` is true. */
  discard(isUnwanted: (channelKey: string) => boolean): void {
    for (const [slot, pending] of this.#entries.entries()) {
      if (pending === undefined || !isUnwanted(pending.channelKey)) continue;
      this.#entries[slot] = undefined;
      this.#leave(pending);
    }
    this.#compact();
  }

  clear(): void {
    this.discard(() => true);
  }

  /** True if nothing that has to stay behind a message was added after it. */
  #isNewest({ channelKey, order }: Pending): boolean {
    if (channelKey === '') return order === this.#order;
    return this.#orderOf(channelKey) === order && this.#orderOf('') < order;
  }

  /** True if a part of a message may be put behind all that follows it: messages of other kinds may make it void. */
  #mayMove({ channelKey, order }: Pending): boolean {
    const others = channelKey === '' ? this.#newestKeyed : this.#orderOf('');
    return others < order && (this.#newest.get(channelKey)?.since ?? 0) <= order;
  }

  #orderOf(channelKey: string): number {
    return this.#newest.get(channelKey)?.pending.order ?? -1;
  }

  #finish(pending: Pending): Taken {
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

  #leave(pending: Pending): void {
    this.#size -= 1;
    if (this.#open.get(pending.key) === pending) this.#open.delete(pending.key);
    const { channelKey } = pending;
    if (this.#newest.get(channelKey)?.pending === pending) this.#newest.delete(channelKey);
  }

  /** Gives the memory of empty slots back, once they are most of them. */
  #compact(): void {
    if (this.#entries.length < 1024 || this.#size * 2 > this.#entries.length) return;
    this.#entries = this.#entries.filter((pending) => pending !== undefined);
    this.#head = 0;
    for (const [slot, pending] of this.#entries.entries()) {
      if (pending !== undefined) pending.slot = slot;
    }
  }
}
