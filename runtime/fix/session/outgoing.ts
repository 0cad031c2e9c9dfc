import type { FixMessage } from '../message/codec.js';
import { type FixHeaderFields, writeHeader } from '../message/header.js';
import type { Engine } from './engine.js';
import { writeSendingTime } from './sending-time.js';
import type { FixPrepared } from './session.js';

/** Sends an application message under the next number, and keeps it. */
export function sendApplication<Message extends FixMessage>(
  engine: Engine<Message>,
  message: Message,
  now: number,
  header: FixHeaderFields | undefined,
): void {
  const { writer, codec } = engine;
  beginMessage(engine, codec.msgTypeOf(message), now, header);
  codec.encodeBody(message, writer);
  sendKept(engine, now);
}

/** Encodes an application message that is numbered later. What is wrong with it is found now. */
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

/** Numbers a message that was prepared, and keeps it. */
export function sendPrepared<Message extends FixMessage>(
  engine: Engine<Message>,
  { msgType, header, body }: FixPrepared & { readonly kind: 'message' },
  now: number,
): void {
  beginMessage(engine, msgType, now, header);
  engine.writer.fields(body);
  sendKept(engine, now);
}

/** SendingTime (52) for now, as the description has it. */
export function sendingTimeOf<Message extends FixMessage>(
  { policy }: Engine<Message>,
  now: number,
): string {
  return writeSendingTime(now, policy.sendingTime.send);
}

/** Begins the next message: header fields that every message has, and those of `header`. */
export function beginMessage<Message extends FixMessage>(
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

/** Header fields that say who sends what to whom. */
export interface Identity {
  readonly msgSeqNum: number;
  readonly senderCompId: string;
  readonly sendingTime: string;
  readonly targetCompId: string;
  readonly lastMsgSeqNumProcessed?: number;
}

/** The header fields of a message with this number. */
export function identity<Message extends FixMessage>(
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

/** Sends the session message that was written; it takes a number and is never sent again. */
export function sendSessionMessage<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  const bytes = engine.writer.end().slice();
  engine.store.append(engine.store.nextOutgoing, undefined);
  sent(engine, bytes, now);
}

/** Keeps and sends the message that was written, which may be sent again. */
export function sendKept<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { writer, store } = engine;
  const bytes = writer.end().slice();
  store.append(store.nextOutgoing, bytes);
  sent(engine, bytes, now);
}

/** Hands bytes to the connection. */
export function sent<Message extends FixMessage>(
  engine: Engine<Message>,
  bytes: Uint8Array,
  now: number,
): void {
  engine.lastSent = now;
  engine.writes.push({ kind: 'write', bytes });
}
