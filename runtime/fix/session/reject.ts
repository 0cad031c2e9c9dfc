import type { FixMessage } from '../message/codec.js';
import { type RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixView } from '../message/view.js';
import { type Engine, notice } from './engine.js';
import { announceLogout } from './logout.js';
import { sendReject } from './outgoing-reject.js';
import { consume } from './sequence.js';

/** Rejects a message, which still uses its number, unless it is a SequenceReset (4) or a Logon (A). */
export function rejectMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  refusal: { readonly reason: number; readonly refTag: number | undefined; readonly text: string },
  now: number,
): void {
  const { msgType } = view;
  if (msgType !== '4' && msgType !== 'A' && view.integer(34) === engine.expected) {
    consume(engine, engine.expected);
  }
  const tagText = refusal.refTag === undefined ? '' : ` (${refusal.refTag})`;
  notice(engine, 'rejected', `${msgType}: ${refusal.text}${tagText}`);
  sendReject(engine, view, refusal, now);
}

/** Rejects a message for a reason that ends the session, and sends a Logout (5). */
export function rejectAndLogout<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  reason: RejectReason,
  now: number,
): void {
  rejectMessage(engine, view, { reason, refTag: undefined, text: rejectTexts[reason] }, now);
  announceLogout(engine, undefined, now);
}
