import type { FixMessage } from '../message/codec.js';
import { type RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixView } from '../message/view.js';
import { type Engine, notice } from './engine.js';
import { announceLogout } from './logout.js';
import { sendReject } from './outgoing-refusal.js';
import { consume } from './sequence.js';

/** Refuses a message, which takes its number all the same; a SequenceReset and a Logon do not. */
export function refuse<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  refusal: { readonly reason: number; readonly refTag: number | undefined; readonly text: string },
  now: number,
): void {
  const { msgType } = view;
  if (msgType !== '4' && msgType !== 'A' && view.integer(34) === engine.expected) {
    consume(engine, engine.expected);
  }
  const where = refusal.refTag === undefined ? '' : ` (${refusal.refTag})`;
  notice(engine, 'rejected', `${msgType}: ${refusal.text}${where}`);
  sendReject(engine, view, refusal, now);
}

/** Refuses a message for a reason after which the session can not go on, and says Logout. */
export function refuseAndLeave<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  reason: RejectReason,
  now: number,
): void {
  refuse(engine, view, { reason, refTag: undefined, text: rejectTexts[reason] }, now);
  announceLogout(engine, undefined, now);
}
