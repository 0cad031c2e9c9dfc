import { createAlphabet } from '../../runtime/core/pattern/alphabet.js';
import { isAnchored, programOf, type Program } from '../../runtime/core/pattern/program.js';
import type { PatternFlags, PatternNode } from '../../runtime/core/pattern/syntax-tree.js';
import { charactersOf } from './characters.js';

/** Positions of a pattern that match one character each, and the positions that follow each by character. */
export interface Graph {
  readonly size: number;
  /** One character for each class of characters that the pattern distinguishes; readable ones first. */
  readonly characters: readonly string[];
  /** Positions that a text may begin with, by index of its first character. */
  readonly first: readonly (readonly number[])[];
  /** Positions that follow each position, by index of the character that they match. */
  readonly next: readonly (readonly (readonly number[])[])[];
  /** True if more than one path leads from a position to the next, as in `(a+)+`. Positions alone do not represent this. */
  isForked(from: number, to: number): boolean;
}

/**
 * Returns the choices of a backtracking matcher, as a superset. Assertions and back-references never fail, lookarounds are alternatives,
 * and counted repetitions are shortened. Returns `undefined` for a pattern that is too large.
 */
export function graphOf(pattern: PatternNode, flags: PatternFlags): Graph | undefined {
  const searched: PatternNode = isAnchored(pattern)
    ? pattern
    : // An unanchored search starts anywhere, as if any text preceded the match.
      { kind: 'sequence', parts: [anyText, pattern] };
  for (const most of [4, 1]) {
    const program = programOf(relax(searched, most));
    if (typeof program === 'string') continue;
    const takes = program.instructions.filter(({ kind }) => kind === 'take').length;
    if (takes <= maxPositions && program.instructions.length <= maxInstructions)
      return connected(program, flags);
  }
  return undefined;
}

const maxPositions = 150;
const maxInstructions = 2000;

const anyText: PatternNode = {
  kind: 'repeat',
  body: { kind: 'character', text: '[^]' },
  least: 0,
  most: Infinity,
  lazy: true,
  groups: [1, 1],
};
const nothing: PatternNode = { kind: 'sequence', parts: [] };
const never: PatternNode = { kind: 'character', text: '[]' };

/** Replaces lookarounds and back-references, and makes repetitions of more than `most` unbounded. */
function relax(node: PatternNode, most: number): PatternNode {
  const inner = (each: PatternNode): PatternNode => relax(each, most);
  switch (node.kind) {
    case 'back':
    case 'boundary':
      return nothing;
    case 'look':
      return {
        kind: 'either',
        options: [{ kind: 'sequence', parts: [inner(node.body), never] }, nothing],
      };
    case 'sequence':
      return { kind: 'sequence', parts: node.parts.map(inner) };
    case 'either':
      return { kind: 'either', options: node.options.map(inner) };
    case 'group':
      return inner(node.body);
    case 'repeat': {
      if (node.most === 0) return nothing;
      const isCounted = node.most <= most;
      return {
        ...node,
        body: inner(node.body),
        least: Math.min(node.least, most),
        most: isCounted ? node.most : Infinity,
      };
    }
    default:
      return node;
  }
}

function connected(program: Program, flags: PatternFlags): Graph {
  const { instructions } = program;
  const takes = instructions.flatMap((each, at) => (each.kind === 'take' ? [{ ...each, at }] : []));
  const positionOf = new Map(takes.map(({ at }, position) => [at, position]));
  const alphabet = createAlphabet(program.atoms, flags, false);
  const characters = new Map<number, string>();
  for (const character of samplesFor(program.atoms, flags)) {
    const symbol = alphabet.symbolOf(character.codePointAt(0) ?? 0);
    if (!characters.has(symbol)) characters.set(symbol, character);
  }
  const symbols = [...characters.keys()];
  const followers = takes.map(({ next }) => pathsFrom(next));
  const sorted = (found: ReadonlyMap<number, boolean>): readonly (readonly number[])[] =>
    symbols.map((symbol) =>
      [...found.keys()].filter((position) => {
        const take = takes[position];
        return take !== undefined && alphabet.accepts(symbol, take.atom);
      }),
    );
  return {
    size: takes.length,
    characters: [...characters.values()],
    first: sorted(pathsFrom(program.start)),
    next: followers.map(sorted),
    isForked: (from, to) => followers[from]?.get(to) === true,
  };

  /** Returns the positions that are reachable without matching a character, and whether several paths lead to each. */
  function pathsFrom(from: number): ReadonlyMap<number, boolean> {
    const reached = new Map<number, boolean>();
    const active = new Set<number>();
    let left = MAX_VISITS;
    const visit = (at: number): void => {
      left -= 1;
      if (left < 0 || active.has(at)) return;
      const instruction = instructions[at];
      const position = positionOf.get(at);
      if (position !== undefined) reached.set(position, reached.has(position));
      else if (instruction?.kind === 'fork') {
        active.add(at);
        for (const way of instruction.ways) visit(way);
        active.delete(at);
      } else if (instruction !== undefined && 'next' in instruction && instruction.kind !== 'end')
        visit(instruction.next);
    };
    visit(from);
    return reached;
  }
}

/** Maximum number of visited instructions: nested repetitions multiply the number of empty paths. */
const MAX_VISITS = 20_000;

const readable = [
  ...'aA0b1 -_.!/:@,;~#x"\n\t',
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(index + 32)),
  ...'\u0000éα中\u2028\u00a0\ufeff\uffff😀',
];

/** Returns characters that include one of each class that the atoms distinguish, as far as their syntax shows. */
function* samplesFor(atoms: readonly string[], flags: PatternFlags): Iterable<string> {
  yield* readable.filter((character) => flags === 'u' || character.length === 1);
  for (const atom of atoms)
    for (const [from, to] of charactersOf(atom, flags))
      for (const code of [from, to, from - 1, to + 1])
        if (code >= 0 && code <= (flags === 'u' ? 0x10ffff : 0xffff))
          yield String.fromCodePoint(code);
}
