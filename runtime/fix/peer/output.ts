import type { FixMessage } from '../message/codec.js';
import type { FixEffect } from '../session/session.js';
import type { FixConnection } from './connection.js';

/** Ordered output of a connection. Each step waits for the commits before it. */
export interface Output {
  /** Number of bytes that wait for a commit. */
  readonly waiting: number;
  /** Makes all later steps wait for the promise. */
  commit(done: Promise<void>): void;
  write(bytes: Uint8Array): void;
  /** Executes a function when everything before it has been sent. */
  after(work: () => void): void;
  /** Discards everything that has not been sent. */
  clear(): void;
}

/**
 * Creates the output of a connection. `failed` is called when a
 * commit fails, `drained` when nothing waits for a commit any more.
 */
export function createOutput(
  connection: FixConnection,
  failed: (error: unknown) => void,
  drained: () => void,
): Output {
  let queue: Step[] = [];
  let waiting = 0;
  const pump = (): void => {
    const firstPending = queue.findIndex((step) => step.kind === 'commit' && !step.isKept);
    const due = firstPending < 0 ? queue : queue.slice(0, firstPending);
    queue = firstPending < 0 ? [] : queue.slice(firstPending);
    for (const step of due) {
      if (step.kind === 'write') {
        waiting -= step.bytes.length;
        connection.write(step.bytes);
      }
      if (step.kind === 'work') step.work();
    }
    if (queue.length === 0) drained();
  };
  return {
    get waiting() {
      return waiting;
    },
    commit(done) {
      const step = { kind: 'commit' as const, isKept: false };
      queue.push(step);
      done.then(() => {
        step.isKept = true;
        if (queue[0] === step) pump();
      }, failed);
    },
    write(bytes) {
      if (queue.length === 0) return connection.write(bytes);
      waiting += bytes.length;
      queue.push({ kind: 'write', bytes });
    },
    after(work) {
      if (queue.length === 0) work();
      else queue.push({ kind: 'work', work });
    },
    clear() {
      queue = [];
      waiting = 0;
    },
  };
}

type Step =
  | { readonly kind: 'commit'; isKept: boolean }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  | { readonly kind: 'work'; readonly work: () => void };

/** Promise of the commit among the effects of a call; `undefined` if there is none to wait for. */
export function commitOf<Message extends FixMessage>(
  effects: readonly FixEffect<Message>[],
): Promise<void> | undefined {
  for (const effect of effects) if (effect.kind === 'commit') return effect.done;
  return undefined;
}
