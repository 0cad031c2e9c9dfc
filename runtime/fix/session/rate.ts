import { fullBucket, refill, timeTo } from '../../core/token-bucket.js';
import type { FixMessage } from '../message/codec.js';
import { disconnect, type Engine } from './engine.js';
import { announceLogout } from './logout.js';
import { textOf } from './texts.js';

/**
 * Decision of the description's rate limits about a received message: process it, reject it if it is an application
 * message, or disconnect.
 */
export function rateVerdict<Message extends FixMessage>(
  engine: Engine<Message>,
  now: number,
): 'take' | 'refuse' | 'cut' {
  const { policy, bucket, second } = engine;
  const { messages, disconnectAbove } = policy.rate ?? {};
  if (disconnectAbove !== undefined) {
    // A clock that was set back starts a new second too.
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
  // After the clock was set back, the elapsed time is unknown.
  if (now < bucket.at) Object.assign(bucket, fullBucket(size, now));
  refill(bucket, size, now);
  if (timeTo(bucket, size, 1) > 0) return 'refuse';
  bucket.tokens--;
  return 'take';
}
