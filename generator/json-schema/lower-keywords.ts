import type { CheckNode } from '../checks/analysis/check-graph.js';
import { assertsFormat } from '../checks/formats.js';
import type { UnionContext } from '../checks/lower/dispatch.js';
import { readWriteOnlyProperties } from '../model/analysis/read-write-only.js';
import type { Annotations, Json, KeywordSchema, Keywords, SchemaId } from '../model/schema.js';
import type { JsonData, JsonSchema, JsonSchemaLimit, JsonSchemaObject } from './json-schemas.js';
import { numberKeywords } from './numbers.js';
import { unicodePattern } from './unicode-pattern.js';
import { unionBranches } from './union-branches.js';

/** Longest example or default, as JSON. Longer ones say more about the service than about the schema. */
const maxExample = 1000;

/** How a schema refers to others, and reports what is left out. */
export interface KeywordLowering {
  readonly sub: (id: SchemaId) => JsonSchema;
  readonly limit: (keyword: JsonSchemaLimit['keyword']) => void;
}

/** Converts the keywords of one schema. */
export function lowerKeywords(
  node: CheckNode,
  schema: KeywordSchema,
  context: UnionContext,
  lowering: KeywordLowering,
): JsonSchema {
  const { sub, limit } = lowering;
  const { keywords, annotations } = schema;
  // An empty list is not valid in JSON Schema.
  if (keywords.enum?.length === 0) return false;
  const one = (id: SchemaId | undefined): JsonSchema | undefined =>
    id === undefined ? undefined : sub(id);
  const list = (ids: readonly SchemaId[] | undefined): readonly JsonSchema[] | undefined =>
    ids?.map(sub);
  const map = (
    members: readonly (readonly [string, SchemaId])[] | undefined,
  ): JsonSchemaObject | undefined =>
    members && Object.fromEntries(members.map(([name, id]) => [name, sub(id)]));
  const union = (name: 'anyOf' | 'oneOf'): readonly JsonSchema[] | undefined =>
    keywords[name] && unionBranches(node, name, keywords[name], context, sub);
  const references = [
    keywords.$ref,
    keywords.$dynamicRef && context.graph.resolve(keywords.$dynamicRef, node.context),
  ]
    .filter((id) => id !== undefined)
    .map(sub)
    .filter((each) => each !== true);
  const [reference, ...others] = references;
  const isRef = typeof reference === 'object' && Object.hasOwn(reference, '$ref');
  const patterns = patternMembers(keywords, lowering);
  const { multipleOf, parts, ...numbers } = numberKeywords(schema);
  const allOf = [
    ...(list(keywords.allOf) ?? []),
    ...(reference === undefined || isRef ? [] : [reference]),
    ...others,
    ...patterns.repeated,
    ...parts,
  ];
  const { const: constant } = keywords;
  const result = defined({
    title: annotations.title,
    description: annotations.description?.text,
    ...(isRef ? { $ref: reference['$ref'] } : {}),
    type: typeOf(schema),
    const: constant && data(constant.value),
    enum: keywords.enum?.map(data),
    properties: map(keywords.properties),
    required: requiredOf(node, schema, context),
    patternProperties: patterns.members,
    additionalProperties: patterns.isComplete ? one(keywords.additionalProperties) : undefined,
    propertyNames: one(keywords.propertyNames),
    minProperties: keywords.minProperties,
    maxProperties: keywords.maxProperties,
    dependentRequired:
      keywords.dependentRequired &&
      Object.fromEntries(keywords.dependentRequired.map(([name, required]) => [name, required])),
    dependentSchemas: map(keywords.dependentSchemas),
    prefixItems: list(keywords.prefixItems),
    items: one(keywords.items),
    contains: one(keywords.contains),
    ...(keywords.contains === undefined
      ? {}
      : { minContains: keywords.minContains, maxContains: keywords.maxContains }),
    minItems: keywords.minItems,
    maxItems: keywords.maxItems,
    uniqueItems: keywords.uniqueItems === true ? true : undefined,
    ...numbers,
    multipleOf,
    minLength: keywords.minLength,
    maxLength: keywords.maxLength,
    pattern: patternOf(keywords, limit),
    format: formatOf(schema),
    contentEncoding: contentEncodingOf(schema),
    contentMediaType: keywords.contentMediaType,
    anyOf: union('anyOf'),
    oneOf: union('oneOf'),
    not: one(keywords.not),
    ...conditionOf(keywords, sub),
    allOf: allOf.length === 0 ? undefined : allOf,
    unevaluatedItems: one(keywords.unevaluatedItems),
    unevaluatedProperties: one(keywords.unevaluatedProperties),
    ...annotationsOf(annotations, context.sensitive.has(node.key)),
  });
  const names = Object.keys(result);
  if (names.length === 0) return true;
  const [only] = allOf;
  return names.length === 1 && allOf.length === 1 && only !== undefined && 'allOf' in result
    ? only
    : result;
}

/** `if` with its branches. Alone, it evaluates members and items; some validators then require a branch. */
function conditionOf(
  { if: test, then, else: otherwise }: Keywords,
  sub: KeywordLowering['sub'],
): JsonSchemaObject {
  if (test === undefined) return {};
  if (then === undefined && otherwise === undefined) return { if: sub(test), then: true };
  return {
    if: sub(test),
    ...(then === undefined ? {} : { then: sub(then) }),
    ...(otherwise === undefined ? {} : { else: sub(otherwise) }),
  };
}

function typeOf({ keywords: { type, format }, ...schema }: KeywordSchema): JsonData | undefined {
  if (type === undefined) return undefined;
  const isIntegral =
    (format === 'int32' || format === 'int64') &&
    assertsFormat(format, { ...schema, keywords: { type, format } }, {});
  const types = type.map((each) => (each === 'number' && isIntegral ? 'integer' : each));
  const distinct = [...new Set(types)].filter(
    (each) => each !== 'integer' || !types.includes('number'),
  );
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : distinct;
}

/** Required members. Those that only occur in the other direction are not required. */
function requiredOf(
  node: CheckNode,
  schema: KeywordSchema,
  { schemas }: UnionContext,
): readonly string[] | undefined {
  const names = new Set(schema.keywords.required);
  for (const { name, absentIn } of readWriteOnlyProperties(schema, schemas))
    if (absentIn === node.context.direction) names.delete(name);
  return names.size === 0 ? undefined : [...names];
}

interface PatternMembers {
  readonly members?: JsonSchemaObject;
  /** Members whose patterns are the same as others once they are valid with the flag `u`. */
  readonly repeated: readonly JsonSchemaObject[];
  /** False if a pattern is left out. Additional members cannot be told from those that match it. */
  readonly isComplete: boolean;
}

function patternMembers(
  { patternProperties = [] }: Keywords,
  { sub, limit }: KeywordLowering,
): PatternMembers {
  const members = new Map<string, JsonSchema>();
  const repeated: JsonSchemaObject[] = [];
  let isComplete = true;
  for (const [pattern, id] of patternProperties) {
    const unicode = unicodePattern(pattern);
    if (unicode === undefined) isComplete = false;
    else if (members.has(unicode)) repeated.push({ patternProperties: { [unicode]: sub(id) } });
    else members.set(unicode, sub(id));
  }
  if (!isComplete) limit('patternProperties');
  return {
    ...(members.size === 0 ? {} : { members: Object.fromEntries(members) }),
    repeated,
    isComplete,
  };
}

function patternOf({ pattern }: Keywords, limit: KeywordLowering['limit']): string | undefined {
  if (pattern === undefined) return undefined;
  const unicode = unicodePattern(pattern);
  if (unicode === undefined) limit('pattern');
  return unicode;
}

/** The format, if checks assert it. Validators that test every format then accept what checks accept. */
function formatOf(schema: KeywordSchema): string | undefined {
  const { format } = schema.keywords;
  return format !== undefined && assertsFormat(format, schema, {}) ? format : undefined;
}

function contentEncodingOf({ keywords }: KeywordSchema): string | undefined {
  return keywords.contentEncoding ?? (keywords.format === 'byte' ? 'base64' : undefined);
}

/** Annotations other than title and description. Values that are secrets are left out. */
function annotationsOf(
  { default: fallback, examples, deprecated, readOnly, writeOnly }: Annotations,
  isSecret: boolean,
): { readonly [keyword: string]: JsonData | undefined } {
  const shown = isSecret ? [] : (examples ?? []).map(data).filter(isShort);
  const usual = isSecret || fallback === undefined ? undefined : data(fallback.value);
  return {
    default: usual !== undefined && isShort(usual) ? usual : undefined,
    examples: shown.length === 0 ? undefined : shown,
    deprecated: deprecated === true ? true : undefined,
    readOnly: readOnly === true ? true : undefined,
    writeOnly: writeOnly === true ? true : undefined,
  };
}

function isShort(value: JsonData): boolean {
  return JSON.stringify(value).length <= maxExample;
}

/** A value of a document as JSON. Integers that a double cannot represent are rounded. */
function data(value: Json): JsonData {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => data(each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, data(each)]));
}

/** Members that are not `undefined`. */
function defined(members: { readonly [keyword: string]: JsonData | undefined }): JsonSchemaObject {
  return Object.fromEntries(
    Object.entries(members).filter((each): each is [string, JsonData] => each[1] !== undefined),
  );
}
