import type { TextPattern } from '../../core/text-pattern.js';
import type { FixRecord } from './record.js';
import type { FixListed } from './values.js';

/** Type of a field, by which it is read and written. */
export type FixKind =
  | 'text'
  | 'choice'
  | 'decimal'
  | 'canonicalDecimal'
  | 'integer'
  | 'unsigned'
  | 'timestamp'
  | 'boolean'
  | 'group'
  | 'character'
  | 'integerChoice'
  | 'list'
  | 'choices'
  | 'data'
  | 'time'
  | 'date'
  | 'localTime'
  | 'month'
  | 'zonedTime'
  | 'zonedTimestamp';

/** A field of a message: its tag and the type of its value. */
export interface FixField<Value = unknown> {
  readonly tag: number;
  readonly kind: FixKind;
  readonly bounds: FixBounds | undefined;
  /** Values of an `enum`. */
  readonly listed: FixListed<string | number> | undefined;
  /** Allowed numbers of fractional digits; 0 for none. */
  readonly fractions: readonly number[] | undefined;
  /** Tag of the length field that precedes a data field. */
  readonly lengthTag: number | undefined;
  /** Record of a group's entries. */
  readonly entry: FixRecord | undefined;
  /** Type parameter only; never present at run time. */
  readonly value?: Value;
}

/** Further constraints on a value. Decimals are compared as numbers. */
export interface FixBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Number of characters of text, of bytes of data, or of entries of a group. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: TextPattern;
}

function field<Value>(
  kind: FixKind,
  tag: number,
  bounds?: FixBounds,
  listed?: FixListed<string | number>,
  fractions?: readonly number[],
  lengthTag?: number,
  entry?: FixRecord,
): FixField<Value> {
  return { tag, kind, bounds, listed, fractions, lengthTag, entry };
}

/** Constructors of fields by FIX data type, from the tag and further constraints. */
export const fixField = {
  text: (tag: number, bounds?: FixBounds): FixField<string> => field('text', tag, bounds),
  /** A decimal number as an exact text. */
  decimal: (tag: number, bounds?: FixBounds): FixField<string> => field('decimal', tag, bounds),
  /** A decimal number without leading zeros. */
  canonicalDecimal: (tag: number, bounds?: FixBounds): FixField<string> =>
    field('canonicalDecimal', tag, bounds),
  /** A single byte. */
  character: (tag: number, bounds?: FixBounds): FixField<string> => field('character', tag, bounds),
  integer: (tag: number, bounds?: FixBounds): FixField<number> => field('integer', tag, bounds),
  /** A non-negative integer. */
  unsigned: (tag: number, bounds?: FixBounds): FixField<number> => field('unsigned', tag, bounds),
  boolean: (tag: number): FixField<boolean> => field('boolean', tag),
  /** Values separated by single spaces. */
  list: (tag: number): FixField<readonly string[]> => field('list', tag),
  date: (tag: number, bounds?: FixBounds): FixField<string> => field('date', tag, bounds),
  localTime: (tag: number, bounds?: FixBounds): FixField<string> => field('localTime', tag, bounds),
  month: (tag: number, bounds?: FixBounds): FixField<string> => field('month', tag, bounds),
  zonedTime: (tag: number, bounds?: FixBounds): FixField<string> => field('zonedTime', tag, bounds),
  zonedTimestamp: (tag: number, bounds?: FixBounds): FixField<string> =>
    field('zonedTimestamp', tag, bounds),
  /** A UTC timestamp. `fractions` contains the allowed numbers of fractional digits; 0 for none. */
  timestamp: (tag: number, fractions?: readonly number[], bounds?: FixBounds): FixField<string> =>
    field('timestamp', tag, bounds, undefined, fractions),
  time: (tag: number, fractions?: readonly number[], bounds?: FixBounds): FixField<string> =>
    field('time', tag, bounds, undefined, fractions),
  /** Arbitrary bytes, whose number is in the field `lengthTag`. */
  data: (tag: number, lengthTag: number, bounds?: FixBounds): FixField<Uint8Array> =>
    field('data', tag, bounds, undefined, undefined, lengthTag),
  /** One of the values of an `enum`. */
  choice: <Value extends string>(tag: number, values: FixListed<Value>): FixField<Value> =>
    field('choice', tag, undefined, values),
  integerChoice: <Value extends number>(tag: number, values: FixListed<Value>): FixField<Value> =>
    field('integerChoice', tag, undefined, values),
  /** Several values of an `enum`, separated by single spaces. */
  choices: <Value extends string>(
    tag: number,
    values: FixListed<Value>,
  ): FixField<readonly Value[]> => field('choices', tag, undefined, values),
  /** Entries after a field that counts them. */
  group: <Entry>(
    tag: number,
    entry: FixRecord<Entry>,
    bounds?: FixBounds,
  ): FixField<readonly Entry[]> =>
    field('group', tag, bounds, undefined, undefined, undefined, entry),
} as const;
