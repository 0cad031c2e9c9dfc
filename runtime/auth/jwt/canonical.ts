import { JsonNumber, parseExactJson } from '../../core/json.js';

/**
 * Serialisations of a JSON value as text, for digests. None contains white space.
 *
 * | form         | order of members                                     | strings                        | numbers         |
 * | ------------ | ---------------------------------------------------- | ------------------------------ | --------------- |
 * | `ecmascript` | array indexes by number first, the rest by UTF-16    | as `JSON.stringify`            | as ECMAScript   |
 * | `jcs`        | by UTF-16 (RFC 8785)                                 | as `JSON.stringify`            | as ECMAScript   |
 * | `python`     | by code point                                        | non-ASCII as `\uxxxx`          | in their original notation |
 * | `go`         | by code point                                        | `<`, `>`, `&`, U+2028, U+2029 as `\uxxxx` | in their original notation |
 */
export type JsonForm = 'ecmascript' | 'jcs' | 'python' | 'go';

/** A JSON value whose numbers may have kept their notation. */
export type AnyJson =
  | null
  | boolean
  | string
  | number
  | JsonNumber
  | readonly AnyJson[]
  | { readonly [name: string]: AnyJson };

/** Serialises a value in one of the forms, with sorted members. */
export function sortedJson(value: AnyJson, form: JsonForm): string {
  const rule = rules[form];
  return write(value, rule.text, rule.number, (names) => names.sort(rule.order));
}

/**
 * Serialises a value in its own order and with the original notation of numbers. Signers use it for claims, so that nothing is lost.
 */
export function exactJson(value: AnyJson): string {
  return write(value, JSON.stringify, originalNotation, (names) => names);
}

/**
 * Canonicalises a JSON text (RFC 8785).
 *
 * @throws {JsonError} if the text is not unambiguous JSON: duplicate members, unpaired surrogates
 */
export function canonicalJson(text: string | Uint8Array): string {
  return sortedJson(parseExactJson(text), 'jcs');
}

interface FormRule {
  readonly order: (left: string, right: string) => number;
  readonly text: (text: string) => string;
  readonly number: (number: JsonNumber | number) => string;
}

const rules: Readonly<Record<JsonForm, FormRule>> = {
  ecmascript: { order: indexesFirst, text: JSON.stringify, number: shortest },
  jcs: { order: byCodeUnit, text: JSON.stringify, number: shortest },
  python: {
    order: byCodePoint,
    text: (text) => escape(text, /[^\x00-\x7f]/g),
    number: originalNotation,
  },
  go: {
    order: byCodePoint,
    text: (text) => escape(text, /[<>&\u2028\u2029]/g),
    number: originalNotation,
  },
};

function write(
  value: AnyJson,
  text: (text: string) => string,
  number: (number: JsonNumber | number) => string,
  sort: (names: string[]) => string[],
): string {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number' || value instanceof JsonNumber) return number(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map((item) => write(item, text, number, sort)).join(',')}]`;
  const members = sort(Object.keys(value)).map((name) => {
    const member = (value as { readonly [name: string]: AnyJson })[name] ?? null;
    return `${text(name)}:${write(member, text, number, sort)}`;
  });
  return `{${members.join(',')}}`;
}

function isList(value: AnyJson): value is readonly AnyJson[] {
  return Array.isArray(value);
}

function shortest(number: JsonNumber | number): string {
  return JSON.stringify(Number(number instanceof JsonNumber ? number.text : number));
}

function originalNotation(number: JsonNumber | number): string {
  return number instanceof JsonNumber ? number.text : JSON.stringify(number);
}

function escape(text: string, characters: RegExp): string {
  return JSON.stringify(text).replace(
    characters,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Order in which an ECMAScript object enumerates members that were inserted in UTF-16 order (ECMA-262 OrdinaryOwnPropertyKeys). */
function indexesFirst(left: string, right: string): number {
  const [leftIndex, rightIndex] = [arrayIndex(left), arrayIndex(right)];
  if (leftIndex !== undefined && rightIndex !== undefined) return leftIndex - rightIndex;
  if (leftIndex !== undefined) return -1;
  if (rightIndex !== undefined) return 1;
  return byCodeUnit(left, right);
}

function arrayIndex(name: string): number | undefined {
  const index = /^(?:0|[1-9]\d{0,9})$/.test(name) ? Number(name) : Number.NaN;
  return index < 2 ** 32 - 1 ? index : undefined;
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function byCodePoint(left: string, right: string): number {
  const [leftPoints, rightPoints] = [[...left], [...right]];
  const length = Math.min(leftPoints.length, rightPoints.length);
  for (let index = 0; index < length; index++) {
    const difference =
      (leftPoints[index]?.codePointAt(0) ?? 0) - (rightPoints[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return leftPoints.length - rightPoints.length;
}
