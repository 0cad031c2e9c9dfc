import { obstacleTo } from '../../runtime/core/pattern/index.js';
import { flagsOf } from '../core/pattern-flags.js';

/** Tells of the patterns of a package whether they are compiled to what takes linear time: all that can be. */
export function linearPatterns(): (pattern: string) => boolean {
  const known = new Map<string, boolean>();
  return (pattern) => {
    const before = known.get(pattern);
    if (before !== undefined) return before;
    const isLinear = obstacleTo(pattern, flagsOf(pattern)) === undefined;
    known.set(pattern, isLinear);
    return isLinear;
  };
}
