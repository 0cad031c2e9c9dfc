import type { Issues, Matches } from './issues.js';

/** Maximum nesting of data for recursive schemas. Deeper data is rejected. */
export const depthLimit = 1000;

/**
 * Aborts a check of data that is nested too deeply. It throws, because the result is unknown and a boolean could be inverted by
 * `not` or `oneOf`.
 */
export function tooDeep(): never {
  throw new RangeError(`the value is nested more than ${depthLimit} levels deep`);
}

/** True for an error that means too deep nesting: the depth limit, or the stack of the engine. */
export function isTooDeep(error: unknown): boolean {
  // Firefox reports stack overflow as an InternalError.
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

/** True if a value passes a check that may recurse as deep as the value is nested. */
export function accepts(matches: Matches, value: unknown): boolean {
  const outer = swapMemo(undefined);
  try {
    return matches(value);
  } catch (error) {
    if (isTooDeep(error)) return false;
    throw error;
  } finally {
    swapMemo(outer);
  }
}

/** Cached results for parts of the value that is being checked. */
export interface CheckMemo {
  /** Number of checks of parts so far. */
  count: number;
  readonly results: Map<Matches, Map<unknown, boolean>>;
}

/** Cache of the running check. It is not shared with the next check, because a value may change. */
let memo: CheckMemo | undefined;

/** Replaces the cache, to start a separate check or return to the outer one. Returns the preceding cache. */
export function swapMemo(next: CheckMemo | undefined): CheckMemo | undefined {
  const before = memo;
  memo = next;
  return before;
}

/** Number of checks before results are cached. Ordinary values finish earlier and have no overhead. */
const cacheThreshold = 500;

/**
 * Checks a part of a value that several keywords may check, such as unions without a discriminator and parts of an `allOf`.
 * Without the cache, time would double with each level of data.
 */
export function once(
  matches: Matches,
  value: unknown,
  issues: Issues | undefined,
  depth: number,
): boolean {
  if (typeof value !== 'object' || value === null) return matches(value, issues, depth);
  return remembered(matches, value, issues, depth);
}

/**
 * Checks a value that several keywords may check with the same function, as happens if schemas extend each other in more than one
 * way. Without the cache, time would double with each level of schemas, whatever the value.
 */
export function remembered(
  matches: Matches,
  value: unknown,
  issues: Issues | undefined = undefined,
  depth = 0,
): boolean {
  memo ??= { count: 0, results: new Map() };
  memo.count += 1;
  if (memo.count < cacheThreshold) return matches(value, issues, depth);
  let ofFunction = memo.results.get(matches);
  if (ofFunction === undefined) memo.results.set(matches, (ofFunction = new Map()));
  let result = ofFunction.get(value);
  if (result === undefined) {
    result = matches(value, undefined, depth);
    ofFunction.set(value, result);
  }
  if (result || issues === undefined) return result;
  return !issues.isFull() && matches(value, issues, depth);
}
