import { isAnchored } from '../../runtime/core/pattern/program.js';
import type { PatternFlags, PatternNode } from '../../runtime/core/pattern/syntax-tree.js';
import { anyCharacter, charactersOf, type Characters } from './characters.js';

/** Positions of a pattern and which may follow which, after Glushkov: each takes one character. */
export interface Automaton {
  readonly characters: readonly Characters[];
  readonly follow: readonly ReadonlySet<number>[];
}

/** Beyond this many positions the cheap judgement would not be cheap. */
const limit = 120;

interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/**
 * The automaton of a pattern; `undefined` where it is too large, where it looks around or back, or where two ways of repeating lead from one
 * position to the next, as in `(a+)+`, which positions alone do not show. Repetitions are counted, a position for
 * each time, or where they are many taken for endless, which is small and only gives more to try.
 */
export function automatonOf(
  pattern: PatternNode,
  flags: PatternFlags,
  repetitions: 'counted' | 'endless' = 'endless',
): Automaton | undefined {
  const characters: Characters[] = [];
  const follow: Set<number>[] = [];
  const anchored = isAnchored(pattern);
  let isPlain = true;

  // A search that is not anchored starts anywhere: as if any text stood before the match.
  const before = position(anyCharacter);
  if (!anchored) connect(before, before);
  connect(before, build(pattern));
  return isPlain ? { characters, follow } : undefined;

  function position(taken: Characters): Part {
    const index = characters.push(taken) - 1;
    follow.push(new Set());
    if (index >= limit) isPlain = false;
    return { nullable: false, first: [index], last: [index] };
  }

  function connect(from: Part, to: Part): void {
    for (const last of from.last) {
      const next = follow[last];
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
        // A place only refuses: without it there is more to try, never less.
        return nothing;
    }
  }

  function repeat({ body, least, most }: Extract<PatternNode, { kind: 'repeat' }>): Part {
    if (most === 0) return nothing;
    // Without counting there is more to try; a search that may start anywhere would count as slow, though.
    const isLoop = most === Infinity || (anchored && most > 4 && repetitions === 'endless');
    const copies = isLoop ? (anchored ? 1 : Math.max(least, 1)) : most;
    let all: Part = nothing;
    for (let copy = 1; copy <= copies && isPlain; copy += 1) {
      const one = build(body);
      if (one.nullable && most > 1) isPlain = false;
      if (isLoop && copy === copies) connect(one, one);
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
