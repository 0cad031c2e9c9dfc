import { automatonOf, type Automaton } from './automaton.js';
import { overlap } from './characters.js';
import { parsePattern } from './parse-pattern.js';

/**
 * Whether a pattern certainly takes time in proportion to the text. Backtracking is slow where two ways through a
 * pattern read the same text and can go on doing so: where a position p that repeats leads to itself and to another
 * one, q, that repeats, by one text, and both repeat by one text (Weber and Seidl 1991, on ambiguity). Where no
 * such pair is, and few positions leave a choice, the pattern is quick. `false` only says that it takes a closer look.
 */
export function isQuick(source: string): boolean {
  const pattern = parsePattern(source);
  if (pattern === undefined) return false;
  return isUnambiguous(automatonOf(pattern)) || isUnambiguous(automatonOf(pattern, 'counted'));
}

/**
 * Whether a text matches a pattern of a description; `undefined` where the pattern is not run: one that does not certainly take time in
 * proportion to the text could keep a run from ever ending, and one that RegExp does not take has been reported.
 */
export function matchesQuickly(source: string, text: string): boolean | undefined {
  let expression = expressions.get(source);
  if (expression === undefined) {
    expression = isQuick(source) ? (compiled(source, 'u') ?? compiled(source, '') ?? null) : null;
    if (expressions.size === mostExpressions) expressions.clear();
    expressions.set(source, expression);
  }
  return expression?.test(text);
}

/** What was compiled before, `null` where it is not run: many examples are of one schema. */
const expressions = new Map<string, RegExp | null>();
const mostExpressions = 10_000;

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
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
