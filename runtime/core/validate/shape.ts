/** A JSON object with any property names and unknown values. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

/** True for a JSON object: neither `null` nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` without typing the items as `any`. */
export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;

/** Reads a property whose name is also inherited from `Object.prototype`, such as `constructor`. */
export function ownMember(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** True if an object has a property. A value of `undefined` counts as absent, because it is never sent. */
export function hasMember(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

/** Returns the property names of an object, without those whose value is `undefined`. */
export function memberNames(value: JsonObject): readonly string[] {
  const names = Object.keys(value);
  return names.some((name) => value[name] === undefined)
    ? names.filter((name) => value[name] !== undefined)
    : names;
}
