import type { FixMessage } from '../message/codec.js';
import { readHeader } from '../message/header.js';
import { RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixView } from '../message/view.js';
import { takeEarly } from './early.js';
import { disconnect, type Engine, notice } from './engine.js';
import { judge, sequenceOf } from './judge.js';
import { announceLogout, takeLogout } from './logout.js';
import { sendHeartbeat } from './outgoing-admin.js';
import { sendBusinessReject } from './outgoing-refusal.js';
import { rateVerdict } from './rate.js';
import { refuse, refuseAndLeave } from './refuse.js';
import { takeRelogon } from './relogon.js';
import { tellRejection } from './rejection.js';
import { takeResendRequest } from './replay.js';
import { consume, drain, noteGap } from './sequence.js';
import { textOf } from './texts.js';
import { readSendingTime } from './sending-time.js';
import { takeSequenceReset } from './sequence-reset.js';

/** A message of an open session, its fields indexed in `view`. */
export function takeMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  engine.lastReceived = now;
  engine.testedAt = undefined;
  const verdict = rateVerdict(engine, now);
  if (verdict === 'cut') return;
  engine.isTooFast = verdict === 'refuse';
  judgeMessage(engine, view, now);
  engine.isTooFast = false;
  drain(engine, now, (early) => judgeMessage(engine, early, now));
}

/** A message whose CheckSum is wrong, where the description wants it refused. */
export function refuseChecksum<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  engine.lastReceived = now;
  engine.testedAt = undefined;
  const text = textOf(engine.policy, 'checksum');
  refuse(engine, view, { reason: RejectReason.ValueIncorrect, refTag: 10, text }, now);
}

function judgeMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const { msgType } = view;
  if (view.textAt(0) !== engine.codec.beginString) {
    if (msgType === '5') takeLogout(engine, view, now);
    else {
      announceLogout(engine, 'Incorrect BeginString', now);
      const sequence = view.integer(34);
      if (sequence === engine.expected) consume(engine, sequence);
    }
    return;
  }
  const sequence = sequenceOf(view);
  if (sequence === undefined) {
    // Without a number nothing that follows can be put in order (FIX session protocol, "Required tag missing" of MsgSeqNum).
    announceLogout(engine, 'MsgSeqNum (34) is missing or no number', now);
    disconnect(engine, 'protocol', 'MsgSeqNum (34) is missing or no number');
    return;
  }
  if (!isFromPeer(engine, view, now)) return;
  if (!skipsOrder(view, msgType)) {
    if (sequence > engine.expected) {
      takeEarly(engine, view, sequence);
      noteGap(engine, sequence, now);
      return;
    }
    if (sequence < engine.expected) return takeLate(engine, view, sequence, now);
  }
  takeInOrder(engine, view, sequence, now);
}

/** Messages that mean the same wherever they stand. */
function skipsOrder(view: FixView, msgType: string): boolean {
  if (msgType === '4') return view.text(123) !== 'Y';
  return msgType === '2' || msgType === '5' || msgType === 'A';
}

function takeInOrder<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
  now: number,
): void {
  const decoded = judge(engine.codec, engine.policy, view);
  if (decoded.kind === 'reject') return refuse(engine, view, decoded, now);
  switch (view.msgType) {
    case '0':
      return consume(engine, sequence);
    case '1':
      consume(engine, sequence);
      return sendHeartbeat(engine, view.text(112), now);
    case '2':
      return takeResendRequest(engine, view, sequence, now);
    case '3':
      consume(engine, sequence);
      return tellRejection(engine, view, 'session', 373);
    case '4':
      return takeSequenceReset(engine, view, now);
    case '5':
      return takeLogout(engine, view, now);
    case 'A':
      return takeRelogon(engine, view, sequence, now);
    default:
      handOver(engine, view, decoded.message, sequence, now);
  }
}

function handOver<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  message: Message,
  sequence: number,
  now: number,
): void {
  // A refusal of a refusal would go on for ever, from both sides.
  if (engine.isTooFast && view.msgType !== 'j') {
    consume(engine, sequence);
    const text = textOf(engine.policy, 'rate');
    const refusal = { refMsgType: view.msgType, refSeqNum: sequence, reason: 0, text };
    return sendBusinessReject(engine, refusal, now);
  }
  if (view.msgType === 'j') tellRejection(engine, view, 'business', 380);
  // Counted first: the store must not believe that the program has dealt with it.
  engine.outstanding++;
  consume(engine, sequence);
  engine.effects.push({
    kind: 'message',
    message,
    header: readHeader(view, engine.codec.headerTags),
    receipt: { sequence, era: engine.era },
  });
}

/** Whether SendingTime is near enough and the CompIDs are those of this session; fields that are missing are the codec's to judge. */
function isFromPeer<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): boolean {
  const time = readSendingTime(view.text(52) ?? '');
  if (time !== undefined && Math.abs(now - time) > engine.policy.sendingTime.tolerance * 1000) {
    refuseAndLeave(engine, view, RejectReason.SendingTimeAccuracy, now);
    return false;
  }
  if (isOther(view.text(49), engine.peer) || isOther(view.text(56), engine.own)) {
    refuseAndLeave(engine, view, RejectReason.CompIdProblem, now);
    return false;
  }
  return true;
}

function isOther(text: string | undefined, wanted: string): boolean {
  return text !== undefined && text !== '' && text !== wanted;
}

/** A message whose number was seen before: it says that it may be one, or the session ends. */
function takeLate<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
  now: number,
): void {
  if (view.text(43) !== 'Y') {
    const text = `MsgSeqNum too low, expecting ${engine.expected} but received ${sequence}`;
    announceLogout(engine, text, now);
    disconnect(engine, 'sequence', text);
    return;
  }
  if (view.msgType !== '4') {
    const original = view.text(122);
    if (original === undefined) {
      const reason = RejectReason.RequiredTagMissing;
      refuse(engine, view, { reason, refTag: 122, text: rejectTexts[reason] }, now);
      return;
    }
    const first = readSendingTime(original) ?? 0;
    if (first > (readSendingTime(view.text(52) ?? '') ?? Infinity)) {
      refuseAndLeave(engine, view, RejectReason.SendingTimeAccuracy, now);
      return;
    }
  }
  notice(engine, 'duplicate', `${view.msgType} ${sequence} was received before`);
}
