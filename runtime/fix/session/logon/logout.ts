import type { FixMessage } from '../../message/codec.js';
import type { FixView } from '../../message/view.js';
import { disconnect, type Engine, errorText, notice } from '../engine.js';
import { sendLogout } from './outgoing-logon.js';
import { consume } from '../sequence/sequence.js';

/** Sends a Logout (5) once, and waits for the peer's. */
export function announceLogout<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string | undefined,
  now: number,
): void {
  if (engine.phase !== 'open') return;
  sendLogout(engine, text, now);
  engine.phase = 'leaving';
  engine.since = now;
}

/** Sends a Logout (5) because of an error of the peer, and reports it. */
export function logoutForError<Message extends FixMessage>(
  engine: Engine<Message>,
  text: string,
  now: number,
): void {
  if (engine.phase !== 'open') return;
  const correlationId = engine.correlationId?.();
  if (correlationId !== undefined) notice(engine, 'rejected', text, correlationId);
  announceLogout(engine, errorText(text, correlationId), now);
}

/** Handles the peer's Logout (5): responds unless it is a response, and closes the connection. */
export function handleLogout<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  now: number,
): void {
  const sequence = view.integer(34);
  if (sequence === engine.expected) consume(engine, sequence);
  announceLogout(engine, undefined, now);
  engine.effects.push({ kind: 'logout', text: view.text(58) });
  disconnect(engine, 'logout', view.text(58));
}
