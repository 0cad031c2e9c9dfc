import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { automatonOf, type Automaton } from './automaton.js';
import { overlap } from './characters.js';
import { flagsOf, isPattern } from '../core/pattern-flags.js';

/**
 * Returns true if a search certainly takes time proportional to the text. Backtracking is slow if two paths match the same text repeatedly
 * (Weber and Seidl 1991, on ambiguity): one text leads from a repeating position p to itself and to another repeating position q, and both
 * repeat by one text. Without such a pair, and with few choices, the pattern is fast. `false` only means that the pattern needs a closer
 * analysis.
 */
export function isLinearTime(source: string): boolean {
  let isLinear = known.get(source);
  if (isLinear === undefined) {
    isLinear = judge(source);
    if (known.size === MAX_KNOWN) known.clear();
    known.set(source, isLinear);
  }
  return isLinear;
}

/** Results for recent patterns, because several rules ask for the same ones. */
const known = new Map<string, boolean>();

const MAX_KNOWN = 10_000;

function judge(source: string): boolean {
  const flags = flagsOf(source);
  const pattern = isPattern(source, flags) ? parsePattern(source, flags) : undefined;
  if (pattern === undefined) return false;
  return (
    isUnambiguous(automatonOf(pattern, flags)) ||
    isUnambiguous(automatonOf(pattern, flags, 'counted'))
  );
}

function isUnambiguous(automaton: Automaton | undefined): boolean {
  if (automaton === undefined || countChoices(automaton) > MAX_CHOICES) return false;
  const size = automaton.follow.length;
  const repeating = automaton.follow.flatMap((_, at) => (leadsTo(automaton, at, at) ? [at] : []));
  return repeating.every((from) => {
    const together = pairsAfter(automaton, from * size + from);
    return repeating.every((other) => {
      const pair = from * size + other;
      return other === from || !together.has(pair) || !pairsAfter(automaton, pair).has(pair);
    });
  });
}

/** Maximum number of positions with a choice. In the worst case each doubles the number of paths, even without repetition. */
const MAX_CHOICES = 10;

function countChoices({ characters, follow }: Automaton): number {
  return follow.filter((next) => {
    const list = [...next].map((at) => characters[at] ?? []);
    return list.some((left, index) => list.slice(index + 1).some((right) => overlap(left, right)));
  }).length;
}

function leadsTo({ follow }: Automaton, from: number, to: number): boolean {
  const seen = new Set(follow[from]);
  for (const at of seen) {
    if (at === to) return true;
    for (const next of follow[at] ?? []) seen.add(next);
  }
  return false;
}

/** Returns the pairs of positions that one text leads to from a pair, each as `left * size + right`. */
function pairsAfter({ characters, follow }: Automaton, start: number): ReadonlySet<number> {
  const size = follow.length;
  const pairs = new Set<number>();
  const step = (pair: number): void => {
    for (const left of follow[Math.floor(pair / size)] ?? []) {
      for (const right of follow[pair % size] ?? []) {
        const next = left * size + right;
        if (pairs.has(next)) continue;
        if (overlap(characters[left] ?? [], characters[right] ?? [])) pairs.add(next);
      }
    }
  };
  step(start);
  for (const pair of pairs) step(pair);
  return pairs;
}
