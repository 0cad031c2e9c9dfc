import type {
  PatternFlags,
  PatternNode,
  RepeatNode,
} from '../../runtime/core/pattern/syntax-tree.js';

/** What engines of regular expressions do with a pattern, as instructions that lead to one another: one way after another is tried. */
export interface Machine {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  readonly flags: PatternFlags;
  /** What takes one character, each once, as patterns of their own. */
  readonly atoms: readonly string[];
}

export type Instruction =
  | {
      readonly kind: 'take';
      readonly atom: number;
      readonly isBehind: boolean;
      readonly next: number;
    }
  /** What is tried first, and what then. */
  | { readonly kind: 'fork'; readonly ways: readonly number[] }
  /** A round of a repetition begins, or ends: one that took nothing is given up. */
  | { readonly kind: 'enter' | 'leave'; readonly loop: number; readonly next: number }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'boundary'; readonly negated: boolean; readonly next: number }
  /** Notes where a group begins or ends, in the slot for it. */
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

/** The machine of a pattern (ECMA-262 section 22.2.2), counted repetitions written out; `undefined` where it is too large. */
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
    if (most === Infinity) return often(node, least, endless(node, next, isBehind), isBehind);
    let at = next;
    for (let copy = least; copy < most; copy += 1)
      at = choice(node, round(node, at, isBehind), next);
    return often(node, least, at, isBehind);
  }

  function often(node: RepeatNode, times: number, next: number, isBehind: boolean): number {
    let at = next;
    for (let copy = 0; copy < times; copy += 1) {
      const once = forgetting(node, build(node.body, at, isBehind));
      // What takes nothing at all is the same however often it is repeated.
      if (once === at) break;
      at = once;
    }
    return at;
  }

  function endless(node: RepeatNode, next: number, isBehind: boolean): number {
    const at = add({ kind: 'match' });
    const way = round(node, at, isBehind);
    instructions[at] = { kind: 'fork', ways: node.lazy ? [next, way] : [way, next] };
    return at;
  }

  function round(node: RepeatNode, next: number, isBehind: boolean): number {
    if (!mayBeEmpty(node.body)) return forgetting(node, build(node.body, next, isBehind));
    const loop = loops;
    loops += 1;
    const leave = add({ kind: 'leave', loop, next });
    return add({ kind: 'enter', loop, next: forgetting(node, build(node.body, leave, isBehind)) });
  }

  function choice({ lazy }: RepeatNode, way: number, next: number): number {
    return add({ kind: 'fork', ways: lazy ? [next, way] : [way, next] });
  }

  function forgetting({ groups }: RepeatNode, next: number): number {
    return captures && groups[0] < groups[1] ? add({ kind: 'forget', groups, next }) : next;
  }

  function add(instruction: Instruction): number {
    if (instructions.length >= maxSize) throw tooLarge;
    return instructions.push(instruction) - 1;
  }
}

const maxSize = 20_000;
const tooLarge = new Error('a pattern of too many instructions');

function hasBackReferences(node: PatternNode): boolean {
  return node.kind === 'back' || partsOf(node).some(hasBackReferences);
}

/** Whether a pattern may match no text: what it looks at and what it refers to count as none. */
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

/** The patterns that a pattern is made of. */
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
