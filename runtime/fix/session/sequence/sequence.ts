import type { FixMessage } from '../../message/codec.js';
import type { FixView } from '../../message/view.js';
import { type Engine, notice } from '../engine.js';
import { sendResendRequest } from '../outgoing.js';

/** Counts all numbers up to this one as received. Messages that the program is processing are committed later. */
export function consume<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
): void {
  engine.expected = sequence + 1;
  if (engine.outstanding === 0) engine.store.expect(engine.expected);
}

/** Handles an out-of-sequence message: requests the missing messages, unless that has been done. */
export function noteGap<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
  now: number,
): void {
  if (engine.gap !== undefined) return;
  notice(engine, 'gap', `${engine.expected} was expected, but ${sequence} arrived`);
  requestResend(engine, sequence - 1, now);
}

/** Sends a ResendRequest (2) for the messages up to `last`, or for the first part of them. */
export function requestResend<Message extends FixMessage>(
  engine: Engine<Message>,
  last: number,
  now: number,
): void {
  const { expected, policy, dialect } = engine;
  const { chunk = Infinity } = policy.resend;
  const isComplete = last - expected < chunk;
  const upTo = isComplete ? last : expected + chunk - 1;
  engine.gap = { from: expected, upTo, last };
  // A request for everything is open-ended, because the peer may have sent more. A request for a part needs an end.
  const isEndless = isComplete && chunk === Infinity;
  sendResendRequest(engine, expected, isEndless ? dialect.infinity : upTo, now);
}

/** Processes out-of-sequence messages whose turn has come, then requests messages that are still missing. */
export function drain<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
  take: (view: FixView) => void,
): void {
  const { outOfSequence: early } = engine;
  if (early.size === 0 && engine.gap === undefined) return;
  while (engine.phase === 'open' || engine.phase === 'leaving') {
    const { expected } = engine;
    if (!early.has(expected)) break;
    const bytes = early.get(expected);
    early.delete(expected);
    engine.outOfSequenceBytes -= bytes?.length ?? 0;
    if (bytes === undefined) consume(engine, expected);
    else {
      engine.spareView.read(bytes);
      take(engine.spareView);
      // The number counts as received, whatever the message was.
      if (engine.expected === expected) consume(engine, expected);
    }
  }
  continueGap(engine, now);
}

function continueGap<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { gap, expected } = engine;
  if (engine.phase !== 'open' || gap === undefined || expected <= gap.upTo) return;
  if (expected <= gap.last) return requestResend(engine, gap.last, now);
  engine.gap = undefined;
  notice(engine, 'gap-filled', `${expected} is next`);
  if (engine.outOfSequence.size === 0) return;
  const first = Math.min(...engine.outOfSequence.keys());
  notice(engine, 'gap', `${expected} was expected, but ${first} arrived`);
  requestResend(engine, first - 1, now);
}
