import type { PatternNode, RepeatNode } from './syntax-tree.js';

/** A pattern as instructions that lead to one another by their numbers, after Thompson. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Where a match begins. */
  readonly start: number;
  /** What takes one character, each once, as patterns of their own. */
  readonly atoms: readonly string[];
  /** Whether every match begins where the text does. */
  readonly isAnchored: boolean;
  /** Whether it asks what stands at both sides of a place (`\b`). */
  readonly hasBoundaries: boolean;
}

export type Instruction =
  | { readonly kind: 'take'; readonly atom: number; readonly next: number }
  | { readonly kind: 'fork'; readonly ways: readonly number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'boundary'; readonly negated: boolean; readonly next: number }
  | { readonly kind: 'match' };

/** What keeps a pattern from being searched for in time that is proportional to the text. */
export type Obstacle = 'lookaround' | 'back-reference' | 'size';

/** Makes the program of a pattern, or tells why there is none. Repetitions that are counted are written out, as many times as they count. */
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
    if (error instanceof Found) return error.obstacle;
    throw error;
  }

  /** Writes what goes on with another instruction, and returns where it begins. */
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
        throw new Found('lookaround');
      case 'back':
        throw new Found('back-reference');
    }
  }

  function repeat({ body, least, most }: RepeatNode, next: number): number {
    if (most === Infinity) return often(body, least, loop(body, next));
    let at = next;
    for (let copy = least; copy < most; copy += 1) {
      const once = build(body, at);
      // What takes nothing at all is the same however often it is repeated.
      if (once === at) break;
      at = add({ kind: 'fork', ways: [once, next] });
    }
    return often(body, least, at);
  }

  function often(body: PatternNode, times: number, next: number): number {
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
    if (instructions.length >= maxSize) throw new Found('size');
    return instructions.push(instruction) - 1;
  }

  function atomOf(text: string): number {
    const known = atoms.get(text);
    if (known !== undefined) return known;
    atoms.set(text, atoms.size);
    return atoms.size - 1;
  }
}

/** As many instructions as one character of a text may ask for, at worst. */
const maxSize = 20_000;

class Found extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(obstacle);
  }
}

/** Whether every way through a pattern begins with `^`. */
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
