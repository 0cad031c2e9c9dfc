import type { ArrayTerm, NumberTerm, ObjectTerm, SchemaTerm, StringTerm } from './term.js';

/** A constraint of a term, one for each test that a value has to pass. */
export type Constraint =
  | { readonly keyword: 'integer' | 'uniqueItems' }
  | { readonly keyword: LimitKeyword; readonly limit: number }
  | { readonly keyword: 'pattern'; readonly pattern: string }
  | { readonly keyword: 'format'; readonly format: string }
  /** A multiple of a divisor, as the description spells it. */
  | { readonly keyword: 'multipleOf'; readonly divisor: string };

/** Keywords with a number that limits a value, a length or a count. */
export type LimitKeyword =
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties';

/** Constraints of a term, without those of its parts. */
export function constraintsOf(term: SchemaTerm): readonly Constraint[] {
  switch (term.kind) {
    case 'string':
      return stringConstraints(term);
    case 'number':
      return numberConstraints(term);
    case 'array':
      return arrayConstraints(term);
    case 'object':
      return objectConstraints(term);
    default:
      return [];
  }
}

/** Constraints of strings: the length precedes the pattern, so that no text is matched that is too long. */
function stringConstraints(term: StringTerm): readonly Constraint[] {
  const { pattern, format } = term;
  return [
    ...limits(term, ['minLength', 'maxLength']),
    ...(pattern === undefined ? [] : [{ keyword: 'pattern', pattern } as const]),
    ...(format === undefined ? [] : [{ keyword: 'format', format } as const]),
  ];
}

/** Constraints of numbers. A format of numbers is a range, and has no test of its own. */
function numberConstraints(term: NumberTerm): readonly Constraint[] {
  const { multipleOf, format } = term;
  const range = format === undefined ? undefined : ranges[format];
  return [
    ...(isInteger(term) ? [{ keyword: 'integer' } as const] : []),
    ...limits({ ...term, ...withinRange(term, range) }, [
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
    ]),
    ...(multipleOf === undefined ? [] : [{ keyword: 'multipleOf', divisor: multipleOf } as const]),
    ...(format === undefined ? [] : [{ keyword: 'format', format } as const]),
  ];
}

/** The stricter of the limits of a number and those of its format. */
function withinRange(
  { minimum = -Infinity, maximum = Infinity }: NumberTerm,
  range: NumberRange | undefined,
): Partial<NumberRange> {
  if (range === undefined) return {};
  return {
    minimum: Math.max(minimum, range.minimum),
    maximum: Math.min(maximum, range.maximum),
  };
}

/** True for numbers that are integers, even beyond 2^53. */
function isInteger({ integer, format }: NumberTerm): boolean {
  return integer || format === 'int32' || format === 'int64';
}

interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
}

const ranges: { readonly [format: string]: NumberRange | undefined } = {
  int32: { minimum: -2147483648, maximum: 2147483647 },
  int64: { minimum: -(2 ** 63), maximum: 2 ** 63 },
  float: { minimum: -3.4028234663852886e38, maximum: 3.4028234663852886e38 },
};

/** Constraints of arrays and tuples. A tuple already requires the items that are not optional. */
function arrayConstraints(term: ArrayTerm): readonly Constraint[] {
  const { minItems = 0, maxItems, uniqueItems, prefix } = term;
  return [
    ...limits({ minItems: minItems > prefix.length ? minItems : undefined, maxItems }, [
      'minItems',
      'maxItems',
    ]),
    ...(uniqueItems === true ? [{ keyword: 'uniqueItems' } as const] : []),
  ];
}

/** Constraints of the number of properties. */
function objectConstraints(term: ObjectTerm): readonly Constraint[] {
  return limits(term, ['minProperties', 'maxProperties']);
}

function limits<const Keyword extends LimitKeyword>(
  term: { readonly [Name in Keyword]?: number | undefined },
  keywords: readonly Keyword[],
): readonly Constraint[] {
  return keywords.flatMap((keyword) => {
    const limit = term[keyword];
    return limit === undefined ? [] : [{ keyword, limit }];
  });
}

/** Message of a violation. */
export function constraintMessage(constraint: Constraint): string {
  switch (constraint.keyword) {
    case 'integer':
      return 'expected an integer';
    case 'uniqueItems':
      return 'expected items that are all different';
    case 'pattern':
      return `expected text that matches ${constraint.pattern}`;
    case 'format':
      return `expected ${phrases[constraint.format] ?? `a string of the format ${constraint.format}`}`;
    case 'multipleOf':
      return `expected a multiple of ${constraint.divisor}`;
    case 'minimum':
      return `expected a number of at least ${constraint.limit}`;
    case 'maximum':
      return `expected a number of at most ${constraint.limit}`;
    case 'exclusiveMinimum':
      return `expected a number greater than ${constraint.limit}`;
    case 'exclusiveMaximum':
      return `expected a number less than ${constraint.limit}`;
    case 'minLength':
      return `expected at least ${count(constraint.limit, 'character')}`;
    case 'maxLength':
      return `expected at most ${count(constraint.limit, 'character')}`;
    case 'minItems':
      return `expected at least ${count(constraint.limit, 'item')}`;
    case 'maxItems':
      return `expected at most ${count(constraint.limit, 'item')}`;
    case 'minProperties':
      return `expected at least ${count(constraint.limit, 'member')}`;
    case 'maxProperties':
      return `expected at most ${count(constraint.limit, 'member')}`;
  }
}

/** What a message calls a string of a format, if it has a name of its own. */
const phrases: { readonly [format: string]: string | undefined } = {
  byte: 'text in base64',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  uuid: 'a UUID',
};

function count(limit: number, noun: string): string {
  return `${limit} ${limit === 1 ? noun : `${noun}s`}`;
}

/** Keyword and value of a constraint as JSON Schema writes it, for the metadata of a refinement. */
export function constraintFact(constraint: Constraint): {
  readonly [keyword: string]: string | number | boolean;
} {
  switch (constraint.keyword) {
    case 'integer':
      return { type: 'integer' };
    case 'uniqueItems':
      return { uniqueItems: true };
    case 'pattern':
      return { pattern: constraint.pattern };
    case 'format':
      return { format: constraint.format };
    case 'multipleOf':
      return { multipleOf: Number(constraint.divisor) };
    default:
      return { [constraint.keyword]: constraint.limit };
  }
}
