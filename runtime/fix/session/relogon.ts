import type { FixMessage } from '../message/codec.js';
import type { FixView } from '../message/view.js';
import { disconnect, type Engine, notice, resetCounters } from './engine.js';
import { brokenRule } from './logon-rules.js';
import { announceLogout } from './logout.js';
import { logonFields, sendLogon } from './outgoing-logon.js';
import { consume } from './sequence.js';

/** A Logon within a session: both counters begin again with ResetSeqNumFlag, by the peer's wish or as the answer to ours. */
export function takeRelogon<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
  now: number,
): void {
  if (view.text(141) !== 'Y') return leave(engine, 'Already logged on', now);
  if (sequence !== 1) {
    return leave(engine, 'MsgSeqNum (34) must be 1 with ResetSeqNumFlag (141)', now);
  }
  if (engine.isResetSent) {
    engine.isResetSent = false;
    engine.expected = 1;
    return consume(engine, 1);
  }
  const broken = brokenRule(engine.policy, view);
  if (broken !== undefined) return leave(engine, broken, now);
  notice(engine, 'reset', 'The peer wants both counters at 1');
  resetCounters(engine);
  consume(engine, 1);
  const heartBtInt = view.integer(108) ?? 0;
  engine.heartBtInt = heartBtInt * 1000;
  const about = { isReset: true, nextExpected: engine.expected };
  sendLogon(engine, logonFields(engine, heartBtInt, about, engine.settings.logonFields), now);
}

/** Asks the peer to begin both counters at 1 again. What it has sent before it answers still counts in the old way. */
export function sendRelogon<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): void {
  const { expected } = engine;
  notice(engine, 'reset', 'We want both counters at 1');
  resetCounters(engine);
  engine.expected = expected;
  engine.isResetSent = true;
  const interval = engine.heartBtInt / 1000;
  const about = { isReset: true, nextExpected: 1 };
  sendLogon(engine, logonFields(engine, interval, about, engine.settings.logonFields), now);
}

function leave<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string,
  now: number,
): void {
  announceLogout(engine, text, now);
  disconnect(engine, 'protocol', text);
}
