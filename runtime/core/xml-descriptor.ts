import type { TextPattern } from './text-pattern.js';

/** How the values of a body stand in XML. */
export interface XmlDescriptor {
  /** Of every schema that such bodies of the package lead to, by name or pointer. */
  readonly places: XmlTable;
  readonly at: XmlSpot;
  /** Name of the root element where its schema gives none; without one every name is read. */
  readonly root?: string;
  /** Name of the items of a list, where neither their schema nor that of the list gives one. */
  readonly items?: string;
}

/** Schemas by name. */
export interface XmlTable {
  readonly [schema: string]: XmlPlace;
}

/** Reads and writes XML: `xml` of `@tallystick/runtime/xml`. */
export interface XmlCodec {
  /** The value that a document stands for, as JSON would have it: texts of dates are texts. */
  read(text: string, descriptor: XmlDescriptor): XmlRead;
  /**
   * A value as a document. `pointer` is where it stands in what a program gave.
   *
   * @throws {EncodingError} for what XML has no text for.
   */
  write(value: unknown, descriptor: XmlDescriptor, pointer: string): string;
}

/** A value, or what was expected instead of a part of the document. */
export type XmlRead =
  | { readonly value: unknown }
  | { readonly pointer: string; readonly expected: string };

/** A schema of the table by its name or pointer, or a schema in place. */
export type XmlSpot = string | XmlPlace;

/** How the values of one schema stand in XML. `null` stands for text. */
export interface XmlPlace {
  /** The types that a value may have; absent where nothing is said. */
  readonly types?: readonly XmlType[];
  /** Name of its element or attribute, in place of that of the member that holds it. */
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** What it is; an element where nothing is said, and nothing of its own for a list. */
  readonly node?: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
  readonly properties?: { readonly [name: string]: XmlSpot | null };
  readonly patterns?: readonly (readonly [pattern: string | TextPattern, at: XmlSpot | null])[];
  /** Members that neither `properties` nor `patterns` name. */
  readonly additional?: XmlSpot | null;
  readonly required?: readonly string[];
  /** The first items of a list; `items` are the others. */
  readonly prefixItems?: readonly (XmlSpot | null)[];
  readonly items?: XmlSpot | null;
  /** Schemas that describe the same value. */
  readonly also?: readonly XmlSpot[];
  /** Of each of these, one or more branches do. */
  readonly unions?: readonly (readonly XmlBranch[])[];
}

/** The types of JSON, and integers of 64 bits that a program holds as `bigint`. */
export type XmlType =
  | 'null'
  | 'boolean'
  | 'bigint'
  | 'integer'
  | 'number'
  | 'array'
  | 'object'
  | 'string';

/** A branch of a union; with `when`, that of values whose member has one of these values. */
export interface XmlBranch {
  readonly at: XmlSpot | null;
  readonly when?: readonly [name: string, values: readonly (string | number | boolean | null)[]];
}
