import { createAlphabet } from '../../runtime/core/pattern/alphabet.js';
import { isAnchored, programOf, type Program } from '../../runtime/core/pattern/program.js';
import type { PatternFlags, PatternNode } from '../../runtime/core/pattern/syntax-tree.js';
import { charactersOf } from './characters.js';

/** Positions of a pattern that take a character each, and where each leads, character by character. */
export interface Graph {
  readonly size: number;
  /** A character for each kind of characters that the pattern tells apart, those first that are easy to read. */
  readonly characters: readonly string[];
  /** Positions that a text may begin with, by the index of its first character. */
  readonly first: readonly (readonly number[])[];
  /** Positions that follow one, by the index of the character that they take. */
  readonly next: readonly (readonly (readonly number[])[])[];
  /** Whether more than one way leads from a position to the next, as in `(a+)+`, which positions do not show. */
  isForked(from: number, to: number): boolean;
}

/**
 * What backtracking has to choose from, and more: places and references back refuse nothing, what is looked for around a place stands beside
 * the rest, and repetitions that are counted count less. `undefined` for a pattern that is too large.
 */
export function graphOf(pattern: PatternNode, flags: PatternFlags): Graph | undefined {
  const whole: PatternNode = isAnchored(pattern)
    ? pattern
    : // A search begins anywhere: as if any text stood before the match.
      { kind: 'sequence', parts: [anyText, pattern] };
  for (const most of [4, 1]) {
    const program = programOf(relaxed(whole, most));
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

/** A pattern without what looks around or back, in which nothing is counted further than `most`. */
function relaxed(node: PatternNode, most: number): PatternNode {
  const inner = (each: PatternNode): PatternNode => relaxed(each, most);
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
  const followers = takes.map(({ next }) => ways(next));
  const sorted = (found: ReadonlyMap<number, boolean>): readonly (readonly number[])[] =>
    symbols.map((symbol) =>
      [...found.keys()].filter((position) => {
        const take = takes[position];
        return take !== undefined && alphabet.takes(symbol, take.atom);
      }),
    );
  return {
    size: takes.length,
    characters: [...characters.values()],
    first: sorted(ways(program.start)),
    next: followers.map(sorted),
    isForked: (from, to) => followers[from]?.get(to) === true,
  };

  /** Positions that are reached without taking anything, and whether in more than one way. */
  function ways(from: number): ReadonlyMap<number, boolean> {
    const found = new Map<number, boolean>();
    const under = new Set<number>();
    let left = maxVisits;
    const visit = (at: number): void => {
      left -= 1;
      if (left < 0 || under.has(at)) return;
      const instruction = instructions[at];
      const position = positionOf.get(at);
      if (position !== undefined) found.set(position, found.has(position));
      else if (instruction?.kind === 'fork') {
        under.add(at);
        for (const way of instruction.ways) visit(way);
        under.delete(at);
      } else if (instruction !== undefined && 'next' in instruction && instruction.kind !== 'end')
        visit(instruction.next);
    };
    visit(from);
    return found;
  }
}

/** Ways that take nothing are followed so far: there may be as many as repetitions within repetitions multiply. */
const maxVisits = 20_000;

const readable = [
  ...'aA0b1 -_.!/:@,;~#x"\n\t',
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(index + 32)),
  ...'\u0000éα中\u2028\u00a0\ufeff\uffff😀',
];

/** Characters among which there is one of every kind that atoms tell apart, as far as that shows in how they are written. */
function* samplesFor(atoms: readonly string[], flags: PatternFlags): Iterable<string> {
  yield* readable.filter((character) => flags === 'u' || character.length === 1);
  for (const atom of atoms)
    for (const [from, to] of charactersOf(atom, flags))
      for (const code of [from, to, from - 1, to + 1])
        if (code >= 0 && code <= (flags === 'u' ? 0x10ffff : 0xffff))
          yield String.fromCodePoint(code);
}
