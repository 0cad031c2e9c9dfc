import type { FixMessage } from '../message/codec.js';
import type { FixView } from '../message/view.js';
import { type Engine, notice } from './engine.js';

/** Keeps a message that came before its turn. What does not fit is left out, and asked for again when its turn comes. */
export function takeEarly<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  sequence: number,
): void {
  const { early, settings } = engine;
  const length = view.end - view.start;
  const isFull = early.size >= settings.maxEarlyMessages;
  if (isFull || engine.earlyBytes + length > settings.maxEarlyBytes) {
    notice(engine, 'dropped', `Too many messages wait for ${engine.expected}`);
    return;
  }
  if (early.has(sequence)) return;
  early.set(sequence, view.bytes.slice(view.start, view.end));
  engine.earlyBytes += length;
}

/** Remembers that the message with this number was answered before its turn. */
export function markAnswered<Message extends FixMessage>(
  engine: Engine<Message>,
  sequence: number,
): void {
  const { early, settings } = engine;
  if (early.size < settings.maxEarlyMessages) early.set(sequence, undefined);
}

/** Forgets early messages of these numbers, `to` not included, which a SequenceReset has passed over. */
export function dropEarly<Message extends FixMessage>(
  engine: Engine<Message>,
  from: number,
  to: number,
): void {
  const { early } = engine;
  // A gap fill mostly stands for a few numbers, and thousands of messages may wait; a reset may pass over millions.
  const passed = to - from < early.size ? numbers(from, to) : [...early.keys()];
  for (const sequence of passed) {
    if (sequence >= to) continue;
    engine.earlyBytes -= early.get(sequence)?.length ?? 0;
    early.delete(sequence);
  }
}

function* numbers(from: number, to: number): Iterable<number> {
  for (let number = from; number < to; number++) yield number;
}
