import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { automatonOf, type Automaton, type Work } from './automaton.js';
import { overlap } from './characters.js';
import { flagsOf, isPattern } from '../core/pattern-flags.js';

/**
 * Returns true if a search certainly takes time proportional to the text. Backtracking is slow if two paths match the same text repeatedly
 * (Weber and Seidl 1991, on ambiguity): one text leads from a repeating position p to itself and to another repeating position q, and both
 * repeat by one text. Without such a pair, and with few choices, the pattern is fast. `false` only means that the pattern needs a closer
 * analysis, or that the earlier patterns of the run used up its work. `run` is any object that identifies the run.
 */
export function isLinearTime(source: string, run: object = {}): boolean {
  const state = stateOf(run);
  let isLinear = state.results.get(source);
  if (isLinear === undefined) {
    if (state.spent > MAX_WORK) return false;
    const result = resultOf(source);
    state.spent += result.work;
    state.results.set(source, (isLinear = result.isLinear));
  }
  return isLinear;
}

/** True if the patterns of a run used up its work, so that the linear time of other patterns is unknown. */
export function isWorkUsedUp(run: object): boolean {
  return stateOf(run).spent > MAX_WORK;
}

/** Maximum steps of a run: a few seconds. */
const MAX_WORK = 150_000_000;

interface RunState {
  readonly results: Map<string, boolean>;
  spent: number;
}

const states = new WeakMap<object, RunState>();

function stateOf(run: object): RunState {
  let state = states.get(run);
  if (state === undefined) states.set(run, (state = { results: new Map(), spent: 0 }));
  return state;
}

interface Result {
  readonly isLinear: boolean;
  readonly work: number;
}

/** Results for recent patterns of all runs. Each counts as much work as a new one, so every run has the same results. */
const known = new Map<string, Result>();

const MAX_KNOWN = 10_000;

function resultOf(source: string): Result {
  let result = known.get(source);
  if (result === undefined) {
    const work: Work = { steps: 0 };
    const isLinear = judge(source, work);
    result = { isLinear, work: work.steps };
    if (known.size === MAX_KNOWN) known.clear();
    known.set(source, result);
  }
  return result;
}

function judge(source: string, work: Work): boolean {
  const flags = flagsOf(source);
  const pattern = isPattern(source, flags) ? parsePattern(source, flags) : undefined;
  if (pattern === undefined) return false;
  return (
    isUnambiguous(automatonOf(pattern, flags, work), work) ||
    isUnambiguous(automatonOf(pattern, flags, work, 'counted'), work)
  );
}

function isUnambiguous(automaton: Automaton | undefined, work: Work): boolean {
  if (automaton === undefined || countChoices(automaton, work) > MAX_CHOICES) return false;
  const size = automaton.follow.length;
  const repeating = automaton.follow.flatMap((_, at) =>
    leadsTo(automaton, at, at, work) ? [at] : [],
  );
  return repeating.every((from) => {
    const together = pairsAfter(automaton, from * size + from, work);
    return repeating.every((other) => {
      const pair = from * size + other;
      return other === from || !together.has(pair) || !pairsAfter(automaton, pair, work).has(pair);
    });
  });
}

/** Maximum number of positions with a choice. In the worst case each doubles the number of paths, even without repetition. */
const MAX_CHOICES = 10;

function countChoices({ characters, follow }: Automaton, work: Work): number {
  return follow.filter((next) => {
    const list = [...next].map((at) => characters[at] ?? []);
    work.steps += list.length ** 2;
    return list.some((left, index) => list.slice(index + 1).some((right) => overlap(left, right)));
  }).length;
}

function leadsTo({ follow }: Automaton, from: number, to: number, work: Work): boolean {
  const seen = new Set(follow[from]);
  for (const at of seen) {
    work.steps += 1;
    if (at === to) return true;
    for (const next of follow[at] ?? []) seen.add(next);
  }
  return false;
}

/** Returns the pairs of positions that one text leads to from a pair, each as `left * size + right`. */
function pairsAfter(
  { characters, follow }: Automaton,
  start: number,
  work: Work,
): ReadonlySet<number> {
  const size = follow.length;
  const pairs = new Set<number>();
  const step = (pair: number): void => {
    for (const left of follow[Math.floor(pair / size)] ?? []) {
      for (const right of follow[pair % size] ?? []) {
        work.steps += 1;
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
