import { componentsOf } from '../core/components.js';
import type { Graph } from './graph.js';

/** A text that can be matched in increasingly many ways, the more often its middle is repeated. */
export interface Ambiguity {
  /** Prefix that leads to the position where the paths diverge. */
  readonly before: string;
  /** Text that can be matched in more than one way. */
  readonly pump: string;
  /** Position where the paths diverge, and position where they continue; equal if each path can diverge again. */
  readonly from: number;
  readonly to: number;
}

/**
 * Finds places in a pattern where two paths match the same text repeatedly, after Weber and Seidl (1991). Either two paths lead from a
 * position back to itself, which doubles the number of paths each time. Or one text leads from a position to itself, from it to another
 * position, and from that position to itself, which adds one path each time. Returns `undefined` for a graph that is too large to search.
 */
export function ambiguitiesOf(graph: Graph): readonly Ambiguity[] | undefined {
  const pairs = pairsOf(graph);
  if (pairs === undefined) return undefined;
  const components = componentsOf(pairs);
  return [...doublings(graph, pairs, components), ...additions(graph, pairs, components)];
}

/** Pairs of positions that one text leads to, as `left * size + right`, with the pairs that follow each. */
type Pairs = ReadonlyMap<number, readonly number[]>;

function pairsOf({ size, characters, first, next }: Graph): Pairs | undefined {
  const pairs = new Map<number, readonly number[]>();
  const starts = new Set(first.flat());
  const reached = new Set<number>(starts);
  for (const position of reached)
    for (const follower of next[position]?.flat() ?? []) reached.add(follower);
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

/** Maximum steps of one search. */
const maxSteps = 2_000_000;

type Components = ReadonlyMap<number, number>;

/** Returns one text for each part of the pattern with exponentially many paths. */
function doublings(graph: Graph, pairs: Pairs, components: Components): readonly Ambiguity[] {
  const { size } = graph;
  const diagonals = new Map<number | undefined, number>();
  for (let position = 0; position < size; position += 1) {
    const component = components.get(position * (size + 1));
    if (component !== undefined && !diagonals.has(component)) diagonals.set(component, position);
  }
  const ambiguities = new Map<number, Ambiguity>();
  for (const [pair, followers] of pairs) {
    if (ambiguities.size >= maxAmbiguities) break;
    const component = components.get(pair);
    const diagonal = diagonals.get(component);
    if (component === undefined || diagonal === undefined || ambiguities.has(component)) continue;
    const [left, right] = [Math.floor(pair / size), pair % size];
    for (const to of followers) {
      if (components.get(to) !== component) continue;
      const isTwofold =
        left !== right || (to % (size + 1) === 0 && graph.isForked(left, to / (size + 1)));
      if (!isTwofold) continue;
      const isInside = (each: number): boolean => components.get(each) === component;
      const forth = wordBetween(graph, [diagonal * (size + 1)], pair, pairs, isInside);
      const step = wordBetween(graph, [pair], to, pairs, isInside, true);
      const back = wordBetween(graph, [to], diagonal * (size + 1), pairs, isInside);
      const before = wordTo(graph, diagonal);
      if (forth === undefined || step === undefined || back === undefined || before === undefined)
        continue;
      ambiguities.set(component, {
        before,
        pump: forth + step + back,
        from: diagonal,
        to: diagonal,
      });
      break;
    }
  }
  return [...ambiguities.values()];
}

/** Returns texts that lead from a position to itself, to another position, and from that position to itself. */
function additions(graph: Graph, pairs: Pairs, components: Components): readonly Ambiguity[] {
  const { size } = graph;
  const ambiguities: Ambiguity[] = [];
  const seen = new Map<string, number>();
  let stepsLeft = maxSteps;
  for (const pair of pairs.keys()) {
    const [from, to] = [Math.floor(pair / size), pair % size];
    if (from === to || !isCycle(pair, pairs, components)) continue;
    // Positions in the same component behave alike, so only a few of them are tried.
    const kind = `${components.get(from * (size + 1))} ${components.get(to * (size + 1))}`;
    const known = seen.get(kind) ?? 0;
    if (known >= maxTries || ambiguities.length >= maxAmbiguities || stepsLeft <= 0) continue;
    const pump = wordOfThree(graph, from, to);
    const before = pump === undefined ? undefined : wordTo(graph, from);
    seen.set(kind, known + (before === undefined ? 1 : maxTries / 2));
    if (before === undefined || pump === undefined) continue;
    ambiguities.push({ before, pump, from, to });
  }
  return ambiguities;

  function wordOfThree(
    ...[{ characters, next }, from, to]: [Graph, number, number]
  ): string | undefined {
    const goal = code(from, to, to);
    const words = new Map([[code(from, from, to), '']]);
    let visits = 20_000;
    for (const [triple, word] of words) {
      const [one, other, last] = [
        Math.floor(triple / size / size),
        Math.floor(triple / size) % size,
        triple % size,
      ];
      for (const [index, character] of characters.entries())
        for (const first of next[one]?.[index] ?? [])
          for (const second of next[other]?.[index] ?? [])
            for (const third of next[last]?.[index] ?? []) {
              const reached = code(first, second, third);
              if (reached === goal) return word + character;
              visits -= 1;
              stepsLeft -= 1;
              if (visits <= 0 || stepsLeft <= 0) return undefined;
              if (!words.has(reached)) words.set(reached, word + character);
            }
    }
    return undefined;
  }

  function code(one: number, other: number, last: number): number {
    return (one * size + other) * size + last;
  }
}

/** Maximum number of ambiguities, because each is tried with several suffixes. */
const maxAmbiguities = 16;

/** Maximum searches for an addition between two components. A successful search counts as half of them. */
const maxTries = 8;

function isCycle(pair: number, pairs: Pairs, components: Components): boolean {
  const component = components.get(pair);
  return pairs.get(pair)?.some((to) => components.get(to) === component) === true;
}

/** Returns a text that leads from one of several pairs to another, through allowed pairs only. If `mustMove`, it is not empty. */
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

/** Returns the shortest text that leads from the start to a position. */
function wordTo(graph: Graph, goal: number): string | undefined {
  const words = new Map<number, string>();
  for (const [index, character] of graph.characters.entries())
    for (const at of graph.first[index] ?? []) if (!words.has(at)) words.set(at, character);
  return reach(graph, words, goal);
}

/** Returns the shortest text that leads from one position to another; empty if they are equal. */
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
