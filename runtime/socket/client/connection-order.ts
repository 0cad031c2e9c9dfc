import type { Feed } from '../feed.js';
import type { SequenceTracker } from '../sequence.js';
import type { FeedEvent, SequenceDoubt } from './events.js';
import type { ChannelStreams } from './streams.js';

/** Passes on the messages of a connection that are in order: none, the message, or one that was held before it too. */
export type ConnectionOrder = (value: unknown, pass: (value: unknown) => void) => void;

/** Judges messages by the number that counts the whole connection, where the description has one. */
export function connectionOrder({
  feed: { connectionSequence },
  count,
  channels,
  announce,
}: {
  readonly feed: Feed;
  readonly count: SequenceTracker | undefined;
  readonly channels: readonly (ChannelStreams | undefined)[];
  readonly announce: (event: FeedEvent) => void;
}): ConnectionOrder {
  if (connectionSequence === undefined || count === undefined) return (value, pass) => pass(value);
  /** A message with a number below the last one. The next message decides about it. */
  let held:
    | { readonly value: unknown; readonly number: number; readonly isTold: boolean }
    | undefined;

  const tellStreams = (tell: (streams: ChannelStreams) => void): void => {
    for (const streams of channels) {
      if (streams?.channel.descriptor.sequence?.scope === 'connection') tell(streams);
    }
  };
  const duplicate = (): void => announce({ kind: 'duplicate', channel: '', key: '' });

  return (value, pass) => {
    const received = connectionSequence.get(value);
    if (received === undefined || received === null) {
      pass(value);
      return;
    }
    const last = count.last ?? -1;
    const verdict = count.take(received, value);
    const earlier = held;
    held = undefined;
    const isConfirmed = verdict === 'resumed' || verdict === 'restart';
    if (earlier?.isTold === false && !isConfirmed) duplicate();
    if (verdict === 'duplicate' || verdict === 'back') {
      held = { value, number: Number(received), isTold: verdict === 'duplicate' };
      if (verdict === 'duplicate') duplicate();
      else tellStreams((streams) => streams.doubted());
      return;
    }
    if (verdict !== 'next') {
      const first = earlier?.number ?? Number(received);
      const doubt = doubtOf(verdict, { received, first, last, resumesAfter: count.resumesAfter });
      const wasDoubted = isConfirmed && earlier?.isTold === false;
      tellStreams((streams) => streams.missed(doubt, wasDoubted));
    }
    if (isConfirmed && earlier !== undefined) pass(earlier.value);
    pass(value);
  };
}

function doubtOf(
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
): SequenceDoubt {
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
