import { escapeToken, formatPointer } from '../../core/pointer.js';
import type { Json } from '../schema.js';

/** An object of a document. Its keys are data, so they are looked up with `member`, never through the prototype. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** True for an object that is neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns an own member of an object. Returns `undefined` if it is absent, even if `Object.prototype` has it. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Returns the name of a value's JSON type, with its article, for messages. */
export function describeType(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number' && Number.isInteger(value)) return `the integer ${value}`;
  return `a ${typeof value}`;
}

/** Returns the value at a path of own members and canonical array indexes (RFC 6901 section 4); `undefined` if absent. */
export function valueAt(root: Json, tokens: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const token of tokens) {
    if (isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else if (isObject(value)) value = member(value, token);
    else return undefined;
  }
  return value;
}

/** `token` follows the reference at `pointer`; `base` is its text up to the tokens that extend it to `reference`. */
interface ReferenceAlong {
  readonly pointer: string;
  readonly token: string;
  readonly base: string;
  readonly reference: string;
}

/**
 * Finds the first reference that a pointer leads through, and returns its pointer and the reference extended by the remaining tokens. A
 * JSON Pointer does not follow references (RFC 6901), but descriptions use such pointers, and AsyncAPI 3 operations require them.
 */
export function referenceAlong(root: Json, tokens: readonly string[]): ReferenceAlong | undefined {
  let value = root;
  for (const [depth, token] of tokens.entries()) {
    const next = valueAt(value, [token]);
    if (next !== undefined) {
      value = next;
      continue;
    }
    const reference = isObject(value) ? member(value, '$ref') : undefined;
    // A document that is itself a local reference cannot be followed further.
    if (typeof reference !== 'string' || (depth === 0 && reference.startsWith('#')))
      return undefined;
    const rest = tokens.slice(depth).map((each) => `/${encodeURIComponent(escapeToken(each))}`);
    const pointer = formatPointer(tokens.slice(0, depth));
    const base = `${reference}${reference.includes('#') ? '' : '#'}`;
    return { pointer, token, base, reference: `${base}${rest.join('')}` };
  }
  return undefined;
}
