import type { FixMessage, FixOtherField } from '../message/codec.js';
import { type FixHeaderFields, readHeader, writeHeader } from '../message/header.js';
import type { FixView } from '../message/view.js';
import type { Engine } from './engine.js';
import type { FixBusinessRefusal } from './session.js';
import { writeSendingTime } from './sending-time.js';

/** Sends an application message under the next number, and keeps it. */
export function sendApplication<Message extends FixMessage>(
  engine: Engine<Message>,
  message: Message,
  now: number,
  header: FixHeaderFields | undefined,
): void {
  const { writer, codec, store } = engine;
  begin(engine, codec.msgTypeOf(message), now, header);
  codec.encodeBody(message, writer);
  const bytes = writer.end().slice();
  store.append(store.nextOutgoing, bytes);
  sent(engine, bytes, now);
}

/** Sends a BusinessMessageReject, which is kept like a message of the application. */
export function sendBusinessReject<Message extends FixMessage>(
  engine: Engine<Message>,
  { refMsgType, refSeqNum, refId, reason, text }: FixBusinessRefusal,
  now: number,
): void {
  const { writer, store } = engine;
  begin(engine, 'j', now, undefined);
  if (refSeqNum !== undefined) writer.integer(45, refSeqNum);
  if (text !== undefined) writer.text(58, text);
  writer.text(372, refMsgType);
  if (refId !== undefined) writer.text(379, refId);
  writer.integer(380, reason);
  const bytes = writer.end().slice();
  store.append(store.nextOutgoing, bytes);
  sent(engine, bytes, now);
}

/** A Reject (3) of the message at hand, its routing reversed. It is not sent again: a gap fill stands for it. */
export function sendReject<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  refusal: { readonly reason: number; readonly refTag: number | undefined; readonly text: string },
  now: number,
): void {
  const { writer, dialect } = engine;
  const { reason, refTag, text } = refusal;
  begin(engine, '3', now, reversedRoute(view));
  writer.integer(45, view.integer(34) ?? 0);
  writer.text(58, text);
  if (dialect.hasReasons) {
    // A tag that is no number of the protocol (-1) is told as it stood there.
    if (refTag !== undefined) writer.text(371, String(refTag));
    if (view.msgType !== '') writer.text(372, view.msgType);
    if (reason <= dialect.highestReason) writer.integer(373, reason);
  }
  sendSessionMessage(engine, now);
}

/** A Logon: its own fields and those of the program, in ascending order of tags. */
export function sendLogon<Message extends FixMessage>(
  engine: Engine<Message>,
  fields: readonly FixOtherField[],
  now: number,
  sendingTime?: string,
): void {
  const { writer } = engine;
  begin(engine, 'A', now, undefined, sendingTime);
  for (const [tag, text] of fields) writer.text(tag, text);
  sendSessionMessage(engine, now);
}

/** The fields of a Logon; `heartBtInt` in seconds. */
export function logonFields<Message extends FixMessage>(
  { codec, policy, dialect }: Engine<Message>,
  heartBtInt: number,
  { isReset, nextExpected }: { readonly isReset: boolean; readonly nextExpected: number },
  more: readonly FixOtherField[],
): readonly FixOtherField[] {
  const own: FixOtherField[] = [
    [98, '0'],
    [108, String(heartBtInt)],
  ];
  if (isReset && dialect.hasReset) own.push([141, 'Y']);
  if (policy.nextExpectedMsgSeqNum) own.push([789, String(nextExpected)]);
  if (codec.applVerId !== undefined) own.push([1137, codec.applVerId]);
  // A signer gives every field that it signs for, such as a key that is SenderCompID: those are in the header.
  const body = more.filter(([tag]) => !codec.headerTags.has(tag));
  const given = new Map<number, string>([...own, ...body]);
  for (const [length, data] of codec.dataFields) {
    const text = given.get(data);
    if (text !== undefined && !given.has(length)) given.set(length, String(text.length));
  }
  return [...given].sort(([left], [right]) => left - right);
}

/** A Heartbeat; with the TestReqID of the TestRequest that it answers. */
export function sendHeartbeat<Message extends FixMessage>(
  engine: Engine<Message>,
  testReqId: string | undefined,
  now: number,
): void {
  begin(engine, '0', now, undefined);
  if (testReqId !== undefined) engine.writer.text(112, testReqId);
  sendSessionMessage(engine, now);
}

/** A TestRequest. */
export function sendTestRequest<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  begin(engine, '1', now, undefined);
  engine.writer.text(112, engine.settings.testRequestId);
  sendSessionMessage(engine, now);
}

/** A ResendRequest; `to` is a number, or the dialect's infinity. */
export function sendResendRequest<Message extends FixMessage>(
  engine: Engine<Message>,
  from: number,
  to: number,
  now: number,
): void {
  begin(engine, '2', now, undefined);
  engine.writer.integer(7, from);
  engine.writer.integer(16, to);
  sendSessionMessage(engine, now);
}

/**
 * Tells a peer that may not log on why, in a Logout. Nobody knows yet who it is, so it takes no number and leaves no trace in the store.
 */
export function sendLogonRefusal<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string,
  sequence: number,
  now: number,
): void {
  const { writer, codec } = engine;
  writer.begin(codec.beginString, '5');
  writeHeader(writer, identity(engine, sequence, sendingTimeOf(engine, now)));
  writer.text(58, text);
  sent(engine, writer.end().slice(), now);
}

/** A Logout. */
export function sendLogout<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string | undefined,
  now: number,
): void {
  begin(engine, '5', now, undefined);
  if (text !== undefined && text !== '') engine.writer.text(58, text);
  sendSessionMessage(engine, now);
}

/** A gap fill in place of messages that are not sent again: of `from` up to, not including, `next`. */
export function sendGapFill<Message extends FixMessage>(
  engine: Engine<Message>,
  from: number,
  next: number,
  now: number,
): void {
  const { writer, codec } = engine;
  const sendingTime = sendingTimeOf(engine, now);
  writer.begin(codec.beginString, '4');
  writeHeader(writer, {
    ...identity(engine, from, sendingTime),
    possDup: true,
    origSendingTime: sendingTime,
  });
  writer.integer(36, next);
  writer.text(123, 'Y');
  sent(engine, writer.end().slice(), now);
}

/** Sends a message of the past again: PossDupFlag, the time at which it was sent first, and a new time. */
export function sendAgain<Message extends FixMessage>(
  engine: Engine<Message>,
  stored: FixView,
  sequence: number,
  now: number,
): void {
  const { writer, codec } = engine;
  const {
    msgSeqNum: _number,
    senderCompId: _sender,
    targetCompId: _target,
    sendingTime,
    ...kept
  } = readHeader(stored, codec.headerTags);
  writer.begin(codec.beginString, stored.msgType);
  writeHeader(writer, {
    ...kept,
    ...identity(engine, sequence, sendingTimeOf(engine, now)),
    possDup: true,
    origSendingTime: sendingTime,
  });
  copyBody(engine, stored);
  sent(engine, writer.end().slice(), now);
}

/** Writes what stands between header and CheckSum as it was, data fields byte by byte. */
function copyBody<Message extends FixMessage>(
  { writer, codec }: Engine<Message>,
  view: FixView,
): void {
  const { count, tags } = view;
  let index = 3;
  while (index < count && codec.headerTags.has(tags[index] as number)) index++;
  for (; index < count - 1; index++) {
    const tag = tags[index] as number;
    const data = codec.dataFields.get(tag);
    if (data === undefined || tags[index + 1] !== data) writer.text(tag, view.textAt(index));
    else writer.data(tag, data, view.dataAt(++index));
  }
}

/** SendingTime (52) for now, as the description has it. */
export function sendingTimeOf<Message extends FixMessage>(
  { policy }: Engine<Message>,
  now: number,
): string {
  return writeSendingTime(now, policy.sendingTime.send);
}

function begin<Message extends FixMessage>(
  engine: Engine<Message>,
  msgType: string,
  now: number,
  header: FixHeaderFields | undefined,
  sendingTime: string = sendingTimeOf(engine, now),
): void {
  const { writer, codec, store, own, peer, policy } = engine;
  writer.begin(codec.beginString, msgType);
  if (header !== undefined || policy.lastMsgSeqNumProcessed) {
    writeHeader(writer, { ...header, ...identity(engine, store.nextOutgoing, sendingTime) });
    return;
  }
  // Nearly every message has these four and no more.
  writer.integer(34, store.nextOutgoing);
  writer.text(49, own);
  writer.text(52, sendingTime);
  writer.text(56, peer);
}

interface Identity {
  readonly msgSeqNum: number;
  readonly senderCompId: string;
  readonly sendingTime: string;
  readonly targetCompId: string;
  readonly lastMsgSeqNumProcessed?: number;
}

function identity<Message extends FixMessage>(
  { own, peer, policy, expected }: Engine<Message>,
  msgSeqNum: number,
  sendingTime: string,
): Identity {
  return {
    msgSeqNum,
    senderCompId: own,
    sendingTime,
    targetCompId: peer,
    ...(policy.lastMsgSeqNumProcessed ? { lastMsgSeqNumProcessed: expected - 1 } : {}),
  };
}

function sendSessionMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  const bytes = engine.writer.end().slice();
  engine.store.append(engine.store.nextOutgoing, undefined);
  sent(engine, bytes, now);
}

function sent<Message extends FixMessage>(
  engine: Engine<Message>,
  bytes: Uint8Array,
  now: number,
): void {
  engine.lastSent = now;
  engine.writes.push({ kind: 'write', bytes });
}

/** Where a refusal goes: back along the way that the message came. Empty fields are not turned round. */
function reversedRoute(view: FixView): FixHeaderFields | undefined {
  const route: { -readonly [Name in keyof FixHeaderFields]: FixHeaderFields[Name] } = {};
  let hasRoute = false;
  for (const [tag, name] of routing) {
    const text = view.text(tag);
    if (text === undefined || text === '') continue;
    route[name] = text;
    hasRoute = true;
  }
  return hasRoute ? route : undefined;
}

/** What each routing field of a message is in its refusal. */
const routing = [
  [115, 'deliverToCompId'],
  [116, 'deliverToSubId'],
  [144, 'deliverToLocationId'],
  [128, 'onBehalfOfCompId'],
  [129, 'onBehalfOfSubId'],
  [145, 'onBehalfOfLocationId'],
] as const;
