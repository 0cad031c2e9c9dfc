import type { FixMessage } from '../message/codec.js';
import { type RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixView } from '../message/view.js';
import { type Engine, notice } from './engine.js';
import { announceLogout } from './logon/logout.js';
import { sendReject } from './outgoing-reject.js';
import { consume } from './sequence/sequence.js';
import type { FixRejection } from './session.js';

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
  reportAndReject(engine, view, refusal, now);
}

/** Sends a Reject (3) and reports it, both with the same identifier. */
export function reportAndReject<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  refusal: { readonly reason: number; readonly refTag: number | undefined; readonly text: string },
  now: number,
): void {
  const tagText = refusal.refTag === undefined ? '' : ` (${refusal.refTag})`;
  const correlationId = engine.correlationId?.();
  notice(engine, 'rejected', `${view.msgType}: ${refusal.text}${tagText}`, correlationId);
  sendReject(engine, view, { ...refusal, correlationId }, now);
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

/** Reports that the peer has rejected a message. */
export function notifyReject<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  level: FixRejection['level'],
  reasonTag: number,
): void {
  engine.effects.push({
    kind: 'rejected',
    rejection: {
      refSeqNum: view.integer(45),
      refMsgType: view.text(372),
      refTag: view.integer(371),
      reason: view.integer(reasonTag),
      text: view.text(58),
      level,
    },
  });
}
