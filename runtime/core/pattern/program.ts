import type { PatternNode, RepeatNode } from './syntax-tree.js';

/** A pattern as a graph of instructions, identified by index (Thompson's construction). */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Index of the first instruction. */
  readonly start: number;
  /** Distinct patterns that match one character each. */
  readonly atoms: readonly string[];
  /** True if every match starts at the start of the text. */
  readonly isAnchored: boolean;
  /** True if the pattern tests word boundaries (`\b`). */
  readonly hasBoundaries: boolean;
}

export type Instruction =
  | { readonly kind: 'take'; readonly atom: number; readonly next: number }
  | { readonly kind: 'fork'; readonly ways: readonly number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'boundary'; readonly negated: boolean; readonly next: number }
  | { readonly kind: 'match' };

/** Property of a pattern that prevents matching in linear time. */
export type Obstacle = 'lookaround' | 'back-reference' | 'size';

/** Compiles a pattern, or returns the reason why that is impossible. Counted repetitions are expanded. */
export function programOf(pattern: PatternNode): Program | Obstacle {
  const instructions: Instruction[] = [{ kind: 'match' }];
  const atoms = new Map<string, number>();
  let hasBoundaries = false;
  try {
    const start = build(pattern, 0);
    return {
      instructions,
      start,
      atoms: [...atoms.keys()],
      isAnchored: isAnchored(pattern),
      hasBoundaries,
    };
  } catch (error) {
    if (error instanceof ObstacleError) return error.obstacle;
    throw error;
  }

  /** Adds the instructions of a node, which continue with `next`. Returns the index of the first one. */
  function build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return add({ kind: 'take', atom: atomOf(node.text), next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => build(part, after), next);
      case 'either':
        return add({ kind: 'fork', ways: node.options.map((option) => build(option, next)) });
      case 'group':
        return build(node.body, next);
      case 'repeat':
        return repeat(node, next);
      case 'start':
      case 'end':
        return add({ kind: node.kind, next });
      case 'boundary':
        hasBoundaries = true;
        return add({ kind: 'boundary', negated: node.negated, next });
      case 'look':
        throw new ObstacleError('lookaround');
      case 'back':
        throw new ObstacleError('back-reference');
    }
  }

  function repeat({ body, least, most }: RepeatNode, next: number): number {
    if (most === Infinity) return repeatExactly(body, least, loop(body, next));
    let at = next;
    for (let copy = least; copy < most; copy += 1) {
      const once = build(body, at);
      // A body that matches only the empty text is the same however often it is repeated.
      if (once === at) break;
      at = add({ kind: 'fork', ways: [once, next] });
    }
    return repeatExactly(body, least, at);
  }

  function repeatExactly(body: PatternNode, times: number, next: number): number {
    let at = next;
    for (let copy = 0; copy < times; copy += 1) {
      const once = build(body, at);
      if (once === at) break;
      at = once;
    }
    return at;
  }

  function loop(body: PatternNode, next: number): number {
    const at = add({ kind: 'match' });
    instructions[at] = { kind: 'fork', ways: [build(body, at), next] };
    return at;
  }

  function add(instruction: Instruction): number {
    if (instructions.length >= maxSize) throw new ObstacleError('size');
    return instructions.push(instruction) - 1;
  }

  function atomOf(text: string): number {
    const known = atoms.get(text);
    if (known !== undefined) return known;
    atoms.set(text, atoms.size);
    return atoms.size - 1;
  }
}

/** Maximum number of instructions, which bounds the work for one character. */
const maxSize = 20_000;

class ObstacleError extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

/** True if every alternative of a pattern starts with `^`. */
export function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'start':
      return true;
    case 'either':
      return node.options.every(isAnchored);
    case 'group':
      return isAnchored(node.body);
    case 'repeat':
      return node.least > 0 && isAnchored(node.body);
    case 'sequence': {
      const first = node.parts.find((part) => part.kind !== 'boundary');
      return first !== undefined && isAnchored(first);
    }
    default:
      return false;
  }
}
