import { isMultipleOf } from '../core/validate/decimal.js';
import { isEqual, isUnique } from '../core/validate/equality.js';
import { codePoints, isBytes } from '../core/validate/lengths.js';
import { isObject, memberNames, type JsonObject } from '../core/validate/shape.js';
import { isValueOf } from '../core/validate/converted.js';
import { hasNumberFormat, hasTextFormat } from './formats.js';
import {
  memberOf,
  resolved,
  type FakeSchema,
  type FakeSubschema,
  type FakeTable,
  type FakeType,
} from './schema.js';

/** Input of a comparison of values with schemas. */
export interface MatchContext {
  readonly table: FakeTable;
  /** True if a text has a match of a pattern. */
  test(pattern: string, text: string): boolean;
  /** True if the direction of the fake excludes a member with these schemas. */
  isOmitted(schema: FakeSubschema): boolean;
}

/** True if a value, in the form that a program uses, satisfies a schema. */
export function matches(subschema: FakeSubschema, value: unknown, context: MatchContext): boolean {
  const schema = resolved(context.table, subschema);
  if (typeof schema === 'boolean') return schema;
  return (
    matchesType(schema, value) &&
    (schema.enum === undefined || schema.enum.some((each) => isEqual(each, value))) &&
    matchesParts(schema, value, context) &&
    matchesUnion(schema, value, context) &&
    matchesCondition(schema, value, context) &&
    matchesContents(schema, value, context)
  );
}

/** The JSON type of a value; bytes, bigints and values of codecs are what they are on the wire. */
function typesOf(value: unknown, { codec, form }: FakeSchema): readonly FakeType[] {
  if (codec !== undefined && typeof value !== 'string' && isValueOf(codec, value))
    return ['string'];
  if (form === 'bytes' && isBytes(value)) return ['string'];
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  switch (typeof value) {
    case 'boolean':
      return ['boolean'];
    case 'string':
      return ['string'];
    case 'bigint':
      return ['number', 'integer'];
    case 'number':
      return Number.isInteger(value) ? ['number', 'integer'] : ['number'];
    case 'object':
      return isPlain(value) ? ['object'] : [];
    default:
      return [];
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function matchesType(schema: FakeSchema, value: unknown): boolean {
  const { type } = schema;
  if (type === undefined) return true;
  const isAllowed = typesOf(value, schema).some((each) => type.includes(each));
  if (!isAllowed) return false;
  if (schema.codec !== undefined && type.includes('string') && typeof value === 'string')
    return false;
  if (schema.form === 'bytes' && typeof value === 'string') return false;
  return !(schema.form === 'bigint' && typeof value === 'number');
}

function matchesParts(schema: FakeSchema, value: unknown, context: MatchContext): boolean {
  const { $ref, allOf = [], not } = schema;
  return (
    ($ref === undefined || matches($ref, value, context)) &&
    allOf.every((each) => matches(each, value, context)) &&
    (not === undefined || !matches(not, value, context))
  );
}

function matchesUnion(
  { anyOf, oneOf, tags }: FakeSchema,
  value: unknown,
  context: MatchContext,
): boolean {
  const branches = oneOf ?? anyOf;
  if (branches === undefined) return true;
  if (tags !== undefined && isObject(value)) {
    const tag = value[tags.property];
    const index = tags.values.findIndex((values) => values.some((each) => each === tag));
    const branch = branches[index];
    return (
      branch !== undefined &&
      matches(branch, value, context) &&
      (oneOf === undefined ||
        anyOf === undefined ||
        anyOf.some((each) => matches(each, value, context)))
    );
  }
  if (anyOf !== undefined && !anyOf.some((each) => matches(each, value, context))) return false;
  return oneOf === undefined || oneOf.filter((each) => matches(each, value, context)).length === 1;
}

function matchesCondition(schema: FakeSchema, value: unknown, context: MatchContext): boolean {
  if (schema.if === undefined) return true;
  const next = matches(schema.if, value, context) ? schema.then : schema.else;
  return next === undefined || matches(next, value, context);
}

function matchesContents(schema: FakeSchema, value: unknown, context: MatchContext): boolean {
  if (typeof value === 'string') return matchesText(schema, value, context);
  if (typeof value === 'number' || typeof value === 'bigint') return matchesNumber(schema, value);
  if (isBytes(value)) return matchesBytes(schema, value);
  if (Array.isArray(value)) return matchesArray(schema, value, context);
  return !isObject(value) || !isPlain(value) || matchesObject(schema, value, context);
}

function matchesText(
  { minLength = 0, maxLength = Infinity, pattern, format }: FakeSchema,
  text: string,
  context: MatchContext,
): boolean {
  const length = codePoints(text);
  return (
    length >= minLength &&
    length <= maxLength &&
    (format === undefined || hasTextFormat(text, format)) &&
    (pattern === undefined || context.test(pattern, text))
  );
}

function matchesBytes(
  { minLength = 0, maxLength = Infinity }: FakeSchema,
  value: Uint8Array | Blob,
): boolean {
  const length = value instanceof Blob ? value.size : value.length;
  return length >= minLength && length <= maxLength;
}

function matchesNumber(schema: FakeSchema, value: number | bigint): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  return (
    (format === undefined || hasNumberFormat(value, format)) &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf))
  );
}

function matchesArray(
  schema: FakeSchema,
  value: readonly unknown[],
  context: MatchContext,
): boolean {
  const { minItems = 0, maxItems = Infinity, prefixItems = [], items, contains } = schema;
  if (value.length < minItems || value.length > maxItems) return false;
  if (schema.uniqueItems === true && !isUnique(value)) return false;
  const isValid = value.every((item, index) => {
    const own = prefixItems[index] ?? (index < prefixItems.length ? undefined : items);
    return own === undefined || matches(own, item, context);
  });
  if (!isValid) return false;
  if (contains !== undefined) {
    const count = value.filter((item) => matches(contains, item, context)).length;
    if (count < (schema.minContains ?? 1) || count > (schema.maxContains ?? Infinity)) return false;
  }
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined) return true;
  const seen = evaluated(schema, value, context);
  return value.every((item, index) => seen.has(index) || matches(unevaluatedItems, item, context));
}

function matchesObject(schema: FakeSchema, value: JsonObject, context: MatchContext): boolean {
  const names = memberNames(value);
  const { minProperties = 0, maxProperties = Infinity, propertyNames } = schema;
  if (names.length < minProperties || names.length > maxProperties) return false;
  const has = (name: string): boolean => Object.hasOwn(value, name) && value[name] !== undefined;
  const isThere = (name: string): boolean => {
    if (has(name)) return true;
    const own = declared(schema, name, context.table);
    return own !== undefined && context.isOmitted(own);
  };
  if (schema.required?.every(isThere) === false) return false;
  for (const name of names) {
    if (propertyNames !== undefined && !matches(propertyNames, name, context)) return false;
    if (!ownSchemas(schema, name, context).every((each) => matches(each, value[name], context)))
      return false;
    if (memberOf(schema.dependentRequired, name)?.every(has) === false) return false;
    const dependent = memberOf(schema.dependentSchemas, name);
    if (dependent !== undefined && !matches(dependent, value, context)) return false;
  }
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined) return true;
  const seen = evaluated(schema, value, context);
  return names.every(
    (name) => seen.has(name) || matches(unevaluatedProperties, value[name], context),
  );
}

/** The schema of a declared property, also of what the schema refers to and is made of. */
function declared(
  schema: FakeSchema,
  name: string,
  table: FakeTable,
  seen: Set<FakeSchema> = new Set(),
): FakeSubschema | undefined {
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  const own = memberOf(schema.properties, name);
  if (own !== undefined) return own;
  for (const part of [
    ...(schema.allOf ?? []),
    ...(schema.$ref === undefined ? [] : [schema.$ref]),
  ]) {
    const next = resolved(table, part);
    const found = typeof next === 'boolean' ? undefined : declared(next, name, table, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Schemas by which the keywords of one schema, without those within it, describe a member. */
export function ownSchemas(
  { properties, patternProperties = {}, additionalProperties }: FakeSchema,
  name: string,
  context: Pick<MatchContext, 'test'>,
): readonly FakeSubschema[] {
  const found: FakeSubschema[] = [];
  const own = memberOf(properties, name);
  if (own !== undefined) found.push(own);
  for (const pattern of Object.keys(patternProperties)) {
    const member = patternProperties[pattern];
    if (member !== undefined && context.test(pattern, name)) found.push(member);
  }
  if (found.length === 0 && additionalProperties !== undefined) found.push(additionalProperties);
  return found;
}

/** Names or indexes that keywords beside `unevaluatedProperties` or `unevaluatedItems` evaluate (JSON Schema Core 11). */
function evaluated(
  subschema: FakeSubschema,
  value: unknown,
  context: MatchContext,
  isNested: boolean = false,
): Set<string | number> {
  const seen = new Set<string | number>();
  const schema = resolved(context.table, subschema);
  if (typeof schema === 'boolean') return seen;
  const add = (next: FakeSubschema | undefined): void => {
    if (next === undefined || !matches(next, value, context)) return;
    for (const each of evaluated(next, value, context, true)) seen.add(each);
  };
  if (Array.isArray(value)) {
    const { prefixItems = [], items, contains } = schema;
    const isRest = items !== undefined || (isNested && schema.unevaluatedItems !== undefined);
    value.forEach((item: unknown, index) => {
      if (index < prefixItems.length || isRest) seen.add(index);
      if (contains !== undefined && matches(contains, item, context)) seen.add(index);
    });
  } else if (isObject(value)) {
    const isRest = isNested && schema.unevaluatedProperties !== undefined;
    for (const name of memberNames(value)) {
      if (isRest || ownSchemas(schema, name, context).length > 0) seen.add(name);
      const dependent = memberOf(schema.dependentSchemas, name);
      if (dependent !== undefined) add(dependent);
    }
  }
  add(schema.$ref);
  for (const each of [schema.allOf, schema.anyOf, schema.oneOf]) each?.forEach(add);
  if (schema.if !== undefined) {
    const isTrue = matches(schema.if, value, context);
    if (isTrue) add(schema.if);
    add(isTrue ? schema.then : schema.else);
  }
  return seen;
}
