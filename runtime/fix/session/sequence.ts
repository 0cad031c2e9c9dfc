import type { FixMessage } from '../message/codec.js';
import type { FixView } from '../message/view.js';
import { type Engine, notice } from './engine.js';
import { sendResendRequest } from './outgoing-admin.js';

/** Takes every number up to this one, which is done with but for what programs were handed. */
export function consume<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
): void {
  engine.expected = sequence + 1;
  if (engine.outstanding === 0) engine.store.expect(engine.expected);
}

/** Sees that a message came too early, and asks for what is missing unless that was done. */
export function noteGap<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
  now: number,
): void {
  if (engine.gap !== undefined) return;
  notice(engine, 'gap', `${engine.expected} should have come, ${sequence} did`);
  ask(engine, sequence - 1, now);
}

/** A ResendRequest for what is missing up to `last`, or the first part of it. */
export function ask<Message extends FixMessage>(
  engine: Engine<Message>,
  last: number,
  now: number,
): void {
  const { expected, policy, dialect } = engine;
  const { chunk = Infinity } = policy.resend;
  const isWhole = last - expected < chunk;
  const upTo = isWhole ? last : expected + chunk - 1;
  engine.gap = { from: expected, upTo, last };
  // All that is missing is asked for without an end, as a peer may have sent more in the meantime; a part needs its end.
  const isEndless = isWhole && chunk === Infinity;
  sendResendRequest(engine, expected, isEndless ? dialect.infinity : upTo, now);
}

/** Messages that came early and whose turn it is now, one after the other; then whatever is still missing is asked for. */
export function drain<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
  take: (view: FixView) => void,
): void {
  const { early } = engine;
  if (early.size === 0 && engine.gap === undefined) return;
  while (engine.phase === 'open' || engine.phase === 'leaving') {
    const { expected } = engine;
    if (!early.has(expected)) break;
    const bytes = early.get(expected);
    early.delete(expected);
    engine.earlyBytes -= bytes?.length ?? 0;
    if (bytes === undefined) consume(engine, expected);
    else {
      engine.spareView.read(bytes);
      take(engine.spareView);
      // Whatever it was, its turn is over.
      if (engine.expected === expected) consume(engine, expected);
    }
  }
  continueGap(engine, now);
}

function continueGap<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { gap, expected } = engine;
  if (engine.phase !== 'open' || gap === undefined || expected <= gap.upTo) return;
  if (expected <= gap.last) return ask(engine, gap.last, now);
  engine.gap = undefined;
  notice(engine, 'gap-filled', `${expected} is next`);
  if (engine.early.size === 0) return;
  const first = Math.min(...engine.early.keys());
  notice(engine, 'gap', `${expected} should have come, ${first} did`);
  ask(engine, first - 1, now);
}
