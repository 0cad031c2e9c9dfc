import type { FixMessage } from '../message/codec.js';
import { type Engine, loseUncommitted } from './engine.js';
import { sendBusinessReject } from './outgoing-refusal.js';
import { sendPrepared } from './outgoing.js';
import type { FixEffect, FixPrepared, FixReceipt } from './session.js';

/** The program has dealt with a message: its number counts as received, and what the program answers takes the next numbers. */
export function takeDelivered<Message extends FixMessage>(
  engine: Engine<Message>,
  { sequence, era }: FixReceipt,
  answers: readonly FixPrepared[],
  now: number,
): void {
  // It comes again, and is answered then.
  if (era < engine.lostBefore) return;
  if (era === engine.era) {
    engine.outstanding--;
    engine.store.expect(engine.outstanding === 0 ? engine.expected : sequence + 1);
  }
  for (const answer of answers) {
    if (answer.kind === 'message') sendPrepared(engine, answer, now);
    else sendBusinessReject(engine, answer.refusal, now);
  }
  // Behind a Logout, or without a connection, answers are kept alone: the peer asks for them when it is there again.
  if (engine.phase !== 'open') engine.writes = [];
}

/** What a call of the session answers: first the commit that everything else has to wait for. */
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
  // What is to be written was numbered already, and goes before anything that the program makes of the rest.
  return writes.length === 0 ? effects : [...writes, ...effects];
}
