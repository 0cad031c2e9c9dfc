import type { FixMessage } from '../../message/codec.js';
import type { FixView } from '../../message/view.js';
import { disconnect, type Engine, notice, resetCounters } from '../engine.js';
import { logonPolicyError } from './logon-rules.js';
import { logoutForError } from './logout.js';
import { logonFields, sendLogon } from './outgoing-logon.js';
import { consume } from '../sequence/sequence.js';

/**
 * Handles a Logon (A) within a session. With ResetSeqNumFlag (141),
 * both numbers are reset, by the peer's request or in response to ours.
 */
export function handleRelogon<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
  now: number,
): void {
  if (view.text(141) !== 'Y') return logOut(engine, 'Already logged on', now);
  if (sequence !== 1) {
    return logOut(engine, 'MsgSeqNum (34) must be 1 with ResetSeqNumFlag (141)', now);
  }
  if (engine.isResetSent) {
    engine.isResetSent = false;
    engine.expected = 1;
    return consume(engine, 1);
  }
  const violation = logonPolicyError(engine.policy, view);
  if (violation !== undefined) return logOut(engine, violation, now);
  notice(engine, 'reset', 'The peer requests both numbers to restart at 1');
  resetCounters(engine);
  consume(engine, 1);
  const heartBtInt = view.integer(108) ?? 0;
  engine.heartBtInt = heartBtInt * 1000;
  const numbering = { isReset: true, nextExpected: engine.expected };
  sendLogon(engine, logonFields(engine, heartBtInt, numbering, engine.settings.logonFields), now);
}

/** Requests a reset of both numbers to 1. Messages that the peer sends before its response still use the previous numbers. */
export function sendRelogon<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  const { expected } = engine;
  notice(engine, 'reset', 'This side requests both numbers to restart at 1');
  resetCounters(engine);
  engine.expected = expected;
  engine.isResetSent = true;
  const interval = engine.heartBtInt / 1000;
  const numbering = { isReset: true, nextExpected: 1 };
  sendLogon(engine, logonFields(engine, interval, numbering, engine.settings.logonFields), now);
}

function logOut<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string,
  now: number,
): void {
  logoutForError(engine, text, now);
  disconnect(engine, 'protocol', text);
}
