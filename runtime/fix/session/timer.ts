import type { FixMessage } from '../message/codec.js';
import { disconnect, type Engine, notice } from './engine.js';
import { announceLogout } from './logon/logout.js';
import { sendHeartbeat, sendTestRequest } from './outgoing.js';
import { replayMore } from './sequence/replay.js';

/** Executes everything that is due. */
export function runTimers<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  engine.timerAt = undefined;
  if (engine.phase === 'closed' || engine.phase === 'ended') return;
  adjustForClock(engine, now);
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
    notice(engine, 'scheduled', scheduled.text ?? 'The scheduled time to disconnect has come');
    return announceLogout(engine, scheduled.text, now);
  }
  watchSilence(engine, now);
}

/**
 * Adjusts times after the clock was set back, when the elapsed time is unknown. The caller has waited as requested, so
 * a Heartbeat (0) may be due. All other waits start again.
 */
function adjustForClock<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  if (now < engine.lastSent) engine.lastSent = now - engine.heartBtInt;
  engine.lastReceived = Math.min(engine.lastReceived, now);
  engine.since = Math.min(engine.since, now);
  if (engine.testedAt !== undefined) engine.testedAt = Math.min(engine.testedAt, now);
}

/**
 * Sends a Heartbeat (0) if nothing else was sent, and a TestRequest (1) if nothing was received.
 *
 * Only an unanswered TestRequest ends the session. Silence alone proves nothing after this process was suspended, or
 * the clock was set forward.
 */
function watchSilence<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { heartBtInt, policy, lastReceived, testedAt } = engine;
  if (heartBtInt === 0) return;
  if (testedAt !== undefined) {
    if (now >= testedAt + testTimeout(engine)) disconnect(engine, 'silence');
    return;
  }
  const silence = now - lastReceived;
  if (!engine.flow.isHeld && silence >= policy.heartBtInt.testRequestAfter * heartBtInt) {
    engine.testedAt = now;
    notice(engine, 'test-request', `The peer sent nothing for ${silence} ms`);
    sendTestRequest(engine, now);
  } else if (now - engine.lastSent >= heartBtInt) sendHeartbeat(engine, undefined, now);
}

/** Maximum time in milliseconds for the response to a TestRequest (1). */
function testTimeout<Message extends FixMessage>({ heartBtInt, policy }: Engine<Message>): number {
  return Math.ceil((policy.heartBtInt.dropAfter - policy.heartBtInt.testRequestAfter) * heartBtInt);
}

/**
 * Requests a call of `tick` at the right time. A timer that fires
 * too early is kept, because most messages only delay what is due.
 */
export function arm<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const due = nextDue(engine, now);
  if (due === engine.timerAt) return;
  if (due !== undefined && engine.timerAt !== undefined && engine.timerAt <= due) return;
  engine.timerAt = due;
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
  if (engine.testedAt !== undefined) return Math.min(end, engine.testedAt + testTimeout(engine));
  const { testRequestAfter } = policy.heartBtInt;
  const silent = engine.flow.isHeld
    ? Infinity
    : engine.lastReceived + testRequestAfter * heartBtInt;
  return Math.min(end, engine.lastSent + heartBtInt, Math.ceil(silent));
}
