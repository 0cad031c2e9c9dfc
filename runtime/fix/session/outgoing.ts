import type { FixMessage } from '../message/codec.js';
import { type FixHeaderFields, writeHeader } from '../message/header.js';
import type { Engine } from './engine.js';
import { writeSendingTime } from './sending-time.js';
import type { FixPrepared } from './session.js';

/** Sends an application message with the next number, and stores it. */
export function sendApplication<Message extends FixMessage>(
  engine: Engine<Message>,
  message: Message,
  now: number,
  header: FixHeaderFields | undefined,
): void {
  const { writer, codec } = engine;
  beginMessage(engine, codec.msgTypeOf(message), now, header);
  codec.encodeBody(message, writer);
  sendStoredMessage(engine, now);
}

/** Encodes an application message that will be numbered later. Encoding errors are thrown now. */
export function prepareApplication<Message extends FixMessage>(
  engine: Engine<Message>,
  message: Message,
  now: number,
  header: FixHeaderFields | undefined,
): FixPrepared {
  const { writer, codec } = engine;
  const msgType = codec.msgTypeOf(message);
  if (header !== undefined) beginMessage(engine, msgType, now, header);
  writer.begin(codec.beginString, msgType);
  codec.encodeBody(message, writer);
  return { kind: 'message', msgType, header, body: writer.takeFields() };
}

/** Numbers a prepared message, sends and stores it. */
export function sendPrepared<Message extends FixMessage>(
  engine: Engine<Message>,
  { msgType, header, body }: FixPrepared & { readonly kind: 'message' },
  now: number,
): void {
  beginMessage(engine, msgType, now, header);
  engine.writer.fields(body);
  sendStoredMessage(engine, now);
}

/** Current SendingTime (52), with the description's number of fractional digits. */
export function sendingTimeOf<Message extends FixMessage>(
  { policy }: Engine<Message>,
  now: number,
): string {
  return writeSendingTime(now, policy.sendingTime.send);
}

/** Begins the next message with the standard header fields and those of `header`. */
export function beginMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  msgType: string,
  now: number,
  header: FixHeaderFields | undefined,
  sendingTime: string = sendingTimeOf(engine, now),
): void {
  const { writer, codec, store, ownCompId: own, peerCompId: peer, policy } = engine;
  writer.begin(codec.beginString, msgType);
  if (header !== undefined || policy.lastMsgSeqNumProcessed) {
    writeHeader(writer, { ...header, ...identity(engine, store.nextOutgoing, sendingTime) });
    return;
  }
  // Nearly all messages have exactly these four fields.
  writer.integer(34, store.nextOutgoing);
  writer.text(49, own);
  writer.text(52, sendingTime);
  writer.text(56, peer);
}

/** Header fields for sequence number, sender, time and receiver. */
interface Identity {
  readonly msgSeqNum: number;
  readonly senderCompId: string;
  readonly sendingTime: string;
  readonly targetCompId: string;
  readonly lastMsgSeqNumProcessed?: number;
}

/** Header fields of a message with the given number. */
export function identity<Message extends FixMessage>(
  { ownCompId: own, peerCompId: peer, policy, expected }: Engine<Message>,
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

/** Sends the written administrative message. It uses a number and is never resent. */
export function sendSessionMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  const bytes = engine.writer.end().slice();
  engine.store.append(engine.store.nextOutgoing, undefined);
  writeBytes(engine, bytes, now);
}

/** Stores and sends the written message, which may be resent. */
export function sendStoredMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  const { writer, store } = engine;
  const bytes = writer.end().slice();
  store.append(store.nextOutgoing, bytes);
  writeBytes(engine, bytes, now);
}

/** Passes bytes to the connection. */
export function writeBytes<Message extends FixMessage>(
  engine: Engine<Message>,
  bytes: Uint8Array,
  now: number,
): void {
  engine.lastSent = now;
  engine.writes.push({ kind: 'write', bytes });
}

/** Sends a Heartbeat (0), with the TestReqID (112) of the TestRequest (1) that it answers. */
export function sendHeartbeat<Message extends FixMessage>(
  engine: Engine<Message>,
  testReqId: string | undefined,
  now: number,
): void {
  beginMessage(engine, '0', now, undefined);
  if (testReqId !== undefined) engine.writer.text(112, testReqId);
  sendSessionMessage(engine, now);
}

/** Sends a TestRequest (1). */
export function sendTestRequest<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  beginMessage(engine, '1', now, undefined);
  engine.writer.text(112, engine.settings.testRequestId);
  sendSessionMessage(engine, now);
}

/** Sends a ResendRequest (2). `to` is a number, or the dialect's value for infinity. */
export function sendResendRequest<Message extends FixMessage>(
  engine: Engine<Message>,
  from: number,
  to: number,
  now: number,
): void {
  beginMessage(engine, '2', now, undefined);
  engine.writer.integer(7, from);
  engine.writer.integer(16, to);
  sendSessionMessage(engine, now);
}
