import type { IntegerBranch, IntegerPlace, IntegersDescriptor, IntegerSpot } from './descriptor.js';
import { firstInexact, isSuspicious } from './exact-numbers.js';
import { plainJson } from './plain-json.js';
import { JsonError, JsonNumber, type JsonReaderOptions, parseJson } from './json.js';
import { exactNumber, hasFraction, parseJsonNumbers } from './json-numbers.js';
import { textPattern } from './text-pattern.js';

function parseJsonIntegers(
  text: string | Uint8Array,
  integers: IntegersDescriptor,
  options: JsonReaderOptions = {},
): unknown {
  return finishIntegers(parseJsonNumbers(text, options), integers);
}

/**
 * Reads JSON strictly: every member once, no number that changes, and integers of 64 bits as `bigint` where they are described.
 *
 * @throws {JsonError}
 */
export function parseStrictJson(text: string | Uint8Array, integers?: IntegersDescriptor): unknown {
  if (integers !== undefined) return parseJsonIntegers(text, integers);
  const plain = typeof text === 'string' ? plainJson(text) : undefined;
  return plain === undefined ? parseJson(text, { exactNumbers: true }) : plain.value;
}

/**
 * Reads JSON as `JSON.parse` does, except that no number changes its value; by far most texts are read by `JSON.parse` alone.
 *
 * @throws {JsonError} `inexact-number` for a number that neither a double nor, where one is described, an integer of 64 bits can hold.
 * @throws {SyntaxError}
 */
export function readJson(text: string, integers?: IntegersDescriptor): unknown {
  const value: unknown = JSON.parse(text);
  if (integers === undefined) {
    const at = firstInexact(text);
    if (at >= 0) throw new JsonError('inexact-number', at);
    return value;
  }
  return isSuspicious(text) || hasFraction(text)
    ? parseJsonIntegers(text, integers, tolerant)
    : withIntegers(value, integers);
}

/** What `JSON.parse` accepts, up to a depth that leaves room on the stack. */
const tolerant: JsonReaderOptions = { maxDepth: 1000, loneSurrogates: true, lastMemberWins: true };

/**
 * Gives the numbers of a value that {@link parseJsonNumbers} made their place: `bigint` where described, doubles elsewhere.
 *
 * @throws {JsonError} `inexact-number`
 */
export function finishIntegers<Value>(value: Value, integers: IntegersDescriptor): Value;
export function finishIntegers(value: unknown, integers: IntegersDescriptor): unknown {
  return withNumbers(withIntegers(value, integers));
}

/**
 * Turns the numbers of a freshly parsed value into `bigint` where a description has integers of 64 bits. The value itself is changed.
 * A number with a fraction stays one, for a check to refuse.
 */
function withIntegers(value: unknown, { places, at }: IntegersDescriptor): unknown {
  return converted(value, at, places, 0);
}

/** Levels of places that are followed; no check looks deeper. */
const deepest = 1000;

type Places = IntegersDescriptor['places'];
interface Members {
  [name: string]: unknown;
}

function converted(value: unknown, spot: IntegerSpot, places: Places, depth: number): unknown {
  if (spot === true) return integerOf(value);
  if (typeof spot === 'object' && 'places' in spot)
    return converted(value, spot.at, spot.places, depth);
  const place = typeof spot === 'string' ? places[spot] : spot;
  if (place === undefined) return value;
  if (depth > deepest) throw new JsonError('too-deep', 0);
  const convert = (inner: unknown, at: IntegerSpot): unknown =>
    converted(inner, at, places, depth + 1);
  let result = place.here === true ? integerOf(value) : value;
  for (const also of place.also ?? []) {
    if (typeof also !== 'object' || !('when' in also)) result = convert(result, also);
    else if (isChosen(result, also)) result = convert(result, also.at);
  }
  if (Array.isArray(result)) convertItems(result, place, convert);
  else if (isMembers(result)) convertMembers(result, place, convert);
  return result;
}

type Convert = (value: unknown, at: IntegerSpot) => unknown;

function convertItems(list: unknown[], { prefix = [], items }: IntegerPlace, convert: Convert) {
  for (const [index, item] of list.entries()) {
    const spot = index < prefix.length ? prefix[index] : items;
    if (spot !== undefined && spot !== null) list[index] = convert(item, spot);
    else if (items === undefined && index >= prefix.length) return;
  }
}

function convertMembers(
  members: Members,
  { properties = {}, patterns = [], additional }: IntegerPlace,
  convert: Convert,
): void {
  const change = (name: string, spot: IntegerSpot): void =>
    setMember(members, name, convert(members[name], spot));
  for (const [name, spot] of Object.entries(properties))
    if (spot !== null && Object.hasOwn(members, name)) change(name, spot);
  if (patterns.length === 0 && additional === undefined) return;
  for (const name of Object.keys(members)) {
    const found = patterns.filter(([pattern]) => textPattern(pattern).test(name));
    for (const [, spot] of found) if (spot !== null) change(name, spot);
    if (additional !== undefined && found.length === 0 && !Object.hasOwn(properties, name))
      change(name, additional);
  }
}

function isChosen(value: unknown, { when: [name, values] }: IntegerBranch): boolean {
  if (!isMembers(value) || !Object.hasOwn(value, name)) return false;
  const member = value[name];
  return values.some((each) => each === member);
}

function isMembers(value: unknown): value is Members {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

/** An integer, however it is spelt, of at most 20 digits: no integer of 64 bits has more. */
function integerOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (!(value instanceof JsonNumber)) return value;
  const [mantissa = '', power = '0'] = value.text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  if (power.length > 6) return value;
  let digits = whole + fraction;
  let exponent = Number(power) - fraction.length;
  for (; exponent < 0 && digits.endsWith('0'); exponent += 1) digits = digits.slice(0, -1);
  if (exponent < 0 || exponent > 20) return value;
  const integer = BigInt(digits) * 10n ** BigInt(exponent);
  return String(integer).replace('-', '').length > 20 ? value : integer;
}

/** The value once every integer has its place: numbers whose spelling was kept are what a double holds, or are refused. */
function withNumbers(value: unknown): unknown {
  if (value instanceof JsonNumber) return exactNumber(value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (typeof item === 'object') value[index] = withNumbers(item);
  } else if (isMembers(value)) {
    for (const [name, member] of Object.entries(value))
      if (typeof member === 'object') setMember(value, name, withNumbers(member));
  }
  return value;
}

/** Assigning `__proto__` would set the prototype. */
function setMember(members: Members, name: string, value: unknown): void {
  if (name !== '__proto__') members[name] = value;
  else
    Object.defineProperty(members, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}
