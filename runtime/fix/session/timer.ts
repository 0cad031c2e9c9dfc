import type { FixMessage } from '../message/codec.js';
import { disconnect, type Engine, notice } from './engine.js';
import { announceLogout } from './logout.js';
import { sendHeartbeat, sendTestRequest } from './outgoing-admin.js';
import { replayMore } from './replay.js';

/** Does what is due by now. */
export function runTimers<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  engine.armed = undefined;
  if (engine.phase === 'closed' || engine.phase === 'ended') return;
  putBack(engine, now);
  const { phase, since, settings, scheduled } = engine;
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

/**
 * A clock that was put back says nothing of how much time has passed. Whoever calls has waited for as long as was asked, so that a Heartbeat
 * may be due; all other waits begin anew.
 */
function putBack<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  if (now < engine.lastSent) engine.lastSent = now - engine.heartBtInt;
  engine.lastReceived = Math.min(engine.lastReceived, now);
  engine.since = Math.min(engine.since, now);
  if (engine.testedAt !== undefined) engine.testedAt = Math.min(engine.testedAt, now);
}

/**
 * Heartbeats where nothing else was sent; a TestRequest where nothing came, and the end where nothing answered it. Only a TestRequest
 * that nobody answered ends a session: after a time in which this process did not run, or the clock was put forward, silence alone
 * says nothing of the peer.
 */
function watchSilence<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { heartBtInt, policy, lastReceived, testedAt } = engine;
  if (heartBtInt === 0) return;
  if (testedAt !== undefined) {
    if (now >= testedAt + patience(engine)) disconnect(engine, 'silence');
    return;
  }
  const silence = now - lastReceived;
  if (!engine.flow.isHeld && silence >= policy.heartBtInt.testRequestAfter * heartBtInt) {
    engine.testedAt = now;
    notice(engine, 'test-request', `Nothing was heard for ${silence} ms`);
    sendTestRequest(engine, now);
  } else if (now - engine.lastSent >= heartBtInt) sendHeartbeat(engine, undefined, now);
}

/** How long a TestRequest may stay unanswered, in milliseconds. */
function patience<Message extends FixMessage>({ heartBtInt, policy }: Engine<Message>): number {
  return Math.ceil((policy.heartBtInt.dropAfter - policy.heartBtInt.testRequestAfter) * heartBtInt);
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
  if (engine.replay !== undefined && engine.replay.isAwaited !== true && !engine.flow.isFull) {
    return now;
  }
  const end = scheduled?.at ?? Infinity;
  if (heartBtInt === 0) return end === Infinity ? undefined : end;
  if (engine.testedAt !== undefined) return Math.min(end, engine.testedAt + patience(engine));
  const { testRequestAfter } = policy.heartBtInt;
  const silent = engine.flow.isHeld
    ? Infinity
    : engine.lastReceived + testRequestAfter * heartBtInt;
  return Math.min(end, engine.lastSent + heartBtInt, Math.ceil(silent));
}
