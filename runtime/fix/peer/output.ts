import type { FixMessage } from '../message/codec.js';
import type { FixEffect } from '../session/session.js';
import type { FixConnection } from './connection.js';

/** What leaves on a connection, in order, each thing after the commits that came before it. */
export interface Output {
  /** Bytes that wait for a commit. */
  readonly waiting: number;
  /** What comes behind waits until this is kept. */
  commit(done: Promise<void>): void;
  write(bytes: Uint8Array): void;
  /** Does something when everything before it is out. */
  after(work: () => void): void;
  /** Forgets what has not left. */
  clear(): void;
}

/** Makes the output of a connection. `failed` is called when a commit fails, `drained` when nothing waits for one any more. */
export function createOutput(
  connection: FixConnection,
  failed: (error: unknown) => void,
  drained: () => void,
): Output {
  let queue: Step[] = [];
  let waiting = 0;
  const pump = (): void => {
    const last = queue.findIndex((step) => step.kind === 'commit' && !step.isKept);
    const due = last < 0 ? queue : queue.slice(0, last);
    queue = last < 0 ? [] : queue.slice(last);
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

/** The promise of what a call of the session commits, where bytes have to wait for it. */
export function commitOf<Message extends FixMessage>(
  effects: readonly FixEffect<Message>[],
): Promise<void> | undefined {
  for (const effect of effects) if (effect.kind === 'commit') return effect.done;
  return undefined;
}
