import type { Reporter } from '../../core/diagnostic.js';
import type { Origin } from '../../core/origin.js';
import type { Json } from '../../model/schema.js';
import type { SourceMap } from '../source-map.js';

/** An object of the original or the upgraded document. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The state of upgrading one Swagger 2.0 document. */
export interface UpgradeContext {
  /** The original document. */
  readonly root: JsonObject;
  readonly sourceMap: SourceMap;
  readonly reporter: Reporter;
  /** The origin of a node of the original. */
  originOf(...tokens: readonly string[]): Origin;
  /** Rewrites a reference for the upgraded document. */
  reference(text: string): string;
  /** Media types of bodies if an operation does not specify them. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

/** True if a value is an object: neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property of an object. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Copies an object without the named properties. */
export function omitMembers(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}

/** The strings in an array, or `undefined` if there are none. */
export function stringsOf(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const strings = (value as readonly Json[]).filter((item) => typeof item === 'string');
  return strings.length === 0 ? undefined : strings;
}
