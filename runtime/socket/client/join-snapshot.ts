import type { SequenceMode } from '../feed.js';
import { widestGap } from '../sequence.js';
import { orderIncreasing } from './order-increasing.js';
import type { KeptMessage, KeptMessages, Run } from './kept-messages.js';

/** A snapshot and what is known of the stream when it arrives. */
export interface JoinInput {
  /** Number that the snapshot includes; `undefined` if it names none. */
  readonly base: number | undefined;
  readonly kept: KeptMessages;
  /** Last number before the resynchronisation; `undefined` at the start. */
  readonly before: number | undefined;
  readonly mode: SequenceMode;
  /** An earlier snapshot was unclear too: a single message that contradicts both is an outlier. */
  readonly isLast: boolean;
}

/** Result of joining a snapshot to the messages kept while it was fetched. */
export type Join =
  | {
      readonly kind: 'joined';
      /** Messages to apply after the snapshot, in order. */
      readonly messages: readonly KeptMessage[];
      /** Number from which the count goes on, and the last one received. */
      readonly last: number | undefined;
      readonly wire: number | undefined;
      /** First messages of what was dropped because it is of no count. */
      readonly outliers: readonly KeptMessage[];
      /** First number of the new count, if the numbers have started again. */
      readonly restart: number | undefined;
    }
  /** Messages between the snapshot and the kept ones are missing, or it is of a count that has ended. */
  | { readonly kind: 'stale' }
  /** The next message shows whether a number was an outlier or the snapshot is stale. */
  | { readonly kind: 'unclear' };

const unclear: Join = { kind: 'unclear' };
const stale: Join = { kind: 'stale' };

/** Joins a snapshot to the messages kept while it was fetched. The messages received last are the evidence of where the count is. */
export function joinSnapshot(input: JoinInput): Join {
  const uncounted = input.kept.arrived.filter(({ number }) => number === undefined);
  const { base } = input;
  if (base === undefined) return withoutBase(input, uncounted);
  const join = input.mode === 'contiguous' ? contiguous(input, base) : increasing(input, base);
  if (join.kind !== 'joined' || uncounted.length === 0) return join;
  return { ...join, messages: [...uncounted, ...join.messages] };
}

/** Nothing says what the snapshot includes: the run received last goes on from it. */
function withoutBase({ kept, mode, isLast }: JoinInput, uncounted: readonly KeptMessage[]): Join {
  const messages =
    mode === 'contiguous'
      ? (kept.current?.messages ?? [])
      : orderIncreasing(kept.arrived, isLast)?.messages;
  if (messages === undefined) return unclear;
  const last = messages.at(-1)?.number;
  return joined([...uncounted, ...messages], last, last);
}

function contiguous(input: JoinInput, base: number): Join {
  const { kept, before, isLast } = input;
  const runs = [...kept.runs];
  const low = runs.filter(({ start }) => start - 1 <= base).toSorted(latestFirst);
  const above = runs.filter(({ start }) => start - 1 > base);
  const [recent] = low;
  // The stream was ahead of the snapshot before it was in doubt.
  const isBehind = before !== undefined && base < before;
  const reach = Math.max(base, recent?.end ?? base);
  const evidence = secondLatest(low);
  const credible = above.filter(
    ({ latest, start, end }) => evidence < latest && !(start === end && start - reach > widestGap),
  );
  if (credible.length > 0) {
    const [only] = credible;
    const isSingle = credible.length === 1 && only?.start === only?.end;
    if (!isSingle) return recent !== undefined && recent === kept.current ? unclear : stale;
    if (!isLast || isBehind) return unclear;
  }
  const outliers = firstOf(above);
  const holder = low.find(({ end }) => end >= base);
  if (recent === undefined) {
    return isBehind ? unclear : joined([], base, before, outliers);
  }
  const restart = before !== undefined && recent.start <= before ? recent.start : undefined;
  // Lower numbers that came before the count went on.
  const strays = restart === undefined ? low.filter(({ end }) => end <= (before ?? -1)) : [];
  if (holder === recent) {
    const messages = recent.messages.slice(base + 1 - recent.start);
    return joined(messages, recent.end, recent.end, [...firstOf(strays), ...outliers], restart);
  }
  const others = low.filter((run) => run !== recent).map(({ end }) => end);
  const doubt = olderCount(recent, base, before === undefined ? others : [before, ...others]);
  if (doubt === undefined)
    return joined([], base, recent.end, [...firstOf(strays), ...outliers], restart);
  if (recent.start !== recent.end) return stale;
  if (!isLast || isBehind) return unclear;
  // The snapshot goes on with the older count: the message was an outlier.
  const messages = holder?.messages.slice(base + 1 - holder.start) ?? [];
  const last = Math.max(base, holder?.end ?? base);
  return joined(messages, last, holder?.end ?? doubt, [...outliers, ...recent.messages]);
}

function increasing({ kept, before, isLast }: JoinInput, base: number): Join {
  const ordered = orderIncreasing(kept.arrived, isLast);
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

/** Number at which an older count ended, if numbers went back and the snapshot is nearer to that count than to the new one. */
function olderCount(
  { start, end }: { readonly start: number; readonly end: number },
  base: number,
  ends: readonly number[],
): number | undefined {
  return ends.find((other) => start <= other && Math.abs(base - other) < base - end);
}

function joined(
  messages: readonly KeptMessage[],
  last: number | undefined,
  wire: number | undefined,
  outliers: readonly KeptMessage[] = [],
  restart?: number,
): Join {
  return { kind: 'joined', messages, last, wire, outliers, restart };
}

function firstOf(runs: readonly Run[]): readonly KeptMessage[] {
  return runs.flatMap(({ messages }) => messages.slice(0, 1));
}

function latestFirst(one: Run, other: Run): number {
  return other.latest - one.latest;
}

/** Position of the second message from the end, among those of several runs, the most recent first. */
function secondLatest([first, second]: readonly Run[]): number {
  return Math.max(first?.beforeLatest ?? -1, second?.latest ?? -1);
}
