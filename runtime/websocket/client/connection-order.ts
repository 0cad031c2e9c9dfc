import type { Feed } from '../feed.js';
import type { ReadText } from '../../core/read-text.js';
import type { SequenceTracker } from '../sequence.js';
import type { FeedEvent, SequenceAnomaly } from './events.js';
import type { ChannelStreams } from './streams.js';

/** Passes on the messages of a connection that are in order: none, the message, or the message with a deferred one before it. */
export type ConnectionOrder = (read: ReadText, pass: (read: ReadText) => void) => void;

/** Checks messages by the sequence number of the connection, if the description has one. */
export function connectionOrder({
  feed: { connectionSequence },
  count,
  channels,
  emit,
}: {
  readonly feed: Feed;
  readonly count: SequenceTracker | undefined;
  readonly channels: readonly (ChannelStreams | undefined)[];
  readonly emit: (event: FeedEvent) => void;
}): ConnectionOrder {
  if (connectionSequence === undefined || count === undefined) return (read, pass) => pass(read);
  /** A message with a number below the last one. The next message determines its meaning. */
  let deferred:
    | { readonly read: ReadText; readonly number: number; readonly isReported: boolean }
    | undefined;

  const notifyStreams = (notify: (streams: ChannelStreams) => void): void => {
    for (const streams of channels) {
      if (streams?.channel.descriptor.sequence?.scope === 'connection') notify(streams);
    }
  };
  const duplicate = (): void => emit({ kind: 'duplicate', channel: '', key: '' });

  return (read, pass) => {
    const received = connectionSequence.get(read.value);
    if (received === undefined || received === null) {
      pass(read);
      return;
    }
    const last = count.last ?? -1;
    const verdict = count.check(received, read.value);
    const earlier = deferred;
    deferred = undefined;
    const isConfirmed = verdict === 'resumed' || verdict === 'restart';
    if (earlier?.isReported === false && !isConfirmed) duplicate();
    if (verdict === 'duplicate' || verdict === 'back') {
      deferred = { read, number: Number(received), isReported: verdict === 'duplicate' };
      if (verdict === 'duplicate') duplicate();
      else notifyStreams((streams) => streams.doubted());
      return;
    }
    if (verdict !== 'next') {
      const first = earlier?.number ?? Number(received);
      const anomaly = anomalyOf(verdict, {
        received,
        first,
        last,
        resumesAfter: count.resumesAfter,
      });
      const wasDoubted = isConfirmed && earlier?.isReported === false;
      notifyStreams((streams) => streams.missed(anomaly, wasDoubted, read.value));
    }
    if (isConfirmed && earlier !== undefined) pass(earlier.read);
    pass(read);
  };
}

function anomalyOf(
  verdict: 'gap' | 'outlier' | 'resumed' | 'restart',
  {
    received,
    first,
    last,
    resumesAfter = -1,
  }: {
    readonly received: unknown;
    readonly first: number;
    readonly last: number;
    readonly resumesAfter: number | undefined;
  },
): SequenceAnomaly {
  switch (verdict) {
    case 'gap':
      return { kind: 'gap', expected: last + 1, received: Number(received) };
    case 'outlier':
      return { kind: 'outlier', expected: last + 1, received };
    case 'resumed':
      return { kind: 'outlier', expected: resumesAfter + 1, received: last };
    case 'restart':
      return { kind: 'restart', expected: last + 1, received: first };
  }
}
