import type { Json } from '../model/schema.js';

/** An object of a document. */
export interface JsonObject {
  readonly [name: string]: Json;
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
