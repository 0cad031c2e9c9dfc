import type { StepCounter } from './count-steps.js';
import { ambiguitiesOf, wordFrom, type Ambiguity } from './ambiguities.js';
import type { Graph } from './graph.js';

/** A text that takes long, of any length: parts that are repeated as often, what stands before each, and an end. */
export interface Attack {
  readonly pumps: readonly { readonly before: string; readonly pump: string }[];
  readonly end: string;
}

/** How the steps of a search grow with the text. */
export type Growth = 'exponential' | { readonly degree: number };

/** An attack, and what it comes to. */
export interface Measured {
  readonly attack: Attack;
  readonly growth: Growth;
}

/** The text of an attack in which each part stands so many times. */
export function textOf({ pumps, end }: Attack, times: number): string {
  return pumps.map(({ before, pump }) => before + pump.repeat(times)).join('') + end;
}

/** The text of an attack that is as long as a bound allows, in characters; shorter where all of its parts do not fit. */
export function longestOf(attack: Attack, maxLength: number): string {
  const lengthOf = (times: number): number => Array.from(textOf(attack, times)).length;
  const [least, more] = [lengthOf(0), lengthOf(1)];
  const times = Math.max(0, Math.floor((maxLength - least) / (more - least)));
  const text = Array.from(textOf(attack, Math.min(times, maxTimes)));
  // What is left is filled with a part of the first pump, which ways part in as well.
  const [{ before, pump } = { before: '', pump: '' }] = attack.pumps;
  const filler = Array.from(pump.repeat(2)).slice(0, Math.max(0, maxLength - text.length));
  const start = Array.from(before).length;
  const full = times > maxTimes ? text : text.toSpliced(start, 0, ...filler);
  return full.slice(0, maxLength).join('');
}

/** Longer texts than a counter would ever get through. */
const maxTimes = 100_000;

/** An attack as an expression of JavaScript, its parts repeated until it costs very much. */
export function expressionOf(attack: Attack, counter: StepCounter): string {
  let times = 8;
  while (times < 10_000 && counter.count(textOf(attack, times), maxSteps) !== Infinity) times *= 2;
  const parts = attack.pumps.flatMap(({ before, pump }) => [
    ...(before === '' ? [] : [quoted(before)]),
    `${quoted(pump)}.repeat(${times})`,
  ]);
  return [...parts, ...(attack.end === '' ? [] : [quoted(attack.end)])].join(' + ');
}

function quoted(text: string): string {
  const escaped = text.replaceAll(/[^ -~]|['\\]/gu, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return `'${escaped}'`;
}

/** The attacks that a pattern may have a weakness for; `undefined` where it is too large to tell. */
export function attacksOn(graph: Graph, counter: StepCounter): readonly Attack[] | undefined {
  const ambiguities = ambiguitiesOf(graph);
  if (ambiguities === undefined) return undefined;
  return [...ambiguities.map((each) => [each]), ...pairsOf(graph, ambiguities)].map((pumps) =>
    withWorstEnd(pumps, graph, counter),
  );
}

/** Ambiguities one after the other, which multiply: those of another text, which one leads to from the other. */
function pairsOf(
  graph: Graph,
  ambiguities: readonly Ambiguity[],
): readonly (readonly Ambiguity[])[] {
  const pairs = ambiguities.flatMap((one) =>
    ambiguities.flatMap((other) => {
      if (one.pump === other.pump) return [];
      const before = wordFrom(graph, one.to, other.from);
      return before === undefined ? [] : [[one, { ...other, before }]];
    }),
  );
  return pairs.slice(0, 16);
}

/** An end makes a match fail, and only then all ways are tried: which one does is found by trying a few. */
function withWorstEnd(pumps: Attack['pumps'], { characters }: Graph, counter: StepCounter): Attack {
  const ends = [...new Set(['', '!', '\u0000', '\n', ...characters.slice(0, 12)])];
  let worst = { attack: { pumps, end: '' }, steps: 0 };
  for (const end of ends) {
    const attack = { pumps, end };
    const steps = counter.count(textOf(attack, 12), 20_000);
    if (steps > worst.steps) worst = { attack, steps };
    if (steps === Infinity) break;
  }
  return worst.attack;
}

/**
 * How the steps that an attack costs grow, counted for texts that get longer until they cost too much; `undefined` where they grow no
 * faster than the text.
 */
export function growthOf(attack: Attack, counter: StepCounter): Growth | undefined {
  let counted: readonly number[] | undefined;
  for (const times of [1, 2, 3, 4, 6, 8, 16, 32, 64, 128, 256, 512]) {
    const steps = [times, times * 2, times * 3].map((each) =>
      counter.count(textOf(attack, each), maxSteps),
    );
    if (steps.includes(Infinity)) break;
    counted = steps;
  }
  if (counted === undefined) return 'exponential';
  const [one = 1, two = 1, three = 1] = counted;
  // With each time as many more, a power grows ever less, and what doubles goes on doing so.
  if (three / two >= 1.3 && three / two >= (0.9 * two) / one) return 'exponential';
  const degree = Math.round(Math.log(three / two) / Math.log(1.5));
  return degree < 2 ? undefined : { degree };
}

const maxSteps = 200_000;

/** The order of growths: the degree of a power, and more than any of them. */
export function rankOf(growth: Growth): number {
  return growth === 'exponential' ? Infinity : growth.degree;
}
