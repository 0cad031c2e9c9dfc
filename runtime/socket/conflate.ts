import type { ConflateDescriptor } from './descriptor.js';
import { compilePointer, type Getter } from '../core/pointer.js';

/** A message that waits, and of which later ones may take the place. */
export interface Pending {
  readonly message: string;
  readonly key: string;
  readonly channelKey: string;
  value: unknown;
  /** For a merged message: its rows, by what tells them apart. */
  rows?: Map<string, unknown>;
}

/** Makes fewer messages of many: answers whether a waiting one has taken the new one in. */
export interface Conflator {
  /** What the message is kept for: messages with different answers never meet. */
  readonly keyOf: (value: unknown, channelKey: string) => string;
  readonly absorb: (waiting: Pending, value: unknown) => boolean;
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
    key === undefined ? channelKey : String(key(value));
  if (mode === 'none') return { keyOf, absorb: () => false, finish: ({ value }) => value };
  if (mode === 'latest' || descriptor?.list === undefined) {
    return {
      keyOf,
      absorb: (waiting, value) => {
        waiting.value = value;
        return true;
      },
      finish: ({ value }) => value,
    };
  }
  return { keyOf, ...merging(descriptor.list, descriptor.row ?? ['']) };
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

/**
 * Messages that wait, in order, the last of each key open to those that follow. Counts what it leaves out above `limit`.
 */
export class PendingMessages {
  #entries: Pending[] = [];
  #head = 0;
  readonly #last = new Map<string, Pending>();
  readonly #conflator: Conflator;
  readonly #limit: number;

  constructor(conflation: Conflator, limit: number) {
    this.#conflator = conflation;
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.length - this.#head;
  }

  /** Puts a message in. Answers how many older ones had to go: 0 or 1. */
  add(message: string, channelKey: string, value: unknown): number {
    const key = this.#conflator.keyOf(value, channelKey);
    const waiting = this.#last.get(key);
    if (waiting?.message === message && this.#conflator.absorb(waiting, value)) return 0;
    const dropped = this.size >= this.#limit && this.take() !== undefined ? 1 : 0;
    const pending = { message, key, channelKey, value };
    this.#entries.push(pending);
    this.#last.set(key, pending);
    return dropped;
  }

  /** Takes the oldest one out. */
  take(): Omit<Pending, 'key' | 'rows'> | undefined {
    const pending = this.#entries[this.#head];
    if (pending === undefined) return undefined;
    this.#head += 1;
    if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    if (this.#last.get(pending.key) === pending) this.#last.delete(pending.key);
    const { message, channelKey } = pending;
    return { message, channelKey, value: this.#conflator.finish(pending) };
  }

  clear(): void {
    this.#entries = [];
    this.#head = 0;
    this.#last.clear();
  }
}
