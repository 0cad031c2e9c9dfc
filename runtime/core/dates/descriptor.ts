import type { TextPattern } from '../text-pattern.js';
import type { Violation } from '../check.js';
import type { Matches } from '../validate/issues.js';

/** Decodes and encodes texts of one format. It rejects a text or a value by throwing. */
export interface TextCodec<Value> {
  decode(text: string): Value;
  encode(value: Value): string;
  /** True for a value of this codec. Default: any value other than text, null and undefined that `encode` accepts. */
  is?(value: unknown): value is Value;
}

/** A codec for values of any type. */
export interface AnyTextCodec {
  decode(text: string): unknown;
  encode(value: never): string;
  is?(value: unknown): boolean;
}

/** Texts of a value that a program represents differently, and their converter. */
export interface DatesDescriptor {
  readonly by: Dates;
  readonly at: DateSchemaOrRef;
}

/** Converts the texts of a package's values. Values are copied, never modified. */
export interface Dates {
  /** Converts a received value to its program form. Invalid text is kept and reported in `faults`. */
  decode(value: unknown, at: DateSchemaOrRef): Converted;
  /**
   * Converts a value to its wire form. `pointer` is its location in the program's argument.
   *
   * @throws {EncodingError} for a value that cannot be encoded.
   */
  encode(value: unknown, at: DateSchemaOrRef, pointer: string): unknown;
}

export interface Converted {
  readonly value: unknown;
  /** Texts that could not be converted, with the keyword `format`. */
  readonly faults: readonly Violation[];
}

/** A schema of the table by name or pointer, or an inline schema. */
export type DateSchemaOrRef = string | DateSchema;

/** Locations of such texts in the values of one schema. `null` stands for none. */
export interface DateSchema {
  /** The value itself is such a text, of this format. */
  readonly format?: string;
  /** The value may also be something other than text and null. */
  readonly or?: true;
  /** Other schemas that apply to the same value. */
  readonly also?: readonly (DateSchemaOrRef | DateBranch | DateUnion)[];
  readonly properties?: { readonly [name: string]: DateSchemaOrRef | null };
  readonly patterns?: readonly (readonly [
    pattern: string | TextPattern,
    at: DateSchemaOrRef | null,
  ])[];
  /** Properties that neither `properties` nor `patterns` match. */
  readonly additional?: DateSchemaOrRef;
  /** The first items of an array; `items` applies to the rest. */
  readonly prefix?: readonly (DateSchemaOrRef | null)[];
  readonly items?: DateSchemaOrRef;
}

/** Branch of a union, selected if a property has one of these values. */
export interface DateBranch {
  readonly when: readonly [name: string, values: readonly (string | number | boolean | null)[]];
  readonly at: DateSchemaOrRef;
}

/** A union without a discriminating property. Branches are selected by checking the wire form of the value. */
export interface DateUnion {
  readonly branches: readonly {
    /** Checks of the branch for the sent and the received form. One of them must accept the value. */
    readonly fits: readonly Matches[];
    readonly at: DateSchemaOrRef | null;
  }[];
}

/**
 * Converts a value to its wire form. Returns it unchanged without a descriptor. `pointer` is its location in the arguments.
 *
 * @throws {EncodingError} for a value that its codec cannot encode.
 */
export function encodeDates(
  value: unknown,
  dates: DatesDescriptor | undefined,
  pointer: string,
): unknown {
  return dates === undefined ? value : dates.by.encode(value, dates.at, pointer);
}

const nothing: readonly Violation[] = [];

/** Converts a received value to its program form. Returns it unchanged without a descriptor. */
export function decodeDates(value: unknown, dates: DatesDescriptor | undefined): Converted {
  return dates === undefined ? { value, faults: nothing } : dates.by.decode(value, dates.at);
}
