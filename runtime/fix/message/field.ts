import type { TextPattern } from '../../core/text-pattern.js';
import type { FixRecord } from './record.js';
import type { FixListed } from './values.js';

/** What a field is in a program and on the wire, one for each way of reading and writing. */
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

/** One field of a message: its tag, and what its value is. */
export interface FixField<Value = unknown> {
  readonly tag: number;
  readonly kind: FixKind;
  readonly bounds: FixBounds | undefined;
  /** The values of an `enum`. */
  readonly listed: FixListed<string | number> | undefined;
  /** How many digits of a second there may be, 0 for none. */
  readonly fractions: readonly number[] | undefined;
  /** The tag that counts the bytes of data, and stands before it. */
  readonly lengthTag: number | undefined;
  /** What each entry of a group has. */
  readonly entry: FixRecord | undefined;
  /** Never there: it says which type a value has. */
  readonly value?: Value;
}

/** What else a description demands of a value. Numbers with a point are compared as numbers. */
export interface FixBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of text its characters, of data its bytes, of a group its entries. */
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

/** Fields by their FIX data types, each made of its tag and of what else a description demands of it. */
export const fixField = {
  text: (tag: number, bounds?: FixBounds): FixField<string> => field('text', tag, bounds),
  /** A number with a point, exact, as it stands in the message. */
  decimal: (tag: number, bounds?: FixBounds): FixField<string> => field('decimal', tag, bounds),
  /** The same without zeros in front. */
  canonicalDecimal: (tag: number, bounds?: FixBounds): FixField<string> =>
    field('canonicalDecimal', tag, bounds),
  /** One byte. */
  character: (tag: number, bounds?: FixBounds): FixField<string> => field('character', tag, bounds),
  integer: (tag: number, bounds?: FixBounds): FixField<number> => field('integer', tag, bounds),
  /** What counts. */
  unsigned: (tag: number, bounds?: FixBounds): FixField<number> => field('unsigned', tag, bounds),
  boolean: (tag: number): FixField<boolean> => field('boolean', tag),
  /** Values with single spaces between. */
  list: (tag: number): FixField<readonly string[]> => field('list', tag),
  date: (tag: number, bounds?: FixBounds): FixField<string> => field('date', tag, bounds),
  localTime: (tag: number, bounds?: FixBounds): FixField<string> => field('localTime', tag, bounds),
  month: (tag: number, bounds?: FixBounds): FixField<string> => field('month', tag, bounds),
  zonedTime: (tag: number, bounds?: FixBounds): FixField<string> => field('zonedTime', tag, bounds),
  zonedTimestamp: (tag: number, bounds?: FixBounds): FixField<string> =>
    field('zonedTimestamp', tag, bounds),
  /** `fractions` says how many digits of a second there may be, 0 for none. */
  timestamp: (tag: number, fractions?: readonly number[], bounds?: FixBounds): FixField<string> =>
    field('timestamp', tag, bounds, undefined, fractions),
  time: (tag: number, fractions?: readonly number[], bounds?: FixBounds): FixField<string> =>
    field('time', tag, bounds, undefined, fractions),
  /** Any bytes, counted by the field with another tag. */
  data: (tag: number, lengthTag: number, bounds?: FixBounds): FixField<Uint8Array> =>
    field('data', tag, bounds, undefined, undefined, lengthTag),
  /** One of the values of an `enum`. */
  choice: <Value extends string>(tag: number, values: FixListed<Value>): FixField<Value> =>
    field('choice', tag, undefined, values),
  integerChoice: <Value extends number>(tag: number, values: FixListed<Value>): FixField<Value> =>
    field('integerChoice', tag, undefined, values),
  /** Some of the values of an `enum`, with single spaces between. */
  choices: <Value extends string>(
    tag: number,
    values: FixListed<Value>,
  ): FixField<readonly Value[]> => field('choices', tag, undefined, values),
  /** Entries, behind the field that counts them. */
  group: <Entry>(
    tag: number,
    entry: FixRecord<Entry>,
    bounds?: FixBounds,
  ): FixField<readonly Entry[]> =>
    field('group', tag, bounds, undefined, undefined, undefined, entry),
} as const;
