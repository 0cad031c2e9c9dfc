/** A JSON object as a check sees it: members of any name, nothing known of their values. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

/** Whether a value is an object in the sense of JSON: neither `null` nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray`, without making its items `any`. */
export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;

/** A member under a name that every object inherits something under, such as `constructor`. */
export function ownMember(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether an object has a member. One whose value is `undefined` is none: it never reaches the wire. */
export function hasMember(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

/** The names of an object's members. */
export function memberNames(value: JsonObject): readonly string[] {
  const names = Object.keys(value);
  return names.some((name) => value[name] === undefined)
    ? names.filter((name) => value[name] !== undefined)
    : names;
}
