import type { StepCounter } from './count-steps.js';
import { ambiguitiesOf, wordFrom, type Ambiguity } from './ambiguities.js';
import type { Graph } from './graph.js';

/** A slow text of variable length: repeated parts, each with its prefix, and a suffix. */
export interface Attack {
  readonly pumps: readonly { readonly before: string; readonly pump: string }[];
  readonly end: string;
}

/** Growth of the steps of a search with the length of the text. */
export type Growth = 'exponential' | { readonly degree: number };

/** An attack with its growth. */
export interface Measured {
  readonly attack: Attack;
  readonly growth: Growth;
}

/** Returns the text of an attack with each part repeated so many times. */
export function textOf({ pumps, end }: Attack, times: number): string {
  return pumps.map(({ before, pump }) => before + pump.repeat(times)).join('') + end;
}

/** Returns the longest text of an attack within a limit, in characters. It is truncated if its parts do not fit. */
export function longestOf(attack: Attack, maxLength: number): string {
  const lengthOf = (times: number): number => Array.from(textOf(attack, times)).length;
  const [minimum, withOne] = [lengthOf(0), lengthOf(1)];
  const times = Math.max(0, Math.floor((maxLength - minimum) / (withOne - minimum)));
  const text = Array.from(textOf(attack, Math.min(times, MAX_REPETITIONS)));
  // The remaining length is filled with copies of the first part, which is ambiguous too.
  const [{ before, pump } = { before: '', pump: '' }] = attack.pumps;
  const filler = Array.from(pump.repeat(2)).slice(0, Math.max(0, maxLength - text.length));
  const start = Array.from(before).length;
  const filled = times > MAX_REPETITIONS ? text : text.toSpliced(start, 0, ...filler);
  return filled.slice(0, maxLength).join('');
}

/** Maximum repetitions; longer texts would exceed the limit of any counter. */
const MAX_REPETITIONS = 100_000;

/** Returns an attack as a JavaScript expression, with its parts repeated until the search is very slow. */
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

/** Returns the attacks that a pattern may be vulnerable to; `undefined` if it is too large to analyse. */
export function attacksOn(graph: Graph, counter: StepCounter): readonly Attack[] | undefined {
  const ambiguities = ambiguitiesOf(graph);
  if (ambiguities === undefined) return undefined;
  return [...ambiguities.map((each) => [each]), ...combinations(graph, ambiguities)].map((pumps) =>
    withWorstEnd(pumps, graph, counter),
  );
}

/** Returns pairs of consecutive ambiguities with different texts. Their effects multiply. */
function combinations(
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

/** Chooses the suffix for which a search takes the most steps. A suffix must make the match fail, so that all paths are tried. */
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
 * Measures the growth of an attack's steps, with increasingly long texts up to a limit. Returns `undefined` if the steps grow no faster
 * than the text.
 */
export function growthOf(attack: Attack, counter: StepCounter): Growth | undefined {
  let measuredSteps: readonly number[] | undefined;
  for (const times of [1, 2, 3, 4, 6, 8, 16, 32, 64, 128, 256, 512]) {
    const steps = [times, times * 2, times * 3].map((each) =>
      counter.count(textOf(attack, each), maxSteps),
    );
    if (steps.includes(Infinity)) break;
    measuredSteps = steps;
  }
  if (measuredSteps === undefined) return 'exponential';
  const [one = 1, two = 1, three = 1] = measuredSteps;
  // The ratio decreases for polynomial growth and is constant for exponential growth.
  if (three / two >= 1.3 && three / two >= (0.9 * two) / one) return 'exponential';
  const degree = Math.round(Math.log(three / two) / Math.log(1.5));
  return degree < 2 ? undefined : { degree };
}

const maxSteps = 200_000;

/** Orders growths: polynomials by degree, exponential growth last. */
export function rankOf(growth: Growth): number {
  return growth === 'exponential' ? Infinity : growth.degree;
}
