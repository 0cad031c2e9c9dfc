import type { FixMessage } from '../../message/codec.js';
import { RejectReason } from '../../message/reject-reason.js';
import type { FixView } from '../../message/view.js';
import { markAnswered } from './out-of-sequence.js';
import type { FixStoredMessage } from '../../store/store.js';
import { type Engine, notice, type Replay } from '../engine.js';
import { resendMessage, sendGapFill } from './resend.js';
import { reportAndReject } from '../reject.js';
import { faultOfResendRequest } from '../validate-message.js';
import { consume, noteGap } from './sequence.js';
import { readSendingTime } from '../sending-time.js';
import { textOf } from '../texts.js';

/**
 * Handles a ResendRequest (2), regardless of its number: otherwise
 * two peers that both miss messages would wait for each other.
 *
 * A new request replaces one that is still in progress.
 */
export function handleResendRequest<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
  now: number,
): void {
  if (sequence === engine.expected) consume(engine, sequence);
  else if (sequence > engine.expected) markAnswered(engine, sequence);
  const from = view.integer(7) ?? 0;
  const to = view.integer(16) ?? 0;
  const sent = engine.store.nextOutgoing - 1;
  const isEndless = to === 0 || to === engine.dialect.infinity || to > sent;
  const last = isEndless ? sent : to;
  const refTag = from > sent ? 7 : faultOfResendRequest(view);
  if (refTag !== undefined) {
    const text = textOf(engine.policy, 'resend');
    reportAndReject(engine, view, { reason: RejectReason.ValueIncorrect, refTag, text }, now);
  } else {
    notice(engine, 'resend', `${from} to ${last}`);
    engine.replay = { next: from, last, fillFrom: undefined };
    replayMore(engine, now);
  }
  if (sequence > engine.expected) noteGap(engine, sequence, now);
}

/** Resends the next batch of messages. The rest waits for the next tick, so that other work can be done. */
export function replayMore<Message extends FixMessage>(engine: Engine<Message>, now: number): void {
  const { replay, store, settings, policy } = engine;
  const { window = Infinity } = policy.resend;
  if (replay === undefined || replay.isAwaited === true || engine.flow.isFull) return;
  const oldest = Math.max(replay.next, store.nextOutgoing - window);
  if (oldest > replay.next) {
    replay.fillFrom ??= replay.next;
    replay.next = Math.min(oldest, replay.last + 1);
  }
  // The output of one call is bounded, however many requests the peer has sent at once.
  const limit = Math.max(0, settings.replayBatch - engine.writes.length);
  // Reads one more message than needed, to detect that there are more.
  const stored = store.read(replay.next, replay.last, limit + 1);
  if (!('then' in stored)) return sendStored(engine, replay, stored, limit, now);
  replay.isAwaited = true;
  engine.effects.push({
    kind: 'read',
    done: stored.then((messages) => ({ replay, messages, limit })),
  });
}

/** Asynchronous result of reading from the store. */
export interface StoredPart {
  /** The resending that it belongs to. */
  readonly replay: Replay;
  readonly messages: readonly FixStoredMessage[];
  readonly limit: number;
}

/** Continues resending with messages from the store, unless a newer request has replaced it. */
export function continueReplay<Message extends FixMessage>(
  engine: Engine<Message>,
  { replay, messages, limit }: StoredPart,
  now: number,
): void {
  if (engine.replay !== replay) return;
  replay.isAwaited = false;
  sendStored(engine, replay, messages, limit, now);
}

function sendStored<Message extends FixMessage>(
  engine: Engine<Message>,
  replay: Replay,
  messages: readonly FixStoredMessage[],
  limit: number,
  now: number,
): void {
  const { policy, spareView } = engine;
  const { age = Infinity } = policy.resend;
  let remaining = limit;
  for (const [sequence, bytes] of messages) {
    if (remaining-- <= 0) return;
    if (sequence > replay.next) replay.fillFrom ??= replay.next;
    replay.next = sequence + 1;
    spareView.read(bytes);
    const time = readSendingTime(spareView.text(52) ?? '') ?? 0;
    if (now - time > age * 1000) {
      replay.fillFrom ??= sequence;
      continue;
    }
    fill(engine, sequence, now);
    resendMessage(engine, spareView, sequence, now);
  }
  if (replay.next <= replay.last) replay.fillFrom ??= replay.next;
  fill(engine, replay.last + 1, now);
  engine.replay = undefined;
}

function fill<Message extends FixMessage>(
  engine: Engine<Message>,
  next: number,
  now: number,
): void {
  const { replay } = engine;
  if (replay?.fillFrom === undefined) return;
  sendGapFill(engine, replay.fillFrom, next, now);
  replay.fillFrom = undefined;
}
