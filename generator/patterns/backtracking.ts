import type {
  PatternFlags,
  PatternNode,
  RepeatNode,
} from '../../runtime/core/pattern/syntax-tree.js';

/** Instructions of a backtracking matcher, in the way that JavaScript engines execute a pattern. */
export interface Machine {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  readonly flags: PatternFlags;
  /** Distinct single-character atoms, as patterns. */
  readonly atoms: readonly string[];
}

export type Instruction =
  | {
      readonly kind: 'take';
      readonly atom: number;
      readonly isBehind: boolean;
      readonly next: number;
    }
  /** Alternatives in the order in which they are tried. */
  | { readonly kind: 'fork'; readonly ways: readonly number[] }
  /** Beginning and end of an iteration. An iteration that consumes nothing fails. */
  | { readonly kind: 'enter' | 'leave'; readonly loop: number; readonly next: number }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'boundary'; readonly negated: boolean; readonly next: number }
  /** Stores the position of a group's beginning or end in its slot. */
  | { readonly kind: 'note'; readonly slot: number; readonly next: number }
  | {
      readonly kind: 'forget';
      readonly groups: readonly [from: number, to: number];
      readonly next: number;
    }
  | {
      readonly kind: 'look';
      readonly body: number;
      readonly negated: boolean;
      readonly next: number;
    }
  | {
      readonly kind: 'back';
      readonly groups: readonly number[];
      readonly isBehind: boolean;
      readonly next: number;
    }
  | { readonly kind: 'match' };

/** Compiles a pattern (ECMA-262 section 22.2.2), with counted repetitions expanded; `undefined` if it is too large. */
export function machineOf(pattern: PatternNode, flags: PatternFlags): Machine | undefined {
  const instructions: Instruction[] = [{ kind: 'match' }];
  const atoms = new Map<string, number>();
  const captures = hasBackReferences(pattern);
  let loops = 0;
  try {
    const start = build(pattern, 0, false);
    return { instructions, start, flags, atoms: [...atoms.keys()] };
  } catch (error) {
    if (error === tooLarge) return undefined;
    throw error;
  }

  function build(node: PatternNode, next: number, isBehind: boolean): number {
    switch (node.kind) {
      case 'character': {
        const atom = atoms.get(node.text) ?? atoms.size;
        atoms.set(node.text, atom);
        return add({ kind: 'take', atom, isBehind, next });
      }
      case 'sequence': {
        const parts = isBehind ? node.parts : node.parts.toReversed();
        return parts.reduce((after, part) => build(part, after, isBehind), next);
      }
      case 'either':
        return add({
          kind: 'fork',
          ways: node.options.map((option) => build(option, next, isBehind)),
        });
      case 'group': {
        if (!captures) return build(node.body, next, isBehind);
        const [first, last] = [node.index * 2, node.index * 2 + 1];
        const after = add({ kind: 'note', slot: isBehind ? first : last, next });
        const body = build(node.body, after, isBehind);
        return add({ kind: 'note', slot: isBehind ? last : first, next: body });
      }
      case 'repeat':
        return repeat(node, next, isBehind);
      case 'start':
      case 'end':
        return add({ kind: node.kind, next });
      case 'boundary':
        return add({ kind: 'boundary', negated: node.negated, next });
      case 'look': {
        const body = build(node.body, 0, node.direction === 'behind');
        return add({ kind: 'look', body, negated: node.negated, next });
      }
      case 'back':
        return add({ kind: 'back', groups: node.groups, isBehind, next });
    }
  }

  function repeat(node: RepeatNode, next: number, isBehind: boolean): number {
    const { least, most } = node;
    if (most === Infinity) return repeated(node, least, unbounded(node, next, isBehind), isBehind);
    let at = next;
    for (let copy = least; copy < most; copy += 1)
      at = choice(node, iterationOf(node, at, isBehind), next);
    return repeated(node, least, at, isBehind);
  }

  function repeated(node: RepeatNode, times: number, next: number, isBehind: boolean): number {
    let at = next;
    for (let copy = 0; copy < times; copy += 1) {
      const iteration = withReset(node, build(node.body, at, isBehind));
      // A body that consumes nothing is the same for every number of repetitions.
      if (iteration === at) break;
      at = iteration;
    }
    return at;
  }

  function unbounded(node: RepeatNode, next: number, isBehind: boolean): number {
    const at = add({ kind: 'match' });
    const way = iterationOf(node, at, isBehind);
    instructions[at] = { kind: 'fork', ways: node.lazy ? [next, way] : [way, next] };
    return at;
  }

  function iterationOf(node: RepeatNode, next: number, isBehind: boolean): number {
    if (!mayBeEmpty(node.body)) return withReset(node, build(node.body, next, isBehind));
    const loop = loops;
    loops += 1;
    const leave = add({ kind: 'leave', loop, next });
    return add({ kind: 'enter', loop, next: withReset(node, build(node.body, leave, isBehind)) });
  }

  function choice({ lazy }: RepeatNode, way: number, next: number): number {
    return add({ kind: 'fork', ways: lazy ? [next, way] : [way, next] });
  }

  function withReset({ groups }: RepeatNode, next: number): number {
    return captures && groups[0] < groups[1] ? add({ kind: 'forget', groups, next }) : next;
  }

  function add(instruction: Instruction): number {
    if (instructions.length >= MAX_INSTRUCTIONS) throw tooLarge;
    return instructions.push(instruction) - 1;
  }
}

const MAX_INSTRUCTIONS = 20_000;
const tooLarge = new Error('a pattern of too many instructions');

function hasBackReferences(node: PatternNode): boolean {
  return node.kind === 'back' || partsOf(node).some(hasBackReferences);
}

/** True if a pattern can match the empty string. Assertions and back-references count as empty. */
function mayBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'repeat':
      return node.least === 0 || mayBeEmpty(node.body);
    case 'either':
      return node.options.some(mayBeEmpty);
    case 'sequence':
      return node.parts.every(mayBeEmpty);
    case 'group':
      return mayBeEmpty(node.body);
    default:
      return true;
  }
}

/** Returns the direct subpatterns of a pattern. */
export function partsOf(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case 'sequence':
      return node.parts;
    case 'either':
      return node.options;
    case 'group':
    case 'repeat':
    case 'look':
      return [node.body];
    default:
      return [];
  }
}
