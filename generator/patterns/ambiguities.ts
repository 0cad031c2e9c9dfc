import { componentsOf } from './components.js';
import type { Graph } from './graph.js';

/** A text that more and more ways lead through the more often its middle is repeated. */
export interface Ambiguity {
  /** Leads to the position where the ways part. */
  readonly before: string;
  /** Is read in more than one way. */
  readonly pump: string;
  /** Where the ways part, and where they go on; the same position where each way may part again. */
  readonly from: number;
  readonly to: number;
}

/**
 * Where two ways through a pattern read the same text and can go on doing so, after Weber and Seidl (1991): from a position back to itself
 * in two ways, which doubles them each time, or from a position to itself and to another one, from which the same text leads back to that one, which
 * adds one each time. `undefined` for a graph that is too large to look through.
 */
export function ambiguitiesOf(graph: Graph): readonly Ambiguity[] | undefined {
  const pairs = pairsOf(graph);
  if (pairs === undefined) return undefined;
  const components = componentsOf(pairs);
  return [...doublings(graph, pairs, components), ...additions(graph, pairs, components)];
}

/** Pairs of positions that one text leads to, as `left * size + right`, and where each leads. */
type Pairs = ReadonlyMap<number, readonly number[]>;

function pairsOf({ size, characters, first, next }: Graph): Pairs | undefined {
  const pairs = new Map<number, readonly number[]>();
  const starts = new Set(first.flat());
  const reached = new Set<number>(starts);
  for (const at of reached) for (const follower of next[at]?.flat() ?? []) reached.add(follower);
  const pending = [...reached].map((at) => at * size + at);
  let left = maxSteps;
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (pairs.has(pair)) continue;
    const followers = new Set<number>();
    for (const index of characters.keys())
      for (const one of next[Math.floor(pair / size)]?.[index] ?? [])
        for (const other of next[pair % size]?.[index] ?? []) {
          left -= 1;
          if (left < 0) return undefined;
          followers.add(one * size + other);
        }
    pairs.set(pair, [...followers]);
    pending.push(...followers);
  }
  return pairs;
}

/** Steps of one search; where they do not suffice, nobody wants to wait. */
const maxSteps = 2_000_000;

type Components = ReadonlyMap<number, number>;

/** One text for each part of the pattern that is read in two ways again and again. */
function doublings(graph: Graph, pairs: Pairs, components: Components): readonly Ambiguity[] {
  const { size } = graph;
  const diagonals = new Map<number | undefined, number>();
  for (let at = 0; at < size; at += 1) {
    const component = components.get(at * (size + 1));
    if (component !== undefined && !diagonals.has(component)) diagonals.set(component, at);
  }
  const found = new Map<number, Ambiguity>();
  for (const [pair, followers] of pairs) {
    if (found.size >= maxAmbiguities) break;
    const component = components.get(pair);
    const diagonal = diagonals.get(component);
    if (component === undefined || diagonal === undefined || found.has(component)) continue;
    const [left, right] = [Math.floor(pair / size), pair % size];
    for (const to of followers) {
      if (components.get(to) !== component) continue;
      const isTwofold =
        left !== right || (to % (size + 1) === 0 && graph.isForked(left, to / (size + 1)));
      if (!isTwofold) continue;
      const isInside = (each: number): boolean => components.get(each) === component;
      const there = wordBetween(graph, [diagonal * (size + 1)], pair, pairs, isInside);
      const step = wordBetween(graph, [pair], to, pairs, isInside, true);
      const back = wordBetween(graph, [to], diagonal * (size + 1), pairs, isInside);
      const before = wordTo(graph, diagonal);
      if (there === undefined || step === undefined || back === undefined || before === undefined)
        continue;
      found.set(component, { before, pump: there + step + back, from: diagonal, to: diagonal });
      break;
    }
  }
  return [...found.values()];
}

/** Texts that lead from a position to itself and to another one, and from that to itself. */
function additions(graph: Graph, pairs: Pairs, components: Components): readonly Ambiguity[] {
  const { size } = graph;
  const found: Ambiguity[] = [];
  const seen = new Map<string, number>();
  let left = maxSteps;
  for (const pair of pairs.keys()) {
    const [from, to] = [Math.floor(pair / size), pair % size];
    if (from === to || !isCycle(pair, pairs, components)) continue;
    // Of positions that lead to one another, a few show what all of them do.
    const kind = `${components.get(from * (size + 1))} ${components.get(to * (size + 1))}`;
    const known = seen.get(kind) ?? 0;
    if (known >= maxTries || found.length >= maxAmbiguities || left <= 0) continue;
    const pump = wordOfThree(graph, from, to);
    const before = pump === undefined ? undefined : wordTo(graph, from);
    seen.set(kind, known + (before === undefined ? 1 : maxTries / 2));
    if (before === undefined || pump === undefined) continue;
    found.push({ before, pump, from, to });
  }
  return found;

  function wordOfThree(
    ...[{ characters, next }, from, to]: [Graph, number, number]
  ): string | undefined {
    const goal = code(from, to, to);
    const words = new Map([[code(from, from, to), '']]);
    let visits = 20_000;
    for (const [three, word] of words) {
      const [one, other, last] = [
        Math.floor(three / size / size),
        Math.floor(three / size) % size,
        three % size,
      ];
      for (const [index, character] of characters.entries())
        for (const first of next[one]?.[index] ?? [])
          for (const second of next[other]?.[index] ?? [])
            for (const third of next[last]?.[index] ?? []) {
              const reached = code(first, second, third);
              if (reached === goal) return word + character;
              visits -= 1;
              left -= 1;
              if (visits <= 0 || left <= 0) return undefined;
              if (!words.has(reached)) words.set(reached, word + character);
            }
    }
    return undefined;
  }

  function code(one: number, other: number, last: number): number {
    return (one * size + other) * size + last;
  }
}

/** Each is tried with a few ends of the text. */
const maxAmbiguities = 16;

/** How often is looked for an addition between two parts of a pattern: one that is found counts for half of them. */
const maxTries = 8;

function isCycle(pair: number, pairs: Pairs, components: Components): boolean {
  const component = components.get(pair);
  return pairs.get(pair)?.some((to) => components.get(to) === component) === true;
}

/** A text that leads from one of some pairs to another, through those that are allowed; it has a character where it must. */
function wordBetween(
  { size, characters, next }: Graph,
  from: readonly number[],
  goal: number,
  pairs: Pairs,
  isAllowed: (pair: number) => boolean,
  mustMove = false,
): string | undefined {
  if (!mustMove && from.includes(goal)) return '';
  const words = new Map(from.map((pair) => [pair, '']));
  for (const [pair, word] of words) {
    for (const [index, character] of characters.entries())
      for (const one of next[Math.floor(pair / size)]?.[index] ?? [])
        for (const other of next[pair % size]?.[index] ?? []) {
          const to = one * size + other;
          if (to === goal) return word + character;
          if (!words.has(to) && pairs.has(to) && isAllowed(to)) words.set(to, word + character);
        }
  }
  return undefined;
}

/** The shortest text that leads to a position from the beginning. */
function wordTo(graph: Graph, goal: number): string | undefined {
  const words = new Map<number, string>();
  for (const [index, character] of graph.characters.entries())
    for (const at of graph.first[index] ?? []) if (!words.has(at)) words.set(at, character);
  return reach(graph, words, goal);
}

/** The shortest text that leads from one position to another; empty where they are the same. */
export function wordFrom(graph: Graph, from: number, goal: number): string | undefined {
  return reach(graph, new Map([[from, '']]), goal);
}

function reach(
  { characters, next }: Graph,
  words: Map<number, string>,
  goal: number,
): string | undefined {
  for (const [at, word] of words) {
    if (at === goal) return word;
    for (const [index, character] of characters.entries())
      for (const to of next[at]?.[index] ?? []) if (!words.has(to)) words.set(to, word + character);
  }
  return undefined;
}
