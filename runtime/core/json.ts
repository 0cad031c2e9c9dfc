import type { JsonValue } from './descriptor.js';
import { decimalOf, isExact } from './exact-numbers.js';

/**
 * A strict JSON parser (RFC 8259), for comparing signed documents and for bodies that must have only one interpretation.
 * Ordinary decoding uses `JSON.parse`, which is faster, but lets the last of two duplicate members win, rounds numbers and
 * has no depth limit.
 */

/** A number with its exact notation, if the parser was asked to keep it. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** The value as a double; may have lost digits. */
  toJSON(): number {
    return Number(this.text);
  }
}

/** A JSON value whose numbers keep their notation. */
export type ExactJson =
  | null
  | boolean
  | string
  | JsonNumber
  | readonly ExactJson[]
  | { readonly [name: string]: ExactJson };

/** Reason for rejecting a text. */
export type JsonFault =
  | 'syntax'
  | 'encoding'
  | 'duplicate-member'
  | 'too-deep'
  | 'lone-surrogate'
  | 'inexact-number';

/** Thrown for a text that the strict parser rejects. The message names the offset and never quotes the text. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly code: JsonFault;
  /** UTF-16 offset into the text. */
  readonly offset: number;
  constructor(code: JsonFault, offset: number) {
    super(`invalid JSON at offset ${offset}: ${phrases[code]}`);
    this.code = code;
    this.offset = offset;
  }
}

const phrases: Readonly<Record<JsonFault, string>> = {
  syntax: 'it is malformed',
  encoding: 'it is not UTF-8 without a byte order mark',
  'duplicate-member': 'an object has a duplicate member',
  'too-deep': 'it is nested too deeply',
  'lone-surrogate': 'a string has an unpaired surrogate',
  'inexact-number': 'a number loses precision',
};

/** Options of the strict parser. */
export interface JsonReaderOptions {
  /** Maximum nesting of arrays and objects. Default 128. */
  readonly maxDepth?: number;
  /** Accept strings with unpaired surrogates. */
  readonly loneSurrogates?: boolean;
  /** Let the last of several duplicate members win, as `JSON.parse` does. */
  readonly lastMemberWins?: boolean;
  /** Reject numbers that a double cannot represent: integers that change, and numbers that become infinite. */
  readonly exactNumbers?: boolean;
}

/**
 * Parses JSON without duplicate member names. `__proto__` is a member like any other.
 *
 * @throws {JsonError}
 */
export function parseJson(text: string | Uint8Array, options: JsonReaderOptions = {}): JsonValue {
  return readJsonWith<JsonValue>(text, options, (digits, offset) => {
    const value = Number(digits);
    if (options.exactNumbers === true && !isExact(digits, value)) {
      throw new JsonError('inexact-number', offset);
    }
    return value;
  });
}

/**
 * Parses JSON like {@link parseJson}, keeping the notation of every number.
 *
 * @throws {JsonError}
 */
export function parseExactJson(
  text: string | Uint8Array,
  options: JsonReaderOptions = {},
): ExactJson {
  return readJsonWith<ExactJson>(text, options, (digits, offset) => {
    if (options.exactNumbers === true && !isExact(digits, Number(digits))) {
      throw new JsonError('inexact-number', offset);
    }
    return new JsonNumber(digits);
  });
}

/**
 * True if two values are the same JSON. The order of members is ignored. Numbers are compared by their exact decimal value, so
 * that `1.0`, `1e0` and `1` are equal and `9007199254740993` differs from `9007199254740992`.
 */
export function sameJson(left: ExactJson | JsonValue, right: ExactJson | JsonValue): boolean {
  if (isNumber(left))
    return isNumber(right) && decimalOf(textOf(left)) === decimalOf(textOf(right));
  if (left === null || typeof left !== 'object') return left === right;
  if (right === null || typeof right !== 'object' || isNumber(right)) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => sameJson(item, right[index]));
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  const others = right as { readonly [name: string]: ExactJson | JsonValue };
  return names.every((name) => {
    const other = Object.hasOwn(others, name) ? others[name] : undefined;
    const own = (left as { readonly [name: string]: ExactJson | JsonValue })[name];
    return own !== undefined && other !== undefined && sameJson(own, other);
  });
}

function textOf(value: JsonNumber | number): string {
  return typeof value === 'number' ? String(value) : value.text;
}

function isNumber(value: ExactJson | JsonValue): value is JsonNumber | number {
  return typeof value === 'number' || value instanceof JsonNumber;
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw new JsonError('encoding', 0);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new JsonError('encoding', 0);
  }
}

type Container<Value> = Value | Value[] | { [name: string]: Value };

/** Parses JSON. The callback converts each number from its digits and its offset. */
export function readJsonWith<Value>(
  source: string | Uint8Array,
  options: JsonReaderOptions,
  number: (digits: string, offset: number) => Value,
): Value {
  const text = typeof source === 'string' ? source : decodeUtf8(source);
  const maxDepth = options.maxDepth ?? 128;
  let at = 0;

  const fail = (code: JsonFault, offset = at): never => {
    throw new JsonError(code, offset);
  };

  const skip = (): void => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      at += 1;
    }
  };

  const literal = <Literal>(expectedText: string, value: Literal): Literal => {
    if (!text.startsWith(expectedText, at)) fail('syntax');
    at += expectedText.length;
    return value;
  };

  // Scanned by hand: on hostile strings, a regular expression would need a stack or time that grows with their length.
  const string = (): string => {
    const start = at;
    if (text.charCodeAt(at) !== 0x22) fail('syntax');
    let escaped = false;
    for (at += 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      // Past the end the code is NaN, which is rejected like a control character.
      if (!(code >= 0x20)) fail('syntax');
      if (code !== 0x5c) continue;
      escaped = true;
      at += 1;
    }
    at += 1;
    let value = text.slice(start + 1, at - 1);
    if (escaped)
      value = value.replace(escapes, (...match) => unescape(match) ?? fail('syntax', start));
    if (options.loneSurrogates !== true && loneSurrogate.test(value)) fail('lone-surrogate', start);
    return value;
  };

  const array = (depth: number): Value[] => {
    const items: Value[] = [];
    at += 1;
    skip();
    if (text[at] === ']') {
      at += 1;
      return items;
    }
    for (;;) {
      items.push(value(depth));
      skip();
      const mark = text[at++];
      if (mark === ']') return items;
      if (mark !== ',') fail('syntax', at - 1);
    }
  };

  const object = (depth: number): { [name: string]: Value } => {
    const members: { [name: string]: Value } = {};
    at += 1;
    skip();
    if (text[at] === '}') {
      at += 1;
      return members;
    }
    for (;;) {
      skip();
      const start = at;
      const name = string();
      if (options.lastMemberWins !== true && Object.hasOwn(members, name))
        fail('duplicate-member', start);
      skip();
      if (text[at++] !== ':') fail('syntax', at - 1);
      addMember(members, name, value(depth));
      skip();
      const mark = text[at++];
      if (mark === '}') return members;
      if (mark !== ',') fail('syntax', at - 1);
    }
  };

  const value = (depth: number): Value => {
    skip();
    switch (text[at]) {
      case '{':
        if (depth >= maxDepth) fail('too-deep');
        return object(depth + 1) as Container<Value> as Value;
      case '[':
        if (depth >= maxDepth) fail('too-deep');
        return array(depth + 1) as Container<Value> as Value;
      case '"':
        return string() as Value;
      case 't':
        return literal('true', true) as Value;
      case 'f':
        return literal('false', false) as Value;
      case 'n':
        return literal('null', null) as Value;
      default: {
        const start = at;
        numeral.lastIndex = at;
        const match = numeral.exec(text);
        if (match === null) return fail('syntax');
        at = numeral.lastIndex;
        return number(match[0], start);
      }
    }
  };

  const result = value(0);
  skip();
  if (at !== text.length) fail('syntax');
  return result;
}

/** Sets a member. Assigning `__proto__` would set the prototype, so it is defined instead. */
function addMember<Value>(members: { [name: string]: Value }, name: string, value: Value): void {
  if (name !== '__proto__') members[name] = value;
  else
    Object.defineProperty(members, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}

const escapes = /\\(?:u([0-9a-fA-F]{4})|([^]))/g;
const loneSurrogate = /\p{Surrogate}/u;
const numeral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const shortEscapes: Readonly<Record<string, string | undefined>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Decodes an escape from its match and groups; `undefined` if it is invalid. */
function unescape([, hex, short]: readonly (string | undefined)[]): string | undefined {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return short === undefined ? undefined : shortEscapes[short];
}
