import { AsyncLocalStorage } from 'node:async_hooks';
import type { Correlation } from '../../core/server/correlation.js';
import type { FixPrepared } from '../session/session.js';

/** A message while its handler is running. */
export interface Handling {
  /** The session that received it. */
  readonly session: object;
  /** Messages that the handler sends on that session. They are sent when the handler has finished. */
  readonly replies: FixPrepared[];
  /** Identifies the message in events and rejections. */
  readonly correlation: Correlation;
  /**
   * State of the message's number and replies: not committed (`held`),
   * committed, or part of the program's transaction (`open`).
   */
  state: 'held' | 'committed' | 'open' | 'done';
}

const running = new AsyncLocalStorage<Handling>();

/** Runs a handler. Anything that it calls, now or later, is attributed to it. */
export function runHandler<Result>(handling: Handling, handler: () => Result): Result {
  return running.run(handling, handler);
}

/** The message whose handler is calling, if messages sent on this session must wait until the handler has finished. */
export function uncommittedHandling(session: object): Handling | undefined {
  const handling = running.getStore();
  return handling?.state === 'held' && handling.session === session ? handling : undefined;
}
