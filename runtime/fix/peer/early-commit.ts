import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixReceipt, FixSession } from '../session/session.js';
import { FixError } from './errors.js';
import type { Handling } from './handling.js';
import type { SessionConnection } from './session-connection.js';

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
