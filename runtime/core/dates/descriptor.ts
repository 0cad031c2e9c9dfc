import type { TextPattern } from '../text-pattern.js';
import type { Violation } from '../check.js';
import type { Fits } from '../validate/report.js';

/** What reads texts of one format, and writes them. What it throws refuses the text or the value. */
export interface TextCodec<Value> {
  decode(text: string): Value;
  encode(value: Value): string;
  /** Whether something is such a value. Without it, whatever `encode` takes that is no text. */
  is?(value: unknown): value is Value;
}

/** A codec of any values. */
export interface AnyTextCodec {
  decode(text: string): unknown;
  encode(value: never): string;
  is?(value: unknown): boolean;
}

/** Which texts of a value a program holds as something else, and what turns them. */
export interface DatesDescriptor {
  readonly by: Dates;
  readonly at: DateSpot;
}

/** Turns the texts of a package's values, which are themselves never changed. */
export interface Dates {
  /** The value as a program holds it. What can not be read stays text and is told. */
  decode(value: unknown, at: DateSpot): Converted;
  /**
   * The value as it travels. `pointer` is where it stands in what a program gave.
   *
   * @throws {EncodingError} for what can not be written.
   */
  encode(value: unknown, at: DateSpot, pointer: string): unknown;
}

export interface Converted {
  readonly value: unknown;
  /** What could not be turned, keyword `format`. */
  readonly faults: readonly Violation[];
}

/** A schema of the table by its name or pointer, or a schema in place. */
export type DateSpot = string | DatePlace;

/** Where the values of one schema have such texts. `null` stands where there are none. */
export interface DatePlace {
  /** The value itself is one, of this format. */
  readonly format?: string;
  /** Beside text of the format it may be something that is neither text nor null. */
  readonly or?: true;
  /** Schemas that describe the same value. */
  readonly also?: readonly (DateSpot | DateBranch | DateUnion)[];
  readonly properties?: { readonly [name: string]: DateSpot | null };
  readonly patterns?: readonly (readonly [pattern: string | TextPattern, at: DateSpot | null])[];
  /** Members that neither `properties` nor `patterns` name. */
  readonly additional?: DateSpot;
  /** The first items of an array; `items` are the others. */
  readonly prefix?: readonly (DateSpot | null)[];
  readonly items?: DateSpot;
}

/** A branch of a union, taken where a member has one of these values. */
export interface DateBranch {
  readonly when: readonly [name: string, values: readonly (string | number | boolean | null)[]];
  readonly at: DateSpot;
}

/** A union whose branches no member tells apart: those are taken that the value, as it travels, satisfies. */
export interface DateUnion {
  readonly branches: readonly {
    /** Checks of the branch, one of which has to accept the value: as it is sent, and as it is received. */
    readonly fits: readonly Fits[];
    readonly at: DateSpot | null;
  }[];
}
