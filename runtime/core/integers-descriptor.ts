import type { TextPattern } from './text-pattern.js';

/** Which integers of a JSON value a program holds as `bigint`. */
export interface IntegersDescriptor {
  /** Of every schema of the package that has such integers, by name or pointer. */
  readonly places: { readonly [schema: string]: IntegerPlace };
  readonly at: IntegerSpot;
}

/** An integer itself, a schema of the table, a schema in place, or one of another table. */
export type IntegerSpot = true | string | IntegerPlace | IntegersDescriptor;

/** Where the values of one schema have such integers. `null` stands where there are none. */
export interface IntegerPlace {
  /** The value itself is one. */
  readonly here?: true;
  /** Schemas that describe the same value. */
  readonly also?: readonly (IntegerSpot | IntegerBranch)[];
  readonly properties?: { readonly [name: string]: IntegerSpot | null };
  readonly patterns?: readonly (readonly [pattern: string | TextPattern, at: IntegerSpot | null])[];
  /** Members that neither `properties` nor `patterns` name. */
  readonly additional?: IntegerSpot;
  /** The first items of an array; `items` are the others. */
  readonly prefix?: readonly (IntegerSpot | null)[];
  readonly items?: IntegerSpot;
}

/** A branch of a union, taken where a member has one of these values. */
export interface IntegerBranch {
  readonly when: readonly [name: string, values: readonly (string | number | boolean | null)[]];
  readonly at: IntegerSpot;
}
