import type { FixMessage } from '../message/codec.js';
import type { Engine } from './engine.js';
import { beginMessage, sendSessionMessage } from './outgoing.js';

/** A Heartbeat; with the TestReqID of the TestRequest that it answers. */
export function sendHeartbeat<Message extends FixMessage>(
  engine: Engine<Message>,
  testReqId: string | undefined,
  now: number,
): void {
  beginMessage(engine, '0', now, undefined);
  if (testReqId !== undefined) engine.writer.text(112, testReqId);
  sendSessionMessage(engine, now);
}

/** A TestRequest. */
export function sendTestRequest<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  beginMessage(engine, '1', now, undefined);
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
  beginMessage(engine, '2', now, undefined);
  engine.writer.integer(7, from);
  engine.writer.integer(16, to);
  sendSessionMessage(engine, now);
}
