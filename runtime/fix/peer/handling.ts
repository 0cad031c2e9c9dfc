import { AsyncLocalStorage } from 'node:async_hooks';
import type { FixPrepared } from '../session/session.js';

/** One message while its handler has it. */
export interface Handling {
  /** The session that it came on. */
  readonly session: object;
  /** What the handler wants sent on that session, which leaves when the handler is done. */
  readonly answers: FixPrepared[];
  /** Its number, and what was to be sent, are committed, or belong to the program's transaction: `open` until that has ended. */
  state: 'held' | 'committed' | 'open' | 'done';
}

const running = new AsyncLocalStorage<Handling>();

/** Runs a handler; whatever it calls, now and later, is known to be its doing. */
export function runHandler<Result>(handling: Handling, handler: () => Result): Result {
  return running.run(handling, handler);
}

/** The message whose handler is calling, if what it sends on this session has to wait until it is done. */
export function heldBy(session: object): Handling | undefined {
  const handling = running.getStore();
  return handling?.state === 'held' && handling.session === session ? handling : undefined;
}
