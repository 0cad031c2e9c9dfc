import { firstInexact, isSuspicious } from './exact-numbers.js';
import { plainJson } from './plain-json.js';
import { JsonError, JsonNumber, type JsonReaderOptions, parseJson } from './json.js';
import { exactNumber, hasFraction, parseJsonNumbers, lenientOptions } from './json-numbers.js';
import { textPattern, type TextPattern } from './text-pattern.js';

function parseJsonIntegers(
  text: string | Uint8Array,
  integers: IntegersDescriptor,
  options: JsonReaderOptions = {},
): unknown {
  return finishIntegers(parseJsonNumbers(text, options), integers);
}

/**
 * Parses JSON strictly: no duplicate members, no number that loses precision. 64-bit integers become `bigint` if the
 * descriptor lists them.
 *
 * @throws {JsonError}
 */
export function parseStrictJson(text: string | Uint8Array, integers?: IntegersDescriptor): unknown {
  if (integers !== undefined) return parseJsonIntegers(text, integers);
  const plain = typeof text === 'string' ? plainJson(text) : undefined;
  return plain === undefined ? parseJson(text, { exactNumbers: true }) : plain.value;
}

/**
 * Parses JSON as `JSON.parse` does, except that no number may lose precision. Most texts need only `JSON.parse`.
 *
 * @throws {JsonError} `inexact-number` for a number that fits neither a double nor a 64-bit integer of the descriptor.
 * @throws {SyntaxError}
 */
export function readJson(text: string, integers?: IntegersDescriptor): unknown {
  return exactJson(text, JSON.parse(text), integers);
}

/**
 * Like {@link readJson}, for a text that `JSON.parse` has already parsed to `value`. May modify the value.
 *
 * @throws {JsonError} `inexact-number`
 */
export function exactJson(text: string, value: unknown, integers?: IntegersDescriptor): unknown {
  if (integers === undefined) {
    const at = firstInexact(text);
    if (at >= 0) throw new JsonError('inexact-number', at);
    return value;
  }
  return isSuspicious(text) || hasFraction(text)
    ? parseJsonIntegers(text, integers, lenientOptions)
    : withIntegers(value, integers);
}

/**
 * Converts the numbers of a value that {@link parseJsonNumbers} returned: to `bigint` if the descriptor lists them, to doubles
 * otherwise.
 *
 * @throws {JsonError} `inexact-number`
 */
export function finishIntegers<Value>(value: Value, integers: IntegersDescriptor): Value;
export function finishIntegers(value: unknown, integers: IntegersDescriptor): unknown {
  return withNumbers(withIntegers(value, integers));
}

/**
 * Converts the described numbers of a freshly parsed value to `bigint`, in place. A number with a fraction is left as it is,
 * so that a check can reject it.
 */
function withIntegers(value: unknown, { places, at }: IntegersDescriptor): unknown {
  return convertIntegers(value, at, places, 0);
}

/** Maximum depth of the traversal. No check goes deeper. */
const deepest = 1000;

type Schemas = IntegersDescriptor['places'];
interface Members {
  [name: string]: unknown;
}

function convertIntegers(
  value: unknown,
  schemaOrRef: IntegerSchemaOrRef,
  schemas: Schemas,
  depth: number,
): unknown {
  if (schemaOrRef === true) return integerOf(value);
  if (typeof schemaOrRef === 'object' && 'places' in schemaOrRef)
    return convertIntegers(value, schemaOrRef.at, schemaOrRef.places, depth);
  const schema = typeof schemaOrRef === 'string' ? schemas[schemaOrRef] : schemaOrRef;
  if (schema === undefined) return value;
  if (depth > deepest) throw new JsonError('too-deep', 0);
  const convert = (inner: unknown, at: IntegerSchemaOrRef): unknown =>
    convertIntegers(inner, at, schemas, depth + 1);
  let result = schema.here === true ? integerOf(value) : value;
  for (const also of schema.also ?? []) {
    if (typeof also !== 'object' || !('when' in also)) result = convert(result, also);
    else if (isChosen(result, also)) result = convert(result, also.at);
  }
  if (Array.isArray(result)) convertItems(result, schema, convert);
  else if (isMembers(result)) convertMembers(result, schema, convert);
  return result;
}

type Convert = (value: unknown, at: IntegerSchemaOrRef) => unknown;

function convertItems(list: unknown[], { prefix = [], items }: IntegerSchema, convert: Convert) {
  for (const [index, item] of list.entries()) {
    const schema = index < prefix.length ? prefix[index] : items;
    if (schema !== undefined && schema !== null) list[index] = convert(item, schema);
    else if (items === undefined && index >= prefix.length) return;
  }
}

function convertMembers(
  members: Members,
  { properties = {}, patterns = [], additional }: IntegerSchema,
  convert: Convert,
): void {
  const change = (name: string, schema: IntegerSchemaOrRef): void =>
    setMember(members, name, convert(members[name], schema));
  for (const [name, schema] of Object.entries(properties))
    if (schema !== null && Object.hasOwn(members, name)) change(name, schema);
  if (patterns.length === 0 && additional === undefined) return;
  for (const name of Object.keys(members)) {
    const matching = patterns.filter(([pattern]) => textPattern(pattern).test(name));
    for (const [, schema] of matching) if (schema !== null) change(name, schema);
    if (additional !== undefined && matching.length === 0 && !Object.hasOwn(properties, name))
      change(name, additional);
  }
}

function isChosen(value: unknown, { when: [name, values] }: IntegerBranch): boolean {
  if (!isMembers(value) || !Object.hasOwn(value, name)) return false;
  const member = value[name];
  return values.some((candidate) => candidate === member);
}

function isMembers(value: unknown): value is Members {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

/** Converts an integer, in any notation, of at most 20 digits. No 64-bit integer has more. */
function integerOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (!(value instanceof JsonNumber)) return value;
  const [mantissa = '', power = '0'] = value.text.toLowerCase().split('e');
  const [integral = '', fraction = ''] = mantissa.split('.');
  if (power.length > 6) return value;
  let digits = integral + fraction;
  let exponent = Number(power) - fraction.length;
  for (; exponent < 0 && digits.endsWith('0'); exponent += 1) digits = digits.slice(0, -1);
  if (exponent < 0 || exponent > 20) return value;
  const integer = BigInt(digits) * 10n ** BigInt(exponent);
  return String(integer).replace('-', '').length > 20 ? value : integer;
}

/** Converts the remaining numbers, whose notation was kept, to doubles, or rejects them. */
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

/** Sets a member. Assigning `__proto__` would set the prototype, so it is defined instead. */
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

/** Integers of a JSON value that a program represents as `bigint`. */
export interface IntegersDescriptor {
  /** All schemas of the package with such integers, by name or pointer. */
  readonly places: { readonly [schema: string]: IntegerSchema };
  readonly at: IntegerSchemaOrRef;
}

/** `true` for an integer itself; otherwise a schema of the table by name, an inline schema, or a schema of another table. */
export type IntegerSchemaOrRef = true | string | IntegerSchema | IntegersDescriptor;

/** Locations of such integers in the values of one schema. `null` stands for none. */
export interface IntegerSchema {
  /** The value itself is such an integer. */
  readonly here?: true;
  /** Other schemas that apply to the same value. */
  readonly also?: readonly (IntegerSchemaOrRef | IntegerBranch)[];
  readonly properties?: { readonly [name: string]: IntegerSchemaOrRef | null };
  readonly patterns?: readonly (readonly [
    pattern: string | TextPattern,
    at: IntegerSchemaOrRef | null,
  ])[];
  /** Properties that neither `properties` nor `patterns` match. */
  readonly additional?: IntegerSchemaOrRef;
  /** The first items of an array; `items` applies to the rest. */
  readonly prefix?: readonly (IntegerSchemaOrRef | null)[];
  readonly items?: IntegerSchemaOrRef;
}

/** Branch of a union, selected if a property has one of these values. */
export interface IntegerBranch {
  readonly when: readonly [name: string, values: readonly (string | number | boolean | null)[]];
  readonly at: IntegerSchemaOrRef;
}
