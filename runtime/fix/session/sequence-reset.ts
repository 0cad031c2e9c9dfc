import type { FixMessage } from '../message/codec.js';
import { RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixView } from '../message/view.js';
import { dropEarly } from './early.js';
import { type Engine, notice } from './engine.js';
import { refuse } from './refuse.js';
import { isFutileReset } from './judge.js';
import { consume } from './sequence.js';

/** SequenceReset (4), in both of its modes: a gap fill stands for messages, a reset moves the number whatever its own is. */
export function takeSequenceReset<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const next = view.integer(36) ?? 0;
  const isGapFill = view.text(123) === 'Y';
  if (next < engine.expected || isFutileReset(view)) {
    const reason = RejectReason.ValueIncorrect;
    refuse(engine, view, { reason, refTag: undefined, text: rejectTexts[reason] }, now);
    return;
  }
  if (!isGapFill) notice(engine, 'reset', `The peer goes on with ${next}`);
  if (next === engine.expected) return;
  const passed = engine.expected;
  consume(engine, next - 1);
  dropEarly(engine, passed, next);
}
