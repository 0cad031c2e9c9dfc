import { createAlphabet } from './alphabet.js';
import type { Instruction, Program } from './program.js';
import type { PatternFlags } from './syntax-tree.js';

/** State of a lazily constructed automaton: the possible positions of a search. */
interface State {
  /** Indexes of pending instructions: character matches, and tests that depend on the next character. */
  readonly waiting: readonly number[];
  /** True at the start of the text. */
  readonly isStart: boolean;
  /** True after a letter, digit or `_`; always `false` if the pattern has no boundaries. */
  readonly afterWord: boolean;
  /** Following states by symbol. */
  readonly next: (State | undefined)[];
  /** True if a match ends at the end of the text. */
  endsHere: boolean | undefined;
}

/** Properties of a position in the text, while instructions are followed that do not consume a character. */
interface Position {
  readonly isStart: boolean;
  /** Absent if it depends on the next character. */
  readonly isEnd?: boolean;
  readonly isBoundary?: boolean;
}

/**
 * Creates a search for matches anywhere in a text. Each character is read once. In the worst case all instructions are followed for
 * it, but usually none, because states are cached up to a limit.
 */
export function createSearch(program: Program, flags: PatternFlags): (text: string) => boolean {
  const { instructions, start, isAnchored } = program;
  const alphabet = createAlphabet(program.atoms, flags, program.hasBoundaries);
  const states = new Map<string, State>();
  const seen = new Uint32Array(instructions.length);
  let round = 0;
  let cachedSize = 0;

  const accepting: State = stateOf([], false, false);
  const stuck: State = stateOf([], false, false);
  let first: State | undefined;

  return (text) => {
    first ??= startOf();
    let state = first;
    for (let at = 0; at < text.length;) {
      if (state === accepting) return true;
      if (state === stuck) return false;
      const code = (flags === 'u' ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;
      at += code > 0xffff ? 2 : 1;
      const symbol = alphabet.symbolOf(code);
      state = state.next[symbol] ?? follow(state, symbol);
    }
    return state === accepting || (state.endsHere ??= endsIn(state));
  };

  function startOf(): State {
    round += 1;
    const waiting: number[] = [];
    return followEmpty(start, { isStart: true }, waiting)
      ? accepting
      : stateOf(waiting, true, false);
  }

  function follow(state: State, symbol: number): State {
    const created = make(state, symbol);
    state.next[symbol] = created;
    return created;
  }

  function make(state: State, symbol: number): State {
    const isWord = alphabet.isWord(symbol);
    const ready = resolve(state, { isEnd: false, isBoundary: state.afterWord !== isWord });
    if (ready === undefined) return accepting;
    round += 1;
    const waiting: number[] = [];
    const origin = { isStart: false };
    for (const at of ready) {
      const instruction = instructions[at];
      if (instruction?.kind !== 'take' || !alphabet.accepts(symbol, instruction.atom)) continue;
      if (followEmpty(instruction.next, origin, waiting)) return accepting;
    }
    if (!isAnchored && followEmpty(start, origin, waiting)) return accepting;
    if (waiting.length === 0) return stuck;
    return keep(waiting, isWord);
  }

  function keep(waiting: readonly number[], afterWord: boolean): State {
    const key = `${afterWord ? 'w' : ''}${waiting.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    cachedSize += waiting.length + stateSize;
    if (cachedSize > maxCachedSize) {
      states.clear();
      first = undefined;
      cachedSize = waiting.length + stateSize;
    }
    const created = stateOf(waiting, false, afterWord);
    states.set(key, created);
    return created;
  }

  function endsIn(state: State): boolean {
    return resolve(state, { isEnd: true, isBoundary: state.afterWord }) === undefined;
  }

  /** Resolves tests that depend on the next character. Returns the pending instructions, or `undefined` for a match. */
  function resolve(
    { waiting, isStart }: State,
    next: { readonly isEnd: boolean; readonly isBoundary: boolean },
  ): readonly number[] | undefined {
    if (waiting.every((at) => instructions[at]?.kind === 'take')) return waiting;
    round += 1;
    const ready: number[] = [];
    for (const at of waiting) if (followEmpty(at, { ...next, isStart }, ready)) return undefined;
    return ready;
  }

  /** Follows instructions that do not consume a character, and collects pending ones. Returns true for a match. */
  function followEmpty(from: number, position: Position, waiting: number[]): boolean {
    const pending = [from];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (seen[at] === round) continue;
      seen[at] = round;
      const instruction = instructions[at];
      if (instruction === undefined || instruction.kind === 'match') return true;
      if (isWaiting(instruction, position)) waiting.push(at);
      else if (instruction.kind === 'fork')
        for (const branch of instruction.ways) pending.push(branch);
      else if (instruction.kind !== 'take' && passes(instruction, position))
        pending.push(instruction.next);
    }
    return false;
  }
}

/** Maximum size of the cached states, in numbers. Corresponds to a few megabytes. */
const maxCachedSize = 200_000;

/** Overhead of a state in addition to its pending instructions. */
const stateSize = 30;

function stateOf(waiting: readonly number[], isStart: boolean, afterWord: boolean): State {
  return { waiting, isStart, afterWord, next: [], endsHere: undefined };
}

function isWaiting({ kind }: Instruction, { isEnd, isBoundary }: Position): boolean {
  if (kind === 'take') return true;
  return (
    (kind === 'end' && isEnd === undefined) || (kind === 'boundary' && isBoundary === undefined)
  );
}

function passes(
  instruction: Extract<Instruction, { readonly kind: 'start' | 'end' | 'boundary' }>,
  { isStart, isEnd, isBoundary }: Position,
): boolean {
  if (instruction.kind === 'boundary') return (isBoundary === true) !== instruction.negated;
  return instruction.kind === 'start' ? isStart : isEnd === true;
}
