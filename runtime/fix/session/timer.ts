import type { FixMessage } from '../message/codec.js';
import { disconnect, type Engine, notice } from './engine.js';
import { announceLogout } from './logout.js';
import { sendHeartbeat, sendTestRequest } from './outgoing.js';
import { replayMore } from './replay.js';

/** Does what is due by now. */
export function runTimers<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  engine.armed = undefined;
  const { phase, since, settings, scheduled } = engine;
  if (phase === 'closed' || phase === 'ended') return;
  if (phase === 'leaving') {
    if (now - since >= settings.logoutTimeout) disconnect(engine, 'logout-timeout');
    return;
  }
  if (phase !== 'open') {
    if (now - since >= settings.logonTimeout) disconnect(engine, 'logon-timeout');
    return;
  }
  replayMore(engine, now);
  if (scheduled !== undefined && now >= scheduled.at) {
    notice(engine, 'scheduled', scheduled.text ?? 'The time has come to disconnect');
    return announceLogout(engine, scheduled.text, now);
  }
  watchSilence(engine, now);
}

/** Heartbeats where nothing else was sent; a TestRequest where nothing came, and the end where nothing answered it. */
function watchSilence<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { heartBtInt, policy, lastReceived } = engine;
  if (heartBtInt === 0) return;
  const silence = now - lastReceived;
  if (silence >= policy.heartBtInt.dropAfter * heartBtInt) return disconnect(engine, 'silence');
  if (engine.isTestPending) return;
  if (silence >= policy.heartBtInt.testRequestAfter * heartBtInt) {
    engine.isTestPending = true;
    notice(engine, 'test-request', `Nothing was heard for ${silence} ms`);
    sendTestRequest(engine, now);
  } else if (now - engine.lastSent >= heartBtInt) sendHeartbeat(engine, undefined, now);
}

/**
 * Asks for a call of `tick` in time. A timer that is set already and comes too early is left alone: most messages only move what is
 * due further away.
 */
export function arm<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const due = nextDue(engine, now);
  if (due === engine.armed) return;
  if (due !== undefined && engine.armed !== undefined && engine.armed <= due) return;
  engine.armed = due;
  engine.effects.push({ kind: 'timer', at: due });
}

function nextDue<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): number | undefined {
  const { phase, since, settings, heartBtInt, policy, scheduled } = engine;
  if (phase === 'closed' || phase === 'ended') return undefined;
  if (phase === 'leaving') return since + settings.logoutTimeout;
  if (phase !== 'open') return since + settings.logonTimeout;
  if (engine.replay !== undefined) return now;
  const end = scheduled?.at ?? Infinity;
  if (heartBtInt === 0) return end === Infinity ? undefined : end;
  const { testRequestAfter, dropAfter } = policy.heartBtInt;
  const beat = engine.isTestPending
    ? engine.lastReceived + dropAfter * heartBtInt
    : Math.min(engine.lastSent + heartBtInt, engine.lastReceived + testRequestAfter * heartBtInt);
  return Math.min(end, Math.ceil(beat));
}
