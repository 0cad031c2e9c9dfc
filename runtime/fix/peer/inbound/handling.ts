import { AsyncLocalStorage } from 'node:async_hooks';
import type { Correlation } from '../../../core/server/correlation.js';
import type { FixPrepared, FixReceipt, FixSession } from '../../session/session.js';
import type { Timers } from '../../../core/clock.js';
import type { FixMessage } from '../../message/codec.js';
import { FixError } from '../errors.js';
import type { SessionConnection } from '../session-connection.js';

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

/** Dependencies of a commit. */
export interface CommitParts<Message extends FixMessage> {
  readonly session: FixSession<Message>;
  readonly connection: SessionConnection<Message>;
  readonly timers: Timers;
}

/**
 * Commits the number of a message and the replies so far, while the handler of the message is still running. With a
 * transaction of the program, the commit becomes part of it.
 *
 * @throws {FixError} `usage` if the message has been committed, or its handler has finished.
 */
export function commitEarly<Message extends FixMessage>(
  parts: CommitParts<Message>,
  receipt: FixReceipt,
  handling: Handling,
  transaction: unknown,
): void | Promise<void> {
  if (handling.state !== 'held') {
    throw new FixError(
      'usage',
      'This message has already been committed, or its handler has finished',
    );
  }
  if (transaction !== undefined) return commitWithin(parts, receipt, handling, transaction);
  const { session, connection, timers } = parts;
  const now = timers.now();
  handling.state = 'committed';
  return connection.perform(() => session.delivered(receipt, now, handling.replies));
}

/** Makes the commit part of a transaction. Its effects wait for the end of the transaction. */
function commitWithin<Message extends FixMessage>(
  { session, connection, timers }: CommitParts<Message>,
  receipt: FixReceipt,
  handling: Handling,
  transaction: unknown,
): Promise<void> | undefined {
  const { replies } = handling;
  const now = timers.now();
  handling.state = 'open';
  let written: Promise<void> | undefined;
  const committed = { isWritten: false, error: undefined as unknown };
  connection.perform(() => {
    try {
      const result = session.deliveredWithin(receipt, now, replies, transaction);
      ({ written } = result);
      committed.isWritten = true;
      return result.effects;
    } catch (error) {
      committed.error = error;
      throw error;
    }
  });
  if (!committed.isWritten) throw committed.error;
  return written;
}
