import type { FixMessage } from '../message/codec.js';
import { readHeader } from '../message/header.js';
import { RejectReason, rejectTexts } from '../message/reject-reason.js';
import type { FixView } from '../message/view.js';
import { queueOutOfSequence } from './sequence/out-of-sequence.js';
import { disconnect, type Engine, notice } from './engine.js';
import { validateMessage, sequenceOf } from './validate-message.js';
import { handleLogout, logoutForError } from './logon/logout.js';
import { sendHeartbeat } from './outgoing.js';
import { sendBusinessReject } from './outgoing-reject.js';
import { rejectMessage, rejectAndLogout, notifyReject } from './reject.js';
import { handleRelogon } from './logon/relogon.js';
import { handleResendRequest } from './sequence/replay.js';
import { consume, drain, noteGap } from './sequence/sequence.js';
import { textOf } from './texts.js';
import { readSendingTime } from './sending-time.js';
import { handleSequenceReset } from './sequence/sequence-reset.js';
import { fullBucket, refill, timeTo } from '../../core/token-bucket.js';

/** Processes a message of an open session, whose fields are indexed in `view`. */
export function handleMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  engine.lastReceived = now;
  engine.testedAt = undefined;
  const verdict = rateVerdict(engine, now);
  if (verdict === 'cut') return;
  engine.isTooFast = verdict === 'refuse';
  checkMessage(engine, view, now);
  engine.isTooFast = false;
  drain(engine, now, (early) => checkMessage(engine, early, now));
}

/** Rejects a message with a wrong CheckSum (10), if the description requires that. */
export function refuseChecksum<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  engine.lastReceived = now;
  engine.testedAt = undefined;
  const text = textOf(engine.policy, 'checksum');
  rejectMessage(engine, view, { reason: RejectReason.ValueIncorrect, refTag: 10, text }, now);
}

function checkMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const { msgType } = view;
  if (view.textAt(0) !== engine.codec.beginString) {
    if (msgType === '5') handleLogout(engine, view, now);
    else {
      logoutForError(engine, 'Incorrect BeginString', now);
      const sequence = view.integer(34);
      if (sequence === engine.expected) consume(engine, sequence);
    }
    return;
  }
  const sequence = sequenceOf(view);
  if (sequence === undefined) {
    // Without a number, the order of later messages is unknown (FIX session protocol, "Required tag missing" of
    // MsgSeqNum).
    logoutForError(engine, 'MsgSeqNum (34) is missing or not a number', now);
    disconnect(engine, 'protocol', 'MsgSeqNum (34) is missing or not a number');
    return;
  }
  if (!isFromPeer(engine, view, now)) return;
  if (!skipsOrder(view, msgType)) {
    if (sequence > engine.expected) {
      queueOutOfSequence(engine, view, sequence);
      noteGap(engine, sequence, now);
      return;
    }
    if (sequence < engine.expected) return handleDuplicate(engine, view, sequence, now);
  }
  processInOrder(engine, view, sequence, now);
}

/** True for messages that are processed regardless of their number. */
function skipsOrder(view: FixView, msgType: string): boolean {
  if (msgType === '4') return view.text(123) !== 'Y';
  return msgType === '2' || msgType === '5' || msgType === 'A';
}

function processInOrder<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
  now: number,
): void {
  const decoded = validateMessage(engine.codec, engine.policy, view);
  if (decoded.kind === 'reject') return rejectMessage(engine, view, decoded, now);
  switch (view.msgType) {
    case '0':
      return consume(engine, sequence);
    case '1':
      consume(engine, sequence);
      return sendHeartbeat(engine, view.text(112), now);
    case '2':
      return handleResendRequest(engine, view, sequence, now);
    case '3':
      consume(engine, sequence);
      return notifyReject(engine, view, 'session', 373);
    case '4':
      return handleSequenceReset(engine, view, now);
    case '5':
      return handleLogout(engine, view, now);
    case 'A':
      return handleRelogon(engine, view, sequence, now);
    default:
      deliver(engine, view, decoded.message, sequence, now);
  }
}

function deliver<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  message: Message,
  sequence: number,
  now: number,
): void {
  // Rejecting a BusinessMessageReject (j) could continue for ever between both sides.
  if (engine.isTooFast && view.msgType !== 'j') {
    consume(engine, sequence);
    const text = textOf(engine.policy, 'rate');
    const correlationId = engine.correlationId?.();
    const identified = correlationId === undefined ? {} : { correlationId };
    const { msgType: refMsgType } = view;
    const refusal = { refMsgType, refSeqNum: sequence, reason: 0, text, ...identified };
    notice(engine, 'rejected', `${refMsgType}: ${text}`, correlationId);
    return sendBusinessReject(engine, refusal, now);
  }
  if (view.msgType === 'j') notifyReject(engine, view, 'business', 380);
  // Counted first, so that the store does not record the message as processed.
  engine.outstanding++;
  consume(engine, sequence);
  engine.effects.push({
    kind: 'message',
    message,
    header: readHeader(view, engine.codec.headerTags),
    receipt: { sequence, era: engine.era },
  });
}

/** True if SendingTime (52) is accurate and the CompIDs are those of this session. Missing fields are reported by the codec. */
function isFromPeer<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): boolean {
  const time = readSendingTime(view.text(52) ?? '');
  if (time !== undefined && Math.abs(now - time) > engine.policy.sendingTime.tolerance * 1000) {
    rejectAndLogout(engine, view, RejectReason.SendingTimeAccuracy, now);
    return false;
  }
  if (
    differsFrom(view.text(49), engine.peerCompId) ||
    differsFrom(view.text(56), engine.ownCompId)
  ) {
    rejectAndLogout(engine, view, RejectReason.CompIdProblem, now);
    return false;
  }
  return true;
}

function differsFrom(text: string | undefined, expected: string): boolean {
  return text !== undefined && text !== '' && text !== expected;
}

/** Handles a message with a number below the expected one. Unless it is marked as a possible duplicate, the session ends. */
function handleDuplicate<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
  now: number,
): void {
  if (view.text(43) !== 'Y') {
    const text = `MsgSeqNum too low, expecting ${engine.expected} but received ${sequence}`;
    logoutForError(engine, text, now);
    disconnect(engine, 'sequence', text);
    return;
  }
  if (view.msgType !== '4') {
    const original = view.text(122);
    if (original === undefined) {
      const reason = RejectReason.RequiredTagMissing;
      rejectMessage(engine, view, { reason, refTag: 122, text: rejectTexts[reason] }, now);
      return;
    }
    const first = readSendingTime(original) ?? 0;
    if (first > (readSendingTime(view.text(52) ?? '') ?? Infinity)) {
      rejectAndLogout(engine, view, RejectReason.SendingTimeAccuracy, now);
      return;
    }
  }
  notice(engine, 'duplicate', `${view.msgType} ${sequence} has been received before`);
}

/**
 * Decision of the description's rate limits about a received message: process it, reject it if it is an application
 * message, or disconnect.
 */
function rateVerdict<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): 'take' | 'refuse' | 'cut' {
  const { policy, bucket, second, side } = engine;
  // The rates of the description are those of clients, to which a server may send at any rate.
  const { messages, disconnectAbove } = (side === 'acceptor' && policy.rate) || {};
  if (disconnectAbove !== undefined) {
    // A clock that was set back starts a new second too.
    if (now - second.start >= 1000 || now < second.start) {
      second.start = now;
      second.count = 0;
    }
    if (++second.count > disconnectAbove) {
      logoutForError(engine, textOf(policy, 'rate'), now);
      disconnect(engine, 'rate', textOf(policy, 'rate'));
      return 'cut';
    }
  }
  if (messages === undefined) return 'take';
  const size = { rate: messages.perSecond, burst: messages.burst ?? messages.perSecond };
  // After the clock was set back, the elapsed time is unknown.
  if (now < bucket.at) Object.assign(bucket, fullBucket(size, now));
  refill(bucket, size, now);
  if (timeTo(bucket, size, 1) > 0) return 'refuse';
  bucket.tokens--;
  return 'take';
}
