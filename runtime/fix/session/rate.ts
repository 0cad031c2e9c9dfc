import { fullBucket, refill, timeTo } from '../../core/token-bucket.js';
import type { FixMessage } from '../message/codec.js';
import { disconnect, type Engine } from './engine.js';
import { announceLogout } from './logout.js';
import { textOf } from './texts.js';

/** What a description allows of a message that has come: to be taken, to be refused if it is the application's, or to be the last one. */
export function rateVerdict<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): 'take' | 'refuse' | 'cut' {
  const { policy, bucket, second } = engine;
  const { messages, disconnectAbove } = policy.rate ?? {};
  if (disconnectAbove !== undefined) {
    // A clock that was put back begins a new second too.
    if (now - second.start >= 1000 || now < second.start) {
      second.start = now;
      second.count = 0;
    }
    if (++second.count > disconnectAbove) {
      announceLogout(engine, textOf(policy, 'rate'), now);
      disconnect(engine, 'rate', textOf(policy, 'rate'));
      return 'cut';
    }
  }
  if (messages === undefined) return 'take';
  const size = { rate: messages.perSecond, burst: messages.burst ?? messages.perSecond };
  // After a clock was put back nobody knows how much time has passed.
  if (now < bucket.at) Object.assign(bucket, fullBucket(size, now));
  refill(bucket, size, now);
  if (timeTo(bucket, size, 1) > 0) return 'refuse';
  bucket.tokens--;
  return 'take';
}
