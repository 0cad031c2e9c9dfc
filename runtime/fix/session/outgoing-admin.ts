import type { FixMessage } from '../message/codec.js';
import type { Engine } from './engine.js';
import { beginMessage, sendSessionMessage } from './outgoing.js';

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
