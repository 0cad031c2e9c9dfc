import type { SequenceMode } from '../feed.js';
import { maxGap } from '../sequence.js';
import { orderIncreasing } from './order-increasing.js';
import type { ReceivedMessage, ReceivedMessages, Run } from './received-messages.js';

/** A snapshot, and the state of the stream when it arrives. */
export interface JoinInput {
  /** Number of the last message that the snapshot includes; `undefined` if it contains none. */
  readonly base: number | undefined;
  readonly received: ReceivedMessages;
  /** Last number before the resynchronisation; `undefined` at the start. */
  readonly before: number | undefined;
  readonly mode: SequenceMode;
  /** True if an earlier snapshot was inconclusive too: a single message that contradicts both is then an outlier. */
  readonly isLast: boolean;
}

/** Result of joining a snapshot with the messages received while it was fetched. */
export type Join =
  | {
      readonly kind: 'joined';
      /** Messages to apply after the snapshot, in order. */
      readonly messages: readonly ReceivedMessage[];
      /** Number from which counting continues, and the last one received. */
      readonly last: number | undefined;
      readonly wire: number | undefined;
      /** First messages of each dropped run. */
      readonly outliers: readonly ReceivedMessage[];
      /** First number of the new numbering, if it has restarted. */
      readonly restart: number | undefined;
    }
  /**
   * Messages between the snapshot and the received ones are missing, or the snapshot belongs to an earlier numbering.
   */
  | { readonly kind: 'stale' }
  /** The next message shows whether a number was an outlier or the snapshot is stale. */
  | { readonly kind: 'unclear' };

const unclear: Join = { kind: 'unclear' };
const stale: Join = { kind: 'stale' };

/**
 * Joins a snapshot with the messages received while it was fetched. The latest messages show where the numbering is.
 */
export function joinSnapshot(input: JoinInput): Join {
  const uncounted = input.received.arrived.filter(({ number }) => number === undefined);
  const { base } = input;
  if (base === undefined) return withoutBase(input, uncounted);
  const join = input.mode === 'contiguous' ? contiguous(input, base) : increasing(input, base);
  if (join.kind !== 'joined' || uncounted.length === 0) return join;
  return { ...join, messages: [...uncounted, ...join.messages] };
}

/** Joins a snapshot without a number: the latest run continues it. */
function withoutBase(
  { received, mode, isLast }: JoinInput,
  uncounted: readonly ReceivedMessage[],
): Join {
  const messages =
    mode === 'contiguous'
      ? (received.current?.messages ?? [])
      : orderIncreasing(received.arrived, isLast)?.messages;
  if (messages === undefined) return unclear;
  const last = messages.at(-1)?.number;
  return joined([...uncounted, ...messages], last, last);
}

function contiguous(input: JoinInput, base: number): Join {
  const { received, before, isLast } = input;
  const runs = [...received.runs];
  const low = runs.filter(({ start }) => start - 1 <= base).sort(latestFirst);
  const above = runs.filter(({ start }) => start - 1 > base);
  const [recent] = low;
  // The stream was ahead of the snapshot before the resynchronisation.
  const isBehind = before !== undefined && base < before;
  const reach = Math.max(base, recent?.end ?? base);
  const evidence = secondLatest(low);
  const credible = above.filter(
    ({ latest, start, end }) => evidence < latest && !(start === end && start - reach > maxGap),
  );
  if (credible.length > 0) {
    const [only] = credible;
    const isSingle = credible.length === 1 && only?.start === only?.end;
    if (!isSingle) return recent !== undefined && recent === received.current ? unclear : stale;
    if (!isLast || isBehind) return unclear;
  }
  const outliers = firstOf(above);
  const holder = low.find(({ end }) => end >= base);
  if (recent === undefined) {
    return isBehind ? unclear : joined([], base, before, outliers);
  }
  const restart = before !== undefined && recent.start <= before ? recent.start : undefined;
  // Lower numbers that arrived before counting continued.
  const lateRuns = restart === undefined ? low.filter(({ end }) => end <= (before ?? -1)) : [];
  if (holder === recent) {
    const messages = recent.messages.slice(base + 1 - recent.start);
    return joined(messages, recent.end, recent.end, [...firstOf(lateRuns), ...outliers], restart);
  }
  const others = low.filter((run) => run !== recent).map(({ end }) => end);
  const olderEnd = olderCount(recent, base, before === undefined ? others : [before, ...others]);
  if (olderEnd === undefined)
    return joined([], base, recent.end, [...firstOf(lateRuns), ...outliers], restart);
  if (recent.start !== recent.end) return stale;
  if (!isLast || isBehind) return unclear;
  // The snapshot continues the earlier numbering, so the message was an outlier.
  const messages = holder?.messages.slice(base + 1 - holder.start) ?? [];
  const last = Math.max(base, holder?.end ?? base);
  return joined(messages, last, holder?.end ?? olderEnd, [...outliers, ...recent.messages]);
}

function increasing({ received, before, isLast }: JoinInput, base: number): Join {
  const ordered = orderIncreasing(received.arrived, isLast);
  if (ordered === undefined) return unclear;
  const { messages, outliers } = ordered;
  const [start, end] = [messages[0]?.number, messages.at(-1)?.number];
  const isBack = before !== undefined && start !== undefined && start <= before;
  if (before !== undefined && base < before && !isBack) return unclear;
  if (start === undefined || end === undefined) return joined([], base, before, outliers);
  if (isBack && end < base && olderCount({ start, end }, base, [before]) !== undefined) {
    if (messages.length > 1) return stale;
    return isLast && base >= before ? joined([], base, before, messages) : unclear;
  }
  const after = messages.filter(({ number = 0 }) => number > base);
  return joined(after, Math.max(base, end), end, outliers, isBack ? start : undefined);
}

/**
 * Last number of an earlier numbering, if the numbers went back and
 * the snapshot is closer to that numbering than to the new one.
 */
function olderCount(
  { start, end }: { readonly start: number; readonly end: number },
  base: number,
  ends: readonly number[],
): number | undefined {
  return ends.find((other) => start <= other && Math.abs(base - other) < base - end);
}

function joined(
  messages: readonly ReceivedMessage[],
  last: number | undefined,
  wire: number | undefined,
  outliers: readonly ReceivedMessage[] = [],
  restart?: number,
): Join {
  return { kind: 'joined', messages, last, wire, outliers, restart };
}

function firstOf(runs: readonly Run[]): readonly ReceivedMessage[] {
  return runs.flatMap(({ messages }) => messages.slice(0, 1));
}

function latestFirst(one: Run, other: Run): number {
  return other.latest - one.latest;
}

/** Position of the second-latest message among several runs, which are ordered from the most recent. */
function secondLatest([first, second]: readonly Run[]): number {
  return Math.max(first?.beforeLatest ?? -1, second?.latest ?? -1);
}
