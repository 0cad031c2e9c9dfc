import type { FixMessage } from '../message/codec.js';
import { afterCommit } from './delivered.js';
import { type Engine, loseUncommitted } from './engine.js';
import type { FixEffect } from './session.js';
import { arm } from './timer.js';

/**
 * Carries out a call of a session: sets its timer, commits its changes and returns its effects. If the call fails, its
 * changes are discarded.
 */
export function runCall<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
  work: () => void,
): readonly FixEffect<Message>[] {
  engine.effects = [];
  engine.writes = [];
  const { era, expected, outstanding } = engine;
  let isComplete = false;
  try {
    work();
    arm(engine, now);
    isComplete = true;
    return afterCommit(engine, engine.store.flush());
  } catch (error) {
    // The messages read by this call were not delivered, so they must be received again.
    if (isComplete || engine.store.isChanged) loseUncommitted(engine, error);
    else if (engine.era === era) Object.assign(engine, { expected, outstanding });
    throw error;
  }
}

/**
 * Carries out a call within a transaction of the program. `written` resolves when the store has written the changes; the
 * effects wait for the end of the transaction.
 */
export function runWithin<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
  transaction: unknown,
  work: () => void,
): {
  readonly effects: readonly FixEffect<Message>[];
  readonly written: Promise<void> | undefined;
} {
  // Earlier changes do not belong to the program's transaction.
  const earlierEffects = runCall(engine, now, () => undefined);
  engine.effects = [];
  engine.writes = [];
  try {
    work();
    const { written, after } = engine.store.flushWithin(transaction);
    written?.catch((error: unknown) => loseUncommitted(engine, error));
    return { effects: [...earlierEffects, ...afterCommit(engine, after)], written };
  } catch (error) {
    loseUncommitted(engine, error);
    throw error;
  }
}
