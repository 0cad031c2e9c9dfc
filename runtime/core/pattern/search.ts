import { createAlphabet } from './alphabet.js';
import type { Instruction, Program } from './program.js';
import type { PatternFlags } from './syntax-tree.js';

/** Where a search may be after some text: one state of an automaton that is made as far as texts lead. */
interface State {
  /** Numbers of instructions: takes, and those that ask for what comes next. */
  readonly waiting: readonly number[];
  /** Whether no text came before. */
  readonly isStart: boolean;
  /** Whether a letter, digit or `_` came before; `false` where no pattern asks. */
  readonly afterWord: boolean;
  /** States by the symbol that leads to them. */
  readonly next: (State | undefined)[];
  /** Whether a match ends with the text. */
  endsHere: boolean | undefined;
}

/** What is known of a place in a text while instructions are followed that take nothing. */
interface Place {
  readonly isStart: boolean;
  /** Absent where it depends on what comes next. */
  readonly isEnd?: boolean;
  readonly isBoundary?: boolean;
}

/**
 * A search for matches of a program anywhere in a text. It looks at each character once: at most, all instructions are followed for it, and
 * mostly none, because states are kept, up to a bound, where they are made anew.
 */
export function createSearch(program: Program, flags: PatternFlags): (text: string) => boolean {
  const { instructions, start, isAnchored } = program;
  const alphabet = createAlphabet(program.atoms, flags, program.hasBoundaries);
  const states = new Map<string, State>();
  const seen = new Uint32Array(instructions.length);
  let round = 0;
  let kept = 0;

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
    return reach(start, { isStart: true }, waiting) ? accepting : stateOf(waiting, true, false);
  }

  function follow(state: State, symbol: number): State {
    const made = make(state, symbol);
    state.next[symbol] = made;
    return made;
  }

  function make(state: State, symbol: number): State {
    const isWord = alphabet.isWord(symbol);
    const ready = settle(state, { isEnd: false, isBoundary: state.afterWord !== isWord });
    if (ready === undefined) return accepting;
    round += 1;
    const waiting: number[] = [];
    const place = { isStart: false };
    for (const at of ready) {
      const instruction = instructions[at];
      if (instruction?.kind !== 'take' || !alphabet.takes(symbol, instruction.atom)) continue;
      if (reach(instruction.next, place, waiting)) return accepting;
    }
    if (!isAnchored && reach(start, place, waiting)) return accepting;
    if (waiting.length === 0) return stuck;
    return keep(waiting, isWord);
  }

  function keep(waiting: readonly number[], afterWord: boolean): State {
    const key = `${afterWord ? 'w' : ''}${waiting.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    kept += waiting.length + stateSize;
    if (kept > maxKept) {
      states.clear();
      first = undefined;
      kept = waiting.length + stateSize;
    }
    const made = stateOf(waiting, false, afterWord);
    states.set(key, made);
    return made;
  }

  function endsIn(state: State): boolean {
    return settle(state, { isEnd: true, isBoundary: state.afterWord }) === undefined;
  }

  /** What waits once it is known what comes next; `undefined` where that is a match. */
  function settle(
    { waiting, isStart }: State,
    next: { readonly isEnd: boolean; readonly isBoundary: boolean },
  ): readonly number[] | undefined {
    if (waiting.every((at) => instructions[at]?.kind === 'take')) return waiting;
    round += 1;
    const ready: number[] = [];
    for (const at of waiting) if (reach(at, { ...next, isStart }, ready)) return undefined;
    return ready;
  }

  /** Follows what takes nothing, and notes what waits. Answers whether that is a match already. */
  function reach(from: number, place: Place, waiting: number[]): boolean {
    const pending = [from];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (seen[at] === round) continue;
      seen[at] = round;
      const instruction = instructions[at];
      if (instruction === undefined || instruction.kind === 'match') return true;
      if (isWaiting(instruction, place)) waiting.push(at);
      else if (instruction.kind === 'fork') for (const way of instruction.ways) pending.push(way);
      else if (instruction.kind !== 'take' && passes(instruction, place))
        pending.push(instruction.next);
    }
    return false;
  }
}

/** Numbers that the states of a search may hold together: some megabytes. */
const maxKept = 200_000;

/** What a state takes beside the instructions that wait. */
const stateSize = 30;

function stateOf(waiting: readonly number[], isStart: boolean, afterWord: boolean): State {
  return { waiting, isStart, afterWord, next: [], endsHere: undefined };
}

function isWaiting({ kind }: Instruction, { isEnd, isBoundary }: Place): boolean {
  if (kind === 'take') return true;
  return (
    (kind === 'end' && isEnd === undefined) || (kind === 'boundary' && isBoundary === undefined)
  );
}

function passes(
  instruction: Extract<Instruction, { readonly kind: 'start' | 'end' | 'boundary' }>,
  { isStart, isEnd, isBoundary }: Place,
): boolean {
  if (instruction.kind === 'boundary') return (isBoundary === true) !== instruction.negated;
  return instruction.kind === 'start' ? isStart : isEnd === true;
}
