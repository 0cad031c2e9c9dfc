import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { automatonOf, type Automaton } from './automaton.js';
import { overlap } from './characters.js';
import { flagsOf, isPattern } from '../core/pattern-flags.js';

/**
 * Whether a pattern certainly takes time in proportion to the text. Backtracking is slow where two ways through a
 * pattern read the same text and can go on doing so: where a position p that repeats leads to itself and to another
 * one, q, that repeats, by one text, and both repeat by one text (Weber and Seidl 1991, on ambiguity). Where no
 * such pair is, and few positions leave a choice, the pattern is quick. `false` only says that it takes a closer look.
 */
export function isQuick(source: string): boolean {
  const flags = flagsOf(source);
  const pattern = isPattern(source, flags) ? parsePattern(source, flags) : undefined;
  if (pattern === undefined) return false;
  return (
    isUnambiguous(automatonOf(pattern, flags)) ||
    isUnambiguous(automatonOf(pattern, flags, 'counted'))
  );
}

function isUnambiguous(automaton: Automaton | undefined): boolean {
  if (automaton === undefined || choicesIn(automaton) > maxChoices) return false;
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

/** Positions with a choice double the ways of reading a text, at worst, even where nothing repeats. */
const maxChoices = 10;

function choicesIn({ characters, follow }: Automaton): number {
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

/** Pairs of positions that one text leads to from a pair, each as `left * size + right`. */
function pairsAfter({ characters, follow }: Automaton, start: number): ReadonlySet<number> {
  const size = follow.length;
  const found = new Set<number>();
  const step = (pair: number): void => {
    for (const left of follow[Math.floor(pair / size)] ?? []) {
      for (const right of follow[pair % size] ?? []) {
        const next = left * size + right;
        if (found.has(next)) continue;
        if (overlap(characters[left] ?? [], characters[right] ?? [])) found.add(next);
      }
    }
  };
  step(start);
  for (const pair of found) step(pair);
  return found;
}
