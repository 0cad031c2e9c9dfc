import type { FixMessage } from '../message/codec.js';
import { type Engine, loseUncommitted } from './engine.js';
import { sendBusinessReject } from './outgoing-reject.js';
import { sendPrepared } from './outgoing.js';
import type { FixEffect, FixPrepared, FixReceipt } from './session.js';

/**
 * Records that the program has processed a message. Its number counts
 * as received, and the program's replies get the next numbers.
 */
export function handleDelivered<Message extends FixMessage>(
  engine: Engine<Message>,
  { sequence, era }: FixReceipt,
  replies: readonly FixPrepared[],
  now: number,
): void {
  // The message will be received again, and answered then.
  if (era < engine.lostBefore) return;
  if (era === engine.era) {
    engine.outstanding--;
    engine.store.expect(engine.outstanding === 0 ? engine.expected : sequence + 1);
  }
  for (const reply of replies) {
    if (reply.kind === 'message') sendPrepared(engine, reply, now);
    else sendBusinessReject(engine, reply.refusal, now);
  }
  // After a Logout (5), or without a connection, replies are only stored. The peer requests them when it reconnects.
  if (engine.phase !== 'open') engine.writes = [];
}

/** Effects of a call. If a commit is needed, it comes first, because everything else has to wait for it. */
export function afterCommit<Message extends FixMessage>(
  engine: Engine<Message>,
  commit: Promise<void> | undefined,
): readonly FixEffect<Message>[] {
  const { writes, effects } = engine;
  if (commit !== undefined) {
    const { lostBefore } = engine;
    const done = commit.catch((error: unknown) => {
      if (engine.lostBefore === lostBefore) loseUncommitted(engine, error);
      throw error;
    });
    return [{ kind: 'commit', done }, ...writes, ...effects];
  }
  // Messages to be written already have numbers, so they precede anything that the program does in response.
  return writes.length === 0 ? effects : [...writes, ...effects];
}
