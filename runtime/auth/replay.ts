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
   * @returns `full` where it can not be remembered, which refuses the token like `seen` does
   */
  remember(
    owner: string,
    value: string,
    until: number,
    now: number,
  ): ReplayAnswer | Promise<ReplayAnswer>;
}

/** What a {@link ReplayCache} knew of a value, or that it has no room for it. */
export type ReplayAnswer = 'new' | 'seen' | 'full';

/** Bounds of the memory. */
export interface ReplayMemoryOptions {
  /** Values in all. Default 100,000: at most about 50 MB, usually a tenth. */
  readonly capacity?: number;
  /** Values of one owner, so that nobody can fill the memory for everybody. Default: half of `capacity`. */
  readonly perOwner?: number;
}

/**
 * A memory of one process. What is still good for a replay is never forgotten to make room: when it is full it says
 * so, and the token is refused. Space comes back as time passes. Values whose time is over when they are first seen
 * (the clock was turned back after they were forgotten) count as seen.
 *
 * @throws {AuthError} `description` for bounds that are no numbers
 */
export function replayMemory(options: ReplayMemoryOptions = {}): ReplayCache {
  const capacity = options.capacity ?? 100_000;
  const perOwner = options.perOwner ?? Math.ceil(capacity / 2);
  // A bound that is no number would compare false with everything, and so hold nothing back.
  if (!(capacity >= 0 && perOwner >= 0))
    throw new AuthError('description', 'The bounds of a replay memory are numbers');
  const owners = new Map<string, Set<string>>();
  /** Values by the second after which they may be forgotten: sweeping touches only those that go. */
  const expiries = new Map<number, (readonly [owner: string, value: string])[]>();
  let size = 0;
  let sweptAt = -Infinity;

  const sweep = (now: number): void => {
    if (now <= sweptAt) return;
    sweptAt = now;
    for (const [second, entries] of expiries) {
      if (second >= now) continue;
      expiries.delete(second);
      size -= entries.length;
      for (const [owner, value] of entries) {
        const values = owners.get(owner);
        values?.delete(value);
        if (values?.size === 0) owners.delete(owner);
      }
    }
  };

  return {
    remember(owner, value, until, now) {
      sweep(Math.floor(now));
      const second = Math.ceil(until);
      const values = owners.get(owner);
      if (values?.has(value) === true || second < sweptAt) return 'seen';
      if (size >= capacity || (values?.size ?? 0) >= perOwner) return 'full';
      if (values === undefined) owners.set(owner, new Set([value]));
      else values.add(value);
      const entries = expiries.get(second);
      if (entries === undefined) expiries.set(second, [[owner, value]]);
      else entries.push([owner, value]);
      size += 1;
      return 'new';
    },
  };
}
