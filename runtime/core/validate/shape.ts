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
  return value[name] !== undefined && isOwn(value, name);
}

/** True if a property is not inherited. */
export function isOwn(value: JsonObject, name: string): boolean {
  // V8 removes this call inside a loop over the names of the object, but not one of `Object.hasOwn` or of a variable.
  return Object.prototype.hasOwnProperty.call(value, name);
}

/** Returns the property names of an object, without those whose value is `undefined`. */
export function memberNames(value: JsonObject): readonly string[] {
  const names: string[] = [];
  for (const name in value) if (hasMember(value, name)) names.push(name);
  return names;
}

/** Counts the properties of an object, without those whose value is `undefined`. */
export function countMembers(value: JsonObject): number {
  let count = 0;
  for (const name in value) if (hasMember(value, name)) count += 1;
  return count;
}
