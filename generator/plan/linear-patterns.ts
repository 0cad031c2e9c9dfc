import { obstacleTo } from '../../runtime/core/pattern/index.js';
import { flagsOf } from '../core/pattern-flags.js';

/** Creates a cached test: true if a pattern can be compiled to code that runs in linear time. */
export function linearPatterns(): (pattern: string) => boolean {
  const cache = new Map<string, boolean>();
  return (pattern) => {
    const cached = cache.get(pattern);
    if (cached !== undefined) return cached;
    const isLinear = obstacleTo(pattern, flagsOf(pattern)) === undefined;
    cache.set(pattern, isLinear);
    return isLinear;
  };
}
