import type { FixMessage } from '../../message/codec.js';
import { RejectReason, rejectTexts } from '../../message/reject-reason.js';
import type { FixView } from '../../message/view.js';
import { dropOutOfSequence } from './out-of-sequence.js';
import { type Engine, notice } from '../engine.js';
import { rejectMessage } from '../reject.js';
import { isInvalidReset } from '../validate-message.js';
import { consume } from './sequence.js';

/** Handles SequenceReset (4). A gap fill replaces messages; a reset changes the expected number regardless of its own number. */
export function handleSequenceReset<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const next = view.integer(36) ?? 0;
  const isGapFill = view.text(123) === 'Y';
  if (next < engine.expected || isInvalidReset(view)) {
    const reason = RejectReason.ValueIncorrect;
    rejectMessage(engine, view, { reason, refTag: undefined, text: rejectTexts[reason] }, now);
    return;
  }
  if (!isGapFill) notice(engine, 'reset', `The peer continues with ${next}`);
  if (next === engine.expected) return;
  const skippedFrom = engine.expected;
  consume(engine, next - 1);
  dropOutOfSequence(engine, skippedFrom, next);
}
