import type { TextPattern } from './text-pattern.js';

/** Integers of a JSON value that a program represents as `bigint`. */
export interface IntegersDescriptor {
  /** All schemas of the package with such integers, by name or pointer. */
  readonly places: { readonly [schema: string]: IntegerSchema };
  readonly at: IntegerSchemaOrRef;
}

/** `true` for an integer itself; otherwise a schema of the table by name, an inline schema, or a schema of another table. */
export type IntegerSchemaOrRef = true | string | IntegerSchema | IntegersDescriptor;

/** Locations of such integers in the values of one schema. `null` stands for none. */
export interface IntegerSchema {
  /** The value itself is such an integer. */
  readonly here?: true;
  /** Other schemas that apply to the same value. */
  readonly also?: readonly (IntegerSchemaOrRef | IntegerBranch)[];
  readonly properties?: { readonly [name: string]: IntegerSchemaOrRef | null };
  readonly patterns?: readonly (readonly [
    pattern: string | TextPattern,
    at: IntegerSchemaOrRef | null,
  ])[];
  /** Properties that neither `properties` nor `patterns` match. */
  readonly additional?: IntegerSchemaOrRef;
  /** The first items of an array; `items` applies to the rest. */
  readonly prefix?: readonly (IntegerSchemaOrRef | null)[];
  readonly items?: IntegerSchemaOrRef;
}

/** Branch of a union, selected if a property has one of these values. */
export interface IntegerBranch {
  readonly when: readonly [name: string, values: readonly (string | number | boolean | null)[]];
  readonly at: IntegerSchemaOrRef;
}
