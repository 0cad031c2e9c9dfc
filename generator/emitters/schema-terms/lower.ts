import type { Json, KeywordSchema, Keywords, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Use } from '../../model/shape/shape.js';
import type { Identifier } from '../../plan/plan.js';
import type { LiteralValue, SchemaTerm } from './term.js';
import { arrayTerm, numberTerm, objectTerm, stringTerm } from './types.js';
import { branchesTerm, mayBeClosed } from './unions.js';

/** A term, and the keywords that it does not cover. */
export interface Lowered {
  readonly term: SchemaTerm;
  readonly limits: readonly Limit[];
}

/** A keyword that the library cannot express. */
export interface Limit {
  readonly schema: KeywordSchema;
  readonly keyword: string;
}

/**
 * A structure that some libraries lack: objects that forbid undeclared properties as members of an
 * intersection, unions of which exactly one branch matches, tuples with optional items, and objects
 * with declared properties whose others are of a schema.
 */
export type Structure = 'closed members' | 'exactly one' | 'optional items' | 'typed others';

/** Context of a type that is lowered. */
export interface LoweringContext {
  readonly schemas: SchemaTable;
  readonly use: Use;
  /** True if integers of this schema are `bigint` values in the program. */
  isBigint(id: SchemaId): boolean;
  /** True if strings of this schema have another type in the program. */
  isConverted(id: SchemaId): boolean;
  /** Structures that the library has. */
  readonly natives: ReadonlySet<Structure>;
  /** Schema of a named type in the library. */
  nameOf(id: SchemaId): Identifier | undefined;
}

/** Context of a schema within that type. */
export interface Lowering extends LoweringContext {
  /** Lowers a schema. A named schema becomes a reference. */
  lower(id: SchemaId): Lowered;
}

/** Lowers a schema itself, even if it has a name. */
export function lowerTerm(id: SchemaId, context: LoweringContext): Lowered {
  return lowerInline(id, context, new Set());
}

/** Lowers a schema within those of `pending`. A schema that contains itself without a name cannot be expressed. */
function lowerInline(
  id: SchemaId,
  context: LoweringContext,
  pending: ReadonlySet<SchemaId>,
): Lowered {
  const schema = context.schemas.get(id);
  if (schema === undefined) throw new Error(`the schema ${id} is in the table`);
  if (schema.kind === 'boolean')
    return { term: { kind: schema.value ? 'unknown' : 'never' }, limits: [] };
  if (pending.has(id)) return { term: unknown, limits: [{ schema, keyword: '$ref' }] };
  const allPending = new Set(pending).add(id);
  const lowering: Lowering = {
    ...context,
    lower(part) {
      const target = context.nameOf(part);
      return target === undefined
        ? lowerInline(part, context, allPending)
        : { term: { kind: 'reference', target }, limits: [] };
    },
  };
  const { keywords } = schema;
  const parts = [
    ...assertionsOf(schema, lowering),
    ...(keywords.$ref === undefined ? [] : [lowering.lower(keywords.$ref)]),
    ...(keywords.allOf ?? []).map((part) => lowering.lower(part)),
    ...(keywords.oneOf === undefined
      ? []
      : [branchesTerm(schema, 'oneOf', keywords.oneOf, lowering)]),
    ...(keywords.anyOf === undefined
      ? []
      : [branchesTerm(schema, 'anyOf', keywords.anyOf, lowering)]),
  ];
  const limits = [
    ...parts.flatMap((part) => part.limits),
    ...unsupportedIn(keywords).map((keyword) => ({ schema, keyword })),
  ];
  const members = parts.map(({ term }) => term).filter(({ kind }) => kind !== 'unknown');
  const [single] = members;
  if (single === undefined) return { term: unknown, limits };
  if (members.length === 1) return { term: single, limits };
  // In Zod, an intersection accepts a property that either side declares. In JSON Schema, each side
  // is checked alone.
  const isLacking = !context.natives.has('closed members') && mayBeClosed(id, context.schemas);
  const closed = isLacking ? [{ schema, keyword: 'allOf' }] : [];
  return { term: { kind: 'intersection', members }, limits: [...limits, ...closed] };
}

const unknown: SchemaTerm = { kind: 'unknown' };

/** Keywords that the terms do not have. */
function unsupportedIn(keywords: Keywords): readonly string[] {
  const branches = keywords.then ?? keywords.else;
  return unsupported.filter(
    (keyword) => keywords[keyword] !== undefined && (keyword !== 'if' || branches !== undefined),
  );
}

const unsupported = [
  '$dynamicRef',
  'not',
  'if',
  'dependentSchemas',
  'dependentRequired',
  'propertyNames',
  'patternProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
] as const;

type Kind = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/** Lowers the assertions of a schema, without its references. */
function assertionsOf(schema: KeywordSchema, lowering: Lowering): readonly Lowered[] {
  const { keywords } = schema;
  const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
  const listedValues = values === undefined ? [] : [literals(schema, values, keywords.enum)];
  const asserted = typesWithAssertions.filter((kind) =>
    assertionsByType[kind].some((name) => keywords[name] !== undefined),
  );
  if (keywords.type === undefined && lowering.isConverted(schema.id))
    return [{ term: unknown, limits: [{ schema, keyword: 'contentMediaType' }] }];
  if (keywords.type === undefined && asserted.length === 0) return listedValues;
  if (values !== undefined && asserted.length === 0) return listedValues;
  // Libraries do not accept a listed `bigint` as a number, and the value itself defines the type.
  if (values?.some((value) => typeof value === 'bigint') === true) return listedValues;
  const types = keywords.type ?? allTypes;
  const distinctTypes = types.includes('number')
    ? types.filter((type) => type !== 'integer')
    : types;
  const members = distinctTypes.map((type) => typeTerm(type, schema, lowering));
  const [single] = members;
  const term: SchemaTerm =
    single !== undefined && members.length === 1
      ? single.term
      : { kind: 'union', how: 'any', members: members.map((member) => member.term) };
  return [{ term, limits: members.flatMap(({ limits }) => limits) }, ...listedValues];
}

const allTypes: readonly Kind[] = ['null', 'boolean', 'object', 'array', 'number', 'string'];
const typesWithAssertions = ['object', 'array', 'number', 'string'] as const;

const assertionsByType: {
  readonly [Type in (typeof typesWithAssertions)[number]]: readonly (keyof Keywords)[];
} = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
};

function typeTerm(type: Kind, schema: KeywordSchema, lowering: Lowering): Lowered {
  switch (type) {
    case 'null':
    case 'boolean':
      return { term: { kind: type }, limits: [] };
    case 'string':
      return lowering.isConverted(schema.id)
        ? {
            term: unknown,
            limits: [{ schema, keyword: schema.keywords.format === undefined ? 'type' : 'format' }],
          }
        : { term: stringTerm(schema), limits: [] };
    case 'number':
    case 'integer':
      return lowering.isBigint(schema.id)
        ? { term: unknown, limits: [{ schema, keyword: 'format' }] }
        : { term: numberTerm(schema, type === 'integer'), limits: [] };
    case 'array':
      return arrayTerm(schema, lowering);
    case 'object':
      return objectTerm(schema, lowering);
  }
}

/** Lowers listed values. Libraries have no literals for objects and arrays. */
function literals(
  schema: KeywordSchema,
  values: readonly Json[],
  listed: readonly Json[] | undefined,
): Lowered {
  const { type, const: constant } = schema.keywords;
  const allowed = values.filter(
    (value) => type === undefined || type.some((each) => hasType(value, each)),
  );
  const keyword = constant === undefined ? 'enum' : 'const';
  const both = constant !== undefined && listed !== undefined;
  const primitives = allowed.filter(
    (value): value is LiteralValue => typeof value !== 'object' || value === null,
  );
  if (primitives.length < allowed.length || both)
    return { term: unknown, limits: [{ schema, keyword }] };
  return {
    term: primitives.length === 0 ? { kind: 'never' } : { kind: 'literal', values: primitives },
    limits: [],
  };
}

function hasType(value: Json, type: Kind): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return typeof value === 'bigint' || typeof value === 'number';
    default:
      return typeof value === type;
  }
}
