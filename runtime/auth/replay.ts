import { ExpiringSet } from '../core/expiring-set.js';
import { quietly } from '../core/quietly.js';
import { AuthError } from './error.js';

/** Remembers values that are good once. May stand in front of a store that several servers share. */
export interface ReplayCache {
  /**
   * Remembers a value, in one step with finding out whether it was known.
   *
   * @param owner scheme and key: one owner's values say nothing about another's
   * @param value the nonce or token id
   * @param until Unix seconds up to which a token that bears it could be accepted; it has to be known until then
   * @param now Unix seconds by the verifier's clock
   * @returns `expired` if entries as old as this one are no longer remembered, which refuses the token like `seen` does. A value that is
   * newer than the oldest remembered one is never refused
   */
  remember(
    owner: string,
    value: string,
    until: number,
    now: number,
  ): ReplayAnswer | Promise<ReplayAnswer>;
}

/** What a {@link ReplayCache} knew of a value, or that it is too old for what is still remembered. */
export type ReplayAnswer = 'new' | 'seen' | 'expired';

/** Told when a memory is at its bound: what is as old as what it dropped will be refused. */
export interface ReplayMemoryWarning {
  readonly reason: 'replay-memory-full';
  /** Entries dropped before their time. */
  readonly dropped: number;
  /** Unix seconds up to which they were to be remembered: nothing that is good only until then is accepted any more. */
  readonly until: number;
}

/** A memory in this process, and what it takes. */
export interface ReplayMemory extends ReplayCache {
  /** Values remembered. */
  readonly size: number;
  /** Bytes that they take: at most 40 for each, beyond the first few thousand. */
  readonly bytes: number;
}

/** Bounds of the memory. */
export interface ReplayMemoryOptions {
  /** Values in all. Default 1,000,000, which take 36 MB: enough for 1,600 a second in a window of ten minutes. */
  readonly capacity?: number;
  /** Values of one owner. Default: `capacity`; at the bound those go first whose owner has more than an equal share. */
  readonly perOwner?: number;
  /** Told when values had to be dropped before their time, once for each second of tokens. */
  readonly onWarning?: (warning: ReplayMemoryWarning) => void;
}

/**
 * A memory of one process, bounded by the time for which values are good. If more come in that time than it holds, it drops the oldest second
 * of the owner with more than its share, warns, and refuses what is as old as that: a replay is never accepted, and what is fresh never
 * refused. Values whose time is over when they are first seen (the clock was turned back after they were forgotten) count as seen.
 *
 * @throws {AuthError} `description` for bounds that are no numbers
 */
export function replayMemory(options: ReplayMemoryOptions = {}): ReplayMemory {
  const { capacity = 1_000_000, onWarning } = options;
  const { perOwner = capacity } = options;
  // A bound that is no number would compare false with everything, and so hold nothing back.
  if (!(capacity >= 0 && perOwner >= 0))
    throw new AuthError('description', 'The bounds of a replay memory are numbers');
  const values = new ExpiringSet({
    capacity,
    perOwner,
    onDropped: (dropped, until) =>
      quietly(() => onWarning?.({ reason: 'replay-memory-full', dropped, until })),
  });
  return {
    get size() {
      return values.size;
    },
    get bytes() {
      return values.bytes;
    },
    remember(owner, value, until, now) {
      values.sweep(Math.floor(now));
      const second = Math.ceil(until);
      if (second < values.sweptAt || values.secondOf(owner, value) !== undefined) return 'seen';
      return values.add(owner, value, second, now) === 'added' ? 'new' : 'expired';
    },
  };
}
