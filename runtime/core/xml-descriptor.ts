import type { TextPattern } from './text-pattern.js';

/** XML representation of the values of a body. */
export interface XmlDescriptor {
  /** All schemas that such bodies of the package refer to, by name or pointer. */
  readonly places: XmlTable;
  readonly at: XmlSchemaOrRef;
  /** Name of the root element if its schema has none. If absent, any name is accepted when reading. */
  readonly root?: string;
  /** Name of the items of a list if neither their schema nor that of the list has one. */
  readonly items?: string;
}

/** Schemas by name. */
export interface XmlTable {
  readonly [schema: string]: XmlSchema;
}

/** Reads and writes XML: `xml` of `@tallystick/runtime/xml`. */
export interface XmlCodec {
  /** Converts a document to a value as JSON would represent it: dates remain text. */
  read(text: string, descriptor: XmlDescriptor): XmlRead;
  /**
   * Converts a value to a document. `pointer` is the location of the value in the program's argument, for errors.
   *
   * @throws {EncodingError} for a value that XML cannot represent.
   */
  write(value: unknown, descriptor: XmlDescriptor, pointer: string): string;
}

/** A value, or the first mismatch: its location and the expectation. */
export type XmlRead =
  | { readonly value: unknown }
  | { readonly pointer: string; readonly expected: string };

/** A schema of the table by name or pointer, or an inline schema. */
export type XmlSchemaOrRef = string | XmlSchema;

/** XML representation of the values of one schema. `null` stands for text. */
export interface XmlSchema {
  /** Permitted types; absent if the schema does not restrict them. */
  readonly types?: readonly XmlType[];
  /** Name of the element or attribute, instead of that of the property. */
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** Kind of node. Default: an element; for a list, no node around its items. */
  readonly node?: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
  readonly properties?: { readonly [name: string]: XmlSchemaOrRef | null };
  readonly patterns?: readonly (readonly [
    pattern: string | TextPattern,
    at: XmlSchemaOrRef | null,
  ])[];
  /** Properties that neither `properties` nor `patterns` match. */
  readonly additional?: XmlSchemaOrRef | null;
  readonly required?: readonly string[];
  /** The first items of a list; `items` applies to the rest. */
  readonly prefixItems?: readonly (XmlSchemaOrRef | null)[];
  readonly items?: XmlSchemaOrRef | null;
  /** Other schemas that apply to the same value. */
  readonly also?: readonly XmlSchemaOrRef[];
  /** At least one branch of each union applies. */
  readonly unions?: readonly (readonly XmlBranch[])[];
}

/** The JSON types, and 64-bit integers that a program represents as `bigint`. */
export type XmlType =
  | 'null'
  | 'boolean'
  | 'bigint'
  | 'integer'
  | 'number'
  | 'array'
  | 'object'
  | 'string';

/** Branch of a union. With `when`, it applies to values whose property has one of these values. */
export interface XmlBranch {
  readonly at: XmlSchemaOrRef | null;
  readonly when?: readonly [name: string, values: readonly (string | number | boolean | null)[]];
}
