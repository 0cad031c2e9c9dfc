import { createAlphabet, type Alphabet } from '../../runtime/core/pattern/alphabet.js';
import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { flagsOf } from '../core/pattern-flags.js';
import { machineOf, type Machine } from './backtracking.js';

/** Counts what an engine does that tries one way after another, as those of JavaScript do. */
export interface StepCounter {
  /** Steps of a search for the pattern in a text; `Infinity` where there would be more than `most`. */
  count(text: string, most: number): number;
  /** Whether the text has a match; `undefined` where more than `most` steps would be needed to tell. */
  matches(text: string, most: number): boolean | undefined;
  /** All steps that were done so far. */
  spent(): number;
}

/** Where to go on when a way leads nowhere. */
interface Way {
  readonly at: number;
  readonly place: number;
  readonly rounds: Round | undefined;
  readonly notes: Notes;
}

/** Repetitions that are at it, and where each began its round. */
interface Round {
  readonly loop: number;
  readonly place: number;
  readonly outer: Round | undefined;
}

type Notes = readonly (number | undefined)[];

/** A counter for a pattern that RegExp accepts; `undefined` where it is too large. No clock is asked: every computer counts the same. */
export function counterOf(source: string): StepCounter | undefined {
  const flags = flagsOf(source);
  const pattern = parsePattern(source, flags);
  const machine = pattern && machineOf(pattern, flags);
  return machine && createStepCounter(machine);
}

function createStepCounter(machine: Machine): StepCounter {
  const { instructions, start, atoms, flags } = machine;
  const alphabet: Alphabet = createAlphabet(atoms, flags, true);
  let units: readonly string[] = [];
  let symbols: readonly number[] = [];
  let steps = 0;
  let limit = 0;
  let before = 0;

  return {
    count(text, most) {
      search(text, most);
      return steps > limit ? Infinity : steps;
    },
    matches(text, most) {
      const found = search(text, most);
      return steps > limit ? undefined : found;
    },
    spent: () => before + steps,
  };

  function search(text: string, most: number): boolean {
    units = flags === 'u' ? Array.from(text) : text.split('');
    symbols = units.map((unit) => alphabet.symbolOf(unit.codePointAt(0) ?? 0));
    before += steps;
    steps = 0;
    limit = most;
    for (let place = 0; place <= symbols.length; place += 1) {
      if (run(start, place, []) !== undefined) return true;
      if (steps > limit) return false;
    }
    return false;
  }

  /** Tries all ways from one place on; answers what was noted in the one that matches. */
  function run(from: number, begin: number, noted: Notes): Notes | undefined {
    const ways: Way[] = [];
    let way: Way | undefined = { at: from, place: begin, rounds: undefined, notes: noted };
    while (way !== undefined) {
      const taken = follow(way, ways);
      if (taken !== undefined || steps > limit) return taken;
      way = ways.pop();
    }
    return undefined;
  }

  /** Goes one way as far as it leads, and notes the others. */
  function follow(way: Way, ways: Way[]): Notes | undefined {
    let { at, place, rounds, notes } = way;
    for (;;) {
      steps += 1;
      if (steps > limit) return undefined;
      const instruction = instructions[at];
      switch (instruction?.kind) {
        case 'take': {
          const symbol = symbols[instruction.isBehind ? place - 1 : place];
          if (symbol === undefined || !alphabet.takes(symbol, instruction.atom)) return undefined;
          place += instruction.isBehind ? -1 : 1;
          break;
        }
        case 'fork': {
          const [first = 0, ...others] = instruction.ways;
          for (const other of others.reverse()) ways.push({ at: other, place, rounds, notes });
          at = first;
          continue;
        }
        case 'enter':
          rounds = { loop: instruction.loop, place, outer: rounds };
          break;
        case 'leave': {
          const round = roundOf(rounds, instruction.loop);
          if (round?.place === place) return undefined;
          rounds = round?.outer;
          break;
        }
        case 'start':
          if (place !== 0) return undefined;
          break;
        case 'end':
          if (place !== symbols.length) return undefined;
          break;
        case 'boundary':
          if ((isWord(place - 1) !== isWord(place)) === instruction.negated) return undefined;
          break;
        case 'note':
          notes = withNote(notes, instruction.slot, place);
          break;
        case 'forget': {
          const [first, last] = instruction.groups;
          notes = notes.map((note, slot) =>
            slot >= first * 2 && slot < last * 2 ? undefined : note,
          );
          break;
        }
        case 'look': {
          const found = run(instruction.body, place, notes);
          if (steps > limit || (found === undefined) !== instruction.negated) return undefined;
          if (found !== undefined) notes = found;
          break;
        }
        case 'back': {
          const end = afterCopy(instruction.groups, notes, place, instruction.isBehind);
          if (end === undefined) return undefined;
          place = end;
          break;
        }
        default:
          return notes;
      }
      at = instruction.next;
    }
  }

  function isWord(place: number): boolean {
    const symbol = symbols[place];
    return symbol !== undefined && alphabet.isWord(symbol);
  }

  /** Where a copy of what a group has captured ends: nothing is copied of one that has captured nothing. */
  function afterCopy(
    groups: readonly number[],
    notes: Notes,
    place: number,
    isBehind: boolean,
  ): number | undefined {
    const group = groups.find((each) => notes[each * 2 + 1] !== undefined) ?? 0;
    const [first, last] = [notes[group * 2], notes[group * 2 + 1]];
    if (first === undefined || last === undefined) return place;
    const begin = isBehind ? place - (last - first) : place;
    steps += last - first;
    for (let index = 0; index < last - first; index += 1)
      if (units[begin + index] !== units[first + index]) return undefined;
    return isBehind ? begin : begin + (last - first);
  }
}

function roundOf(rounds: Round | undefined, loop: number): Round | undefined {
  let round = rounds;
  while (round !== undefined && round.loop !== loop) round = round.outer;
  return round;
}

function withNote(notes: Notes, slot: number, place: number): Notes {
  const noted = [...notes];
  noted[slot] = place;
  return noted;
}
