import type { FixMessage, FixOtherField } from '../../message/codec.js';
import type { FixView } from '../../message/view.js';
import { markAnswered } from '../sequence/out-of-sequence.js';
import {
  disconnect,
  type Engine,
  errorText,
  loadNumbers,
  notice,
  resetCounters,
} from '../engine.js';
import { logonPolicyError, logonIdentityError } from './logon-rules.js';
import { logonFields, sendLogon, sendLogonRefusal, sendLogout } from './outgoing-logon.js';
import { sendingTimeOf } from '../outgoing.js';
import { notifyReject } from '../reject.js';
import { replayMore } from '../sequence/replay.js';
import { consume, noteGap } from '../sequence/sequence.js';
import { nextDisconnect } from './schedule.js';
import type { FixFieldOf } from '../session.js';

/** Starts the initiator: prepares its Logon (A), and sends it or requests its signature. */
export function beginLogon<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { settings, policy, ownCompId: own, peerCompId: peer } = engine;
  loadNumbers(engine);
  if (settings.resetOnLogon) resetCounters(engine);
  engine.isResetSent = settings.resetOnLogon && policy.resetSeqNumFlag === 'accept';
  const numbering = { isReset: engine.isResetSent, nextExpected: engine.expected };
  const fields = logonFields(engine, settings.heartBtInt, numbering, settings.logonFields);
  const sendingTime = sendingTimeOf(engine, now);
  engine.logon = { sendingTime, fields };
  if (!settings.requiresSignature) return sendPlannedLogon(engine, [], now);
  engine.phase = 'signing';
  const texts = new Map<number, string>([
    [34, String(engine.store.nextOutgoing)],
    [35, 'A'],
    [49, own],
    [52, sendingTime],
    [56, peer],
    ...fields,
  ]);
  engine.effects.push({ kind: 'sign', field: (tag) => texts.get(tag) });
}

/** Sends the prepared Logon (A) with the fields of its signature. */
export function sendPlannedLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  signature: readonly FixOtherField[],
  now: number,
): void {
  const { logon, settings } = engine;
  if (logon === undefined) return;
  const numbering = { isReset: engine.isResetSent, nextExpected: engine.expected };
  const more = [...settings.logonFields, ...signature];
  engine.phase = 'logging-on';
  engine.heartBtInt = settings.heartBtInt * 1000;
  sendLogon(
    engine,
    logonFields(engine, settings.heartBtInt, numbering, more),
    now,
    logon.sendingTime,
  );
  engine.logon = undefined;
}

/**
 * Handles the first message to an acceptor. Anything but a valid Logon (A) closes the connection without a response.
 */
export function handleLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const decoded = engine.codec.decode(view);
  const fault = logonIdentityError(engine, view, now);
  if (fault !== undefined || decoded.kind === 'reject') {
    const text = fault ?? (decoded.kind === 'reject' ? decoded.text : '');
    notice(engine, 'refused', text);
    return disconnect(engine, 'logon-refused', text);
  }
  const violation = logonPolicyError(engine.policy, view);
  if (violation !== undefined) return refuseLogon(engine, violation, now);
  if (!engine.settings.requiresVerification) return admit(engine, view, now);
  engine.phase = 'judging';
  engine.logonToVerify = view.bytes.slice(view.start, view.end);
  engine.effects.push({ kind: 'judge', message: decoded.message, field: fieldsOf(view) });
}

/** Sends the peer the reason for refusing its Logon (A), and closes the connection. */
export function refuseLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string,
  now: number,
  {
    sequence = 1,
    correlationId = engine.correlationId?.(),
  }: { readonly sequence?: number; readonly correlationId?: string | undefined } = {},
): void {
  notice(engine, 'refused', text, correlationId);
  sendLogonRefusal(engine, errorText(text, correlationId), sequence, now);
  disconnect(engine, 'logon-refused', text);
}

/** Accepts the peer's Logon (A): answers it, and requests missing messages. */
export function admit<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  loadNumbers(engine);
  const isReset = view.text(141) === 'Y';
  if (isReset || engine.settings.resetOnLogon) resetCounters(engine);
  const sequence = view.integer(34) ?? 0;
  if (sequence < engine.expected && view.text(43) !== 'Y') {
    return refuseLogon(engine, tooLowText(engine, sequence), now, {
      sequence: engine.store.nextOutgoing,
    });
  }
  const peerExpects = nextExpectedOf(engine, view);
  const lastSent = engine.store.nextOutgoing - 1;
  if (peerExpects !== undefined && peerExpects > lastSent + 1) {
    const text = `NextExpectedMsgSeqNum (789) is too high, expecting at most ${lastSent + 1}`;
    return refuseLogon(engine, text, now, { sequence: lastSent + 1 });
  }
  const heartBtInt = view.integer(108) ?? 0;
  open(engine, heartBtInt, now);
  countNumber(engine, sequence);
  const numbering = { isReset, nextExpected: engine.expected };
  sendLogon(engine, logonFields(engine, heartBtInt, numbering, engine.settings.logonFields), now);
  recoverGaps(engine, sequence, peerExpects, lastSent, now);
}

/** Handles the response to the initiator's Logon (A). */
export function handleLogonResponse<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const { msgType } = view;
  if (msgType === '3') return notifyReject(engine, view, 'session', 373);
  if (msgType === '5') {
    engine.effects.push({ kind: 'logout', text: view.text(58) });
    return disconnect(engine, 'logon-refused', view.text(58));
  }
  const decoded = engine.codec.decode(view);
  const fault = logonIdentityError(engine, view, now);
  if (fault !== undefined || decoded.kind === 'reject') {
    const text = fault ?? (decoded.kind === 'reject' ? decoded.text : '');
    notice(engine, 'refused', text);
    return disconnect(engine, 'protocol', text);
  }
  const sequence = view.integer(34) ?? 0;
  if (view.text(141) === 'Y' && !engine.isResetSent) {
    notice(engine, 'reset', 'The peer restarts at 1');
    engine.expected = 1;
  }
  engine.isResetSent = false;
  // The last sent message is the Logon (A) itself.
  const lastSent = engine.store.nextOutgoing - 2;
  if (sequence < engine.expected && view.text(43) !== 'Y') {
    const text = tooLowText(engine, sequence);
    sendLogout(engine, text, now);
    return disconnect(engine, 'sequence', text);
  }
  open(engine, view.integer(108) ?? 0, now);
  countNumber(engine, sequence);
  recoverGaps(engine, sequence, nextExpectedOf(engine, view), lastSent, now);
}

/** Number that the peer expects next by its NextExpectedMsgSeqNum (789), if the description uses that field. */
function nextExpectedOf<Message extends FixMessage>(
  { policy }: Engine<Message>,
  view: FixView,
): number | undefined {
  return policy.nextExpectedMsgSeqNum ? view.integer(789) : undefined;
}

function open<Message extends FixMessage>(
  engine: Engine<Message>,
  heartBtInt: number,
  now: number,
): void {
  engine.phase = 'open';
  engine.heartBtInt = heartBtInt * 1000;
  engine.lastReceived = now;
  engine.testedAt = undefined;
  // Only the server ends sessions on schedule, with a notice. A client would merely preempt it.
  const isServer = engine.side === 'acceptor';
  engine.scheduled = isServer ? nextDisconnect(engine.policy.disconnects, now) : undefined;
  engine.effects.push({ kind: 'logon', heartBtInt });
}

function countNumber<Message extends FixMessage>(engine: Engine<Message>, sequence: number): void {
  if (sequence === engine.expected) consume(engine, sequence);
  else if (sequence > engine.expected) markAnswered(engine, sequence);
}

/**
 * Recovers messages missed by either side: by NextExpectedMsgSeqNum (789) if present, otherwise by ResendRequest (2).
 */
function recoverGaps<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
  peerExpects: number | undefined,
  lastSent: number,
  now: number,
): void {
  if (sequence > engine.expected) {
    const last = sequence - 1;
    // The peer finds the missing range in our field 789 and resends it without a request.
    if (peerExpects === undefined) noteGap(engine, sequence, now);
    else engine.gap = { from: engine.expected, upTo: last, last };
  }
  if (peerExpects !== undefined && peerExpects <= lastSent) {
    engine.replay = { next: peerExpects, last: lastSent, fillFrom: undefined };
    replayMore(engine, now);
  }
}

function tooLowText<Message extends FixMessage>(
  { expected }: Engine<Message>,
  received: number,
): string {
  return `MsgSeqNum too low, expecting ${expected} but received ${received}`;
}

/** Copies the fields of a message, whose buffer will be reused before they are read. */
function fieldsOf(view: FixView): FixFieldOf {
  const texts = new Map<number, string>();
  for (let index = view.count - 1; index >= 0; index--) {
    texts.set(view.tags[index] as number, view.textAt(index));
  }
  return (tag) => texts.get(tag);
}
