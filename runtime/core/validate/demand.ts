import { numberFaults } from './number-demand.js';
import type { Report } from './report.js';
import { stringFaults } from './string-demand.js';
import { valuesPhrase } from './phrase.js';

/** What is demanded of a value that is no structure: of a number, a text, one of several values. */
export interface Demand {
  /** The values that are left: in words, or as a set. */
  readonly enum?: string | ReadonlySet<unknown>;
  readonly const?: string;
  readonly minimum?: Bound;
  readonly maximum?: Bound;
  readonly exclusiveMinimum?: Bound;
  readonly exclusiveMaximum?: Bound;
  readonly multipleOf?: readonly [
    divisor: string,
    isMultiple: (value: number | bigint, divisor: string) => boolean,
  ];
  /** The name of a format; what tests it, where it is one of text. */
  readonly format?: string | readonly [name: string, isFormat: (text: string) => boolean];
  /** The integer is a `bigint` and nothing else. */
  readonly big?: true;
  /** A `bigint` is a number too. */
  readonly bigint?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly contentEncoding?: ContentDemand;
  readonly contentMediaType?: ContentDemand;
}

/** A number, or the text of one that a number does not hold exactly. */
export type Bound = number | bigint | string;

/** Content of text: what is expected, and what tests it. */
export interface ContentDemand {
  readonly mediaType?: string;
  readonly encoding?: string;
  readonly test: (
    text: string,
    how: { readonly mediaType?: string; readonly encoding?: string },
  ) => boolean;
}

/** Tells every keyword of a demand that a value does not satisfy; where there is none, it is not of the type in words. */
export function tellFaults(
  to: Report,
  type: string | undefined,
  demand: Demand,
  value: unknown,
  pointer: string,
  place: string | undefined,
): true {
  let known = false;
  const add = (keyword: string, expected: string): void => {
    known = true;
    to.tell(keyword, expected, value, pointer, place);
  };
  if (demand.const !== undefined) add('const', demand.const);
  else if (typeof demand.enum === 'object') add('enum', valuesPhrase([...demand.enum]));
  else if (typeof value === 'string') stringFaults(value, demand, add);
  else if (isNumber(value, type, demand)) numberFaults(value, demand, add);
  if (!known) add('type', type ?? 'another value');
  return true;
}

/** Whether a value is a number of the type in words: if not, there is no use in comparing it with bounds. */
function isNumber(
  value: unknown,
  type: string | undefined,
  { big, bigint }: Demand,
): value is number | bigint {
  if (typeof value === 'bigint') return (big ?? bigint) === true;
  if (typeof value !== 'number') return false;
  return Number.isInteger(value) || (Number.isFinite(value) && type?.includes('integer') !== true);
}
