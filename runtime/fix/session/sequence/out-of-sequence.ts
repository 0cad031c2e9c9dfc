import type { FixMessage } from '../../message/codec.js';
import type { FixView } from '../../message/view.js';
import { type Engine, notice } from '../engine.js';

/** Stores an out-of-sequence message. If it exceeds the limits, it is dropped, and requested again later. */
export function queueOutOfSequence<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
): void {
  const { outOfSequence: early, settings } = engine;
  const length = view.end - view.start;
  const isFull = early.size >= settings.maxEarlyMessages;
  if (isFull || engine.outOfSequenceBytes + length > settings.maxEarlyBytes) {
    notice(engine, 'dropped', `Too many messages are waiting for ${engine.expected}`);
    return;
  }
  if (early.has(sequence)) return;
  early.set(sequence, view.bytes.slice(view.start, view.end));
  engine.outOfSequenceBytes += length;
}

/** Records that the message with this number was processed out of sequence. */
export function markAnswered<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
): void {
  const { outOfSequence: early, settings } = engine;
  if (early.size < settings.maxEarlyMessages) early.set(sequence, undefined);
}

/** Removes out-of-sequence messages from `from` to `to` (exclusive), which a SequenceReset (4) has skipped. */
export function dropOutOfSequence<Message extends FixMessage>(
  engine: Engine<Message>,
  from: number,
  to: number,
): void {
  const { outOfSequence: early } = engine;
  // Iterates over the smaller set: a gap fill usually skips a few numbers, but a reset may skip millions.
  const skipped = to - from < early.size ? numbers(from, to) : [...early.keys()];
  for (const sequence of skipped) {
    if (sequence >= to) continue;
    engine.outOfSequenceBytes -= early.get(sequence)?.length ?? 0;
    early.delete(sequence);
  }
}

function* numbers(from: number, to: number): Iterable<number> {
  for (let number = from; number < to; number++) yield number;
}
