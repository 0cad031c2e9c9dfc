import { escapeToken, formatPointer } from '../../core/pointer.js';
import type { Json } from '../schema.js';

/** An object of a document. Its keys are data: look them up with `member`, never through the prototype. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Whether a value is an object, and neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own member of an object; `undefined` where there is none, whatever `Object.prototype` holds. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The name of a value's JSON type, with its article, for messages. */
export function describeType(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number' && Number.isInteger(value)) return `the integer ${value}`;
  return `a ${typeof value}`;
}

/** Walks own members and canonical array indexes (RFC 6901 section 4); `undefined` where nothing is there. */
export function valueAt(root: Json, tokens: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const token of tokens) {
    if (isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else if (isObject(value)) value = member(value, token);
    else return undefined;
  }
  return value;
}

/**
 * Where a pointer leads into a reference: the pointer to it, and the reference that goes on with the rest behind it. A JSON Pointer by
 * itself ends there (RFC 6901); descriptions point through references all the same, as operations of AsyncAPI 3 have to.
 */
export function referenceOnTheWay(
  root: Json,
  tokens: readonly string[],
): { readonly pointer: string; readonly reference: string } | undefined {
  let value = root;
  for (const [depth, token] of tokens.entries()) {
    const next = valueAt(value, [token]);
    if (next !== undefined) {
      value = next;
      continue;
    }
    const reference = isObject(value) ? member(value, '$ref') : undefined;
    // A document that is a reference into itself has nothing to go on with.
    if (typeof reference !== 'string' || (depth === 0 && reference.startsWith('#')))
      return undefined;
    const rest = tokens.slice(depth).map((each) => `/${encodeURIComponent(escapeToken(each))}`);
    const pointer = formatPointer(tokens.slice(0, depth));
    return {
      pointer,
      reference: `${reference}${reference.includes('#') ? '' : '#'}${rest.join('')}`,
    };
  }
  return undefined;
}
