import { isAnchored } from '../../runtime/core/pattern/program.js';
import type { PatternFlags, PatternNode } from '../../runtime/core/pattern/syntax-tree.js';
import { anyCharacter, charactersOf, type Characters } from './characters.js';

/** Glushkov automaton of a pattern: positions that each match one character, and the positions that may follow each. */
export interface Automaton {
  readonly characters: readonly Characters[];
  readonly follow: readonly ReadonlySet<number>[];
}

/** Maximum number of positions, so that the analysis is fast. */
const MAX_POSITIONS = 120;

/** Steps of analyses so far. */
export interface Work {
  steps: number;
}

/** The characters of a position take about as long as this many steps. */
const STEPS_OF_POSITION = 20;

interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/**
 * Returns the automaton of a pattern. Returns `undefined` if it is too large, if it contains lookarounds or back-references, or if two
 * repetitions connect the same positions, as in `(a+)+`, which positions do not represent. Repetitions are either counted, with a position
 * for each, or treated as unbounded if they are many. The latter is small and only overestimates the work.
 */
export function automatonOf(
  pattern: PatternNode,
  flags: PatternFlags,
  work: Work,
  repetitions: 'counted' | 'endless' = 'endless',
): Automaton | undefined {
  const characters: Characters[] = [];
  const follow: Set<number>[] = [];
  const anchored = isAnchored(pattern);
  let isPlain = true;

  // An unanchored search starts anywhere, as if any text preceded the match.
  const prefix = position(anyCharacter);
  if (!anchored) connect(prefix, prefix);
  connect(prefix, build(pattern));
  return isPlain ? { characters, follow } : undefined;

  function position(accepted: Characters): Part {
    const index = characters.push(accepted) - 1;
    follow.push(new Set());
    work.steps += STEPS_OF_POSITION;
    if (index >= MAX_POSITIONS) isPlain = false;
    return { nullable: false, first: [index], last: [index] };
  }

  function connect(from: Part, to: Part): void {
    for (const last of from.last) {
      const next = follow[last];
      work.steps += to.first.length;
      for (const first of to.first) {
        if (next?.has(first) === true) isPlain = false;
        next?.add(first);
      }
    }
  }

  function build(node: PatternNode): Part {
    if (!isPlain) return nothing;
    switch (node.kind) {
      case 'character':
        return position(charactersOf(node.text, flags));
      case 'sequence':
        return node.parts.reduce<Part>((left, part) => sequence(left, build(part)), nothing);
      case 'either': {
        const options = node.options.map(build);
        return {
          nullable: options.some(({ nullable }) => nullable),
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
        };
      }
      case 'repeat':
        return repeat(node);
      case 'group':
        return build(node.body);
      case 'look':
      case 'back':
        isPlain = false;
        return nothing;
      case 'start':
      case 'end':
      case 'boundary':
        // Assertions only reject. Ignoring them overestimates the work.
        return nothing;
    }
  }

  function repeat({ body, least, most }: Extract<PatternNode, { kind: 'repeat' }>): Part {
    if (most === 0) return nothing;
    // Unbounded repetition overestimates the work. In unanchored patterns it would make every pattern appear slow, so those are counted.
    const isLoop = most === Infinity || (anchored && most > 4 && repetitions === 'endless');
    const count = isLoop ? (anchored ? 1 : Math.max(least, 1)) : most;
    let all: Part = nothing;
    for (let copy = 1; copy <= count && isPlain; copy += 1) {
      const one = build(body);
      if (one.nullable && most > 1) isPlain = false;
      if (isLoop && copy === count) connect(one, one);
      const optional = copy > least || (isLoop && least === 0);
      all = sequence(all, optional ? { ...one, nullable: true } : one);
    }
    return all;
  }

  function sequence(left: Part, right: Part): Part {
    connect(left, right);
    return {
      nullable: left.nullable && right.nullable,
      first: left.nullable ? [...left.first, ...right.first] : left.first,
      last: right.nullable ? [...left.last, ...right.last] : right.last,
    };
  }
}

const nothing: Part = { nullable: true, first: [], last: [] };
