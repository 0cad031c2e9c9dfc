import type { FixMessage, FixOtherField } from '../message/codec.js';
import type { FixView } from '../message/view.js';
import { markAnswered } from './early.js';
import { disconnect, type Engine, loadNumbers, notice, resetCounters } from './engine.js';
import { brokenRule, strangeLogon } from './logon-rules.js';
import { logonFields, sendLogon, sendLogonRefusal, sendLogout } from './outgoing-logon.js';
import { sendingTimeOf } from './outgoing.js';
import { tellRejection } from './rejection.js';
import { replayMore } from './replay.js';
import { consume, noteGap } from './sequence.js';
import { nextDisconnect } from './schedule.js';
import type { FixFieldOf } from './session.js';

/** The initiator begins: plans its Logon, and sends it or has it signed. */
export function beginLogon<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { settings, policy, own, peer } = engine;
  loadNumbers(engine);
  if (settings.resetOnLogon) resetCounters(engine);
  engine.isResetSent = settings.resetOnLogon && policy.resetSeqNumFlag === 'accept';
  const about = { isReset: engine.isResetSent, nextExpected: engine.expected };
  const fields = logonFields(engine, settings.heartBtInt, about, settings.logonFields);
  const sendingTime = sendingTimeOf(engine, now);
  engine.logon = { sendingTime, fields };
  if (!settings.wantsSignature) return sendPlannedLogon(engine, [], now);
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

/** Sends the Logon that was planned, with the fields of its signature. */
export function sendPlannedLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  signature: readonly FixOtherField[],
  now: number,
): void {
  const { logon, settings } = engine;
  if (logon === undefined) return;
  const about = { isReset: engine.isResetSent, nextExpected: engine.expected };
  const more = [...settings.logonFields, ...signature];
  engine.phase = 'logging-on';
  engine.heartBtInt = settings.heartBtInt * 1000;
  sendLogon(engine, logonFields(engine, settings.heartBtInt, about, more), now, logon.sendingTime);
  engine.logon = undefined;
}

/** The first message that an acceptor sees. Whatever is not a good Logon ends the connection without a word. */
export function takeLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const decoded = engine.codec.decode(view);
  const fault = strangeLogon(engine, view, now);
  if (fault !== undefined || decoded.kind === 'reject') {
    const text = fault ?? (decoded.kind === 'reject' ? decoded.text : '');
    notice(engine, 'refused', text);
    return disconnect(engine, 'logon-refused', text);
  }
  const broken = brokenRule(engine.policy, view);
  if (broken !== undefined) return refuseLogon(engine, broken, now);
  if (!engine.settings.wantsJudgement) return admit(engine, view, now);
  engine.phase = 'judging';
  engine.judged = view.bytes.slice(view.start, view.end);
  engine.effects.push({ kind: 'judge', message: decoded.message, field: fieldsOf(view) });
}

/** Tells the peer why it may not log on, and ends the connection. */
export function refuseLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string,
  now: number,
  sequence = 1,
): void {
  notice(engine, 'refused', text);
  sendLogonRefusal(engine, text, sequence, now);
  disconnect(engine, 'logon-refused', text);
}

/** The peer may log on: answers its Logon, and asks for what is missing. */
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
    return refuseLogon(engine, tooLow(engine, sequence), now, engine.store.nextOutgoing);
  }
  const wanted = wantedOf(engine, view);
  const sent = engine.store.nextOutgoing - 1;
  if (wanted !== undefined && wanted > sent + 1) {
    const text = `NextExpectedMsgSeqNum (789) is too high, expecting at most ${sent + 1}`;
    return refuseLogon(engine, text, now, sent + 1);
  }
  const heartBtInt = view.integer(108) ?? 0;
  open(engine, heartBtInt, now);
  takeNumber(engine, sequence);
  const about = { isReset, nextExpected: engine.expected };
  sendLogon(engine, logonFields(engine, heartBtInt, about, engine.settings.logonFields), now);
  settle(engine, sequence, wanted, sent, now);
}

/** The answer to the initiator's Logon. */
export function takeLogonAnswer<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const { msgType } = view;
  if (msgType === '3') return tellRejection(engine, view, 'session', 373);
  if (msgType === '5') {
    engine.effects.push({ kind: 'logout', text: view.text(58) });
    return disconnect(engine, 'logon-refused', view.text(58));
  }
  const decoded = engine.codec.decode(view);
  const fault = strangeLogon(engine, view, now);
  if (fault !== undefined || decoded.kind === 'reject') {
    const text = fault ?? (decoded.kind === 'reject' ? decoded.text : '');
    notice(engine, 'refused', text);
    return disconnect(engine, 'protocol', text);
  }
  const sequence = view.integer(34) ?? 0;
  if (view.text(141) === 'Y' && !engine.isResetSent) {
    notice(engine, 'reset', 'The peer begins with 1 again');
    engine.expected = 1;
  }
  engine.isResetSent = false;
  // The Logon itself is the last message that was sent.
  const sent = engine.store.nextOutgoing - 2;
  if (sequence < engine.expected && view.text(43) !== 'Y') {
    const text = tooLow(engine, sequence);
    sendLogout(engine, text, now);
    return disconnect(engine, 'sequence', text);
  }
  open(engine, view.integer(108) ?? 0, now);
  takeNumber(engine, sequence);
  settle(engine, sequence, wantedOf(engine, view), sent, now);
}

/** What the peer expects next by its NextExpectedMsgSeqNum (789), where the description uses it. */
function wantedOf<Message extends FixMessage>(
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
  // It is the server that ends sessions, and says so; a client would only get in before it.
  const isServer = engine.side === 'acceptor';
  engine.scheduled = isServer ? nextDisconnect(engine.policy.disconnects, now) : undefined;
  engine.effects.push({ kind: 'logon', heartBtInt });
}

function takeNumber<Message extends FixMessage>(engine: Engine<Message>, sequence: number): void {
  if (sequence === engine.expected) consume(engine, sequence);
  else if (sequence > engine.expected) markAnswered(engine, sequence);
}

/** What both sides have missed is made good: by what 789 says where it is there, else by ResendRequest. */
function settle<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
  wanted: number | undefined,
  sent: number,
  now: number,
): void {
  if (sequence > engine.expected) {
    const last = sequence - 1;
    // The peer reads in our 789 what is missing, and sends it without being asked.
    if (wanted === undefined) noteGap(engine, sequence, now);
    else engine.gap = { from: engine.expected, upTo: last, last };
  }
  if (wanted !== undefined && wanted <= sent) {
    engine.replay = { next: wanted, last: sent, fillFrom: undefined };
    replayMore(engine, now);
  }
}

function tooLow<Message extends FixMessage>(
  { expected }: Engine<Message>,
  received: number,
): string {
  return `MsgSeqNum too low, expecting ${expected} but received ${received}`;
}

/** Reads a message that will be gone by the time it is asked. */
function fieldsOf(view: FixView): FixFieldOf {
  const texts = new Map<number, string>();
  for (let index = view.count - 1; index >= 0; index--) {
    texts.set(view.tags[index] as number, view.textAt(index));
  }
  return (tag) => texts.get(tag);
}
