import type { Reporter } from '../../core/diagnostic.js';
import type { Origin } from '../../core/origin.js';
import type { Json } from '../../model/schema.js';
import type { Places } from '../places.js';

/** An object of the original or of what becomes of it. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** What is known while one Swagger 2.0 document is upgraded. */
export interface Upgrading {
  /** The document as it was written. */
  readonly root: JsonObject;
  readonly places: Places;
  readonly reporter: Reporter;
  /** The origin of a place of the original. */
  originOf(...tokens: readonly string[]): Origin;
  /** A reference as it reads afterwards. */
  reference(text: string): string;
  /** Media types of bodies, where an operation names none. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

/** Whether a value is an object, and neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member of an object. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The object without some of its members. */
export function without(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}

/** The strings of a list; `undefined` where there is no list of them. */
export function stringsOf(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const strings = (value as readonly Json[]).filter((item) => typeof item === 'string');
  return strings.length === 0 ? undefined : strings;
}
