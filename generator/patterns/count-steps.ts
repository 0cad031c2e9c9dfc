import { createAlphabet, type Alphabet } from '../../runtime/core/pattern/alphabet.js';
import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { flagsOf } from '../core/pattern-flags.js';
import { machineOf, type Machine } from './backtracking.js';

/** Counts the steps of a backtracking matcher, such as those of JavaScript engines. */
export interface StepCounter {
  /** Returns the steps of a search for the pattern in a text; `Infinity` if it takes more than `most`. */
  count(text: string, most: number): number;
  /** Returns true if the text has a match; `undefined` if the search would take more than `most` steps. */
  matches(text: string, most: number): boolean | undefined;
  /** Returns the total number of steps so far. */
  spent(): number;
}

/** State to resume at if the current path fails. */
interface Alternative {
  readonly instruction: number;
  readonly index: number;
  readonly iterations: Iteration | undefined;
  readonly captures: Captures;
}

/** Active repetitions, with the index at which each iteration began. */
interface Iteration {
  readonly loop: number;
  readonly start: number;
  readonly outer: Iteration | undefined;
}

type Captures = readonly (number | undefined)[];

/** Creates a counter for a pattern that `RegExp` accepts; `undefined` if it is too large. Counts do not depend on the computer. */
export function counterOf(source: string): StepCounter | undefined {
  const flags = flagsOf(source);
  const pattern = parsePattern(source, flags);
  const machine = pattern && machineOf(pattern, flags);
  return machine && createStepCounter(machine);
}

function createStepCounter(machine: Machine): StepCounter {
  const alphabet = createAlphabet(machine.atoms, machine.flags, true);
  let spent = 0;
  const search = (text: string, most: number): SearchResult => {
    const result = searchText(machine, alphabet, text, most);
    spent += result.steps;
    return result;
  };
  return {
    count(text, most) {
      const { steps } = search(text, most);
      return steps > most ? Infinity : steps;
    },
    matches(text, most) {
      const { steps, isFound } = search(text, most);
      return steps > most ? undefined : isFound;
    },
    spent: () => spent,
  };
}

interface SearchResult {
  readonly steps: number;
  readonly isFound: boolean;
}

/** Searches a text for a match, index by index. Stops after `limit` steps. */
function searchText(
  { instructions, start, flags }: Machine,
  alphabet: Alphabet,
  text: string,
  limit: number,
): SearchResult {
  const units = flags === 'u' ? Array.from(text) : text.split('');
  const symbols = units.map((unit) => alphabet.symbolOf(unit.codePointAt(0) ?? 0));
  let steps = 0;
  for (let index = 0; index <= symbols.length; index += 1) {
    if (run(start, index, []) !== undefined) return { steps, isFound: true };
    if (steps > limit) break;
  }
  return { steps, isFound: false };

  /** Tries all alternatives from one index. Returns the captures of the first match. */
  function run(from: number, begin: number, captures: Captures): Captures | undefined {
    const ways: Alternative[] = [];
    let way: Alternative | undefined = {
      instruction: from,
      index: begin,
      iterations: undefined,
      captures,
    };
    while (way !== undefined) {
      const taken = follow(way, ways);
      if (taken !== undefined || steps > limit) return taken;
      way = ways.pop();
    }
    return undefined;
  }

  /** Follows one path until it matches or fails, and stores its alternatives. */
  function follow(way: Alternative, ways: Alternative[]): Captures | undefined {
    let { instruction: at, index, iterations, captures } = way;
    for (;;) {
      steps += 1;
      if (steps > limit) return undefined;
      const instruction = instructions[at];
      switch (instruction?.kind) {
        case 'take': {
          const symbol = symbols[instruction.isBehind ? index - 1 : index];
          if (symbol === undefined || !alphabet.accepts(symbol, instruction.atom)) return undefined;
          index += instruction.isBehind ? -1 : 1;
          break;
        }
        case 'fork': {
          const [first = 0, ...others] = instruction.ways;
          for (const other of others.reverse())
            ways.push({ instruction: other, index, iterations, captures });
          at = first;
          continue;
        }
        case 'enter':
          iterations = { loop: instruction.loop, start: index, outer: iterations };
          break;
        case 'leave': {
          const iteration = iterationOf(iterations, instruction.loop);
          if (iteration?.start === index) return undefined;
          iterations = iteration?.outer;
          break;
        }
        case 'start':
          if (index !== 0) return undefined;
          break;
        case 'end':
          if (index !== symbols.length) return undefined;
          break;
        case 'boundary':
          if ((isWord(index - 1) !== isWord(index)) === instruction.negated) return undefined;
          break;
        case 'note':
          captures = withCapture(captures, instruction.slot, index);
          break;
        case 'forget':
          captures = withoutCaptures(captures, instruction.groups);
          break;
        case 'look': {
          const found = run(instruction.body, index, captures);
          if (steps > limit || (found === undefined) !== instruction.negated) return undefined;
          if (found !== undefined) captures = found;
          break;
        }
        case 'back': {
          const end = afterCopy(instruction.groups, captures, index, instruction.isBehind);
          if (end === undefined) return undefined;
          index = end;
          break;
        }
        default:
          return captures;
      }
      at = instruction.next;
    }
  }

  function isWord(index: number): boolean {
    const symbol = symbols[index];
    return symbol !== undefined && alphabet.isWord(symbol);
  }

  /** Returns the index after a copy of a captured group; the same index if the group captured nothing. */
  function afterCopy(
    groups: readonly number[],
    captures: Captures,
    index: number,
    isBehind: boolean,
  ): number | undefined {
    const group = groups.find((each) => captures[each * 2 + 1] !== undefined) ?? 0;
    const [first, last] = [captures[group * 2], captures[group * 2 + 1]];
    if (first === undefined || last === undefined) return index;
    const begin = isBehind ? index - (last - first) : index;
    steps += last - first;
    for (let offset = 0; offset < last - first; offset += 1)
      if (units[begin + offset] !== units[first + offset]) return undefined;
    return isBehind ? begin : begin + (last - first);
  }
}

function iterationOf(iterations: Iteration | undefined, loop: number): Iteration | undefined {
  let iteration = iterations;
  while (iteration !== undefined && iteration.loop !== loop) iteration = iteration.outer;
  return iteration;
}

function withCapture(captures: Captures, slot: number, index: number): Captures {
  const updated = [...captures];
  updated[slot] = index;
  return updated;
}

/** Captures without those of the groups from `first` to before `last`. */
function withoutCaptures(
  captures: Captures,
  [first, last]: readonly [first: number, last: number],
): Captures {
  return captures.map((capture, slot) =>
    slot >= first * 2 && slot < last * 2 ? undefined : capture,
  );
}
