import type { Json, KeywordSchema, Keywords, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Use } from '../../model/shape/shape.js';
import type { Identifier } from '../../plan/plan.js';
import type { ZodLiteral, ZodNode } from './node.js';
import { arrayNode, numberNode, objectNode, stringNode } from './types.js';
import { branchesNode, mayBeClosed } from './unions.js';

/** A node, and the keywords that it does not cover. */
export interface Lowered {
  readonly node: ZodNode;
  readonly limits: readonly Limit[];
}

/** A keyword that Zod cannot express. */
export interface Limit {
  readonly schema: KeywordSchema;
  readonly keyword: string;
}

/** Context of lowering. */
export interface ZodLowering {
  readonly schemas: SchemaTable;
  readonly use: Use;
  /** True if integers of this schema are `bigint` values in the program. */
  isBigint(id: SchemaId): boolean;
  /** True if strings of this schema have another type in the program. */
  isConverted(id: SchemaId): boolean;
  /** Zod schema of a named type. */
  nameOf(id: SchemaId): Identifier | undefined;
  /** Inline schemas that are being lowered, to detect cycles. */
  readonly pending: ReadonlySet<SchemaId>;
}

/** Lowers a schema. A named schema becomes a reference. */
export function lowerZod(id: SchemaId, lowering: ZodLowering): Lowered {
  const target = lowering.nameOf(id);
  return target === undefined
    ? lowerZodRoot(id, lowering)
    : { node: { kind: 'reference', target }, limits: [] };
}

/** Lowers a schema itself, even if it has a name. */
export function lowerZodRoot(id: SchemaId, lowering: ZodLowering): Lowered {
  const schema = lowering.schemas.get(id);
  if (schema === undefined) throw new Error(`the schema ${id} is in the table`);
  if (schema.kind === 'boolean')
    return { node: { kind: schema.value ? 'unknown' : 'never' }, limits: [] };
  if (lowering.pending.has(id)) return { node: unknown, limits: [{ schema, keyword: '$ref' }] };
  const inner: ZodLowering = { ...lowering, pending: new Set(lowering.pending).add(id) };
  const { keywords } = schema;
  const parts = [
    ...assertionsOf(schema, inner),
    ...(keywords.$ref === undefined ? [] : [lowerZod(keywords.$ref, inner)]),
    ...(keywords.allOf ?? []).map((part) => lowerZod(part, inner)),
    ...(keywords.oneOf === undefined ? [] : [branchesNode(schema, 'oneOf', keywords.oneOf, inner)]),
    ...(keywords.anyOf === undefined ? [] : [branchesNode(schema, 'anyOf', keywords.anyOf, inner)]),
  ];
  const limits = [
    ...parts.flatMap((part) => part.limits),
    ...unsupportedIn(keywords).map((keyword) => ({ schema, keyword })),
  ];
  const members = parts.map(({ node }) => node).filter(({ kind }) => kind !== 'unknown');
  const [single] = members;
  if (single === undefined) return { node: unknown, limits };
  if (members.length === 1) return { node: single, limits };
  // A Zod intersection accepts a property that either side declares. In JSON Schema, each side is
  // checked alone.
  const closed = mayBeClosed(id, lowering.schemas) ? [{ schema, keyword: 'allOf' }] : [];
  return { node: { kind: 'intersection', members }, limits: [...limits, ...closed] };
}

const unknown: ZodNode = { kind: 'unknown' };

/** Keywords without an equivalent in Zod. */
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
function assertionsOf(schema: KeywordSchema, lowering: ZodLowering): readonly Lowered[] {
  const { keywords } = schema;
  const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
  const listedValues = values === undefined ? [] : [literals(schema, values, keywords.enum)];
  const asserted = typesWithAssertions.filter((kind) =>
    assertionsByType[kind].some((name) => keywords[name] !== undefined),
  );
  if (keywords.type === undefined && lowering.isConverted(schema.id))
    return [{ node: unknown, limits: [{ schema, keyword: 'contentMediaType' }] }];
  if (keywords.type === undefined && asserted.length === 0) return listedValues;
  if (values !== undefined && asserted.length === 0) return listedValues;
  // Zod does not accept a listed `bigint` as a number, and the value itself defines the type.
  if (values?.some((value) => typeof value === 'bigint') === true) return listedValues;
  const types = keywords.type ?? allTypes;
  const distinctTypes = types.includes('number')
    ? types.filter((type) => type !== 'integer')
    : types;
  const members = distinctTypes.map((type) => typeNode(type, schema, lowering));
  const [single] = members;
  const node: ZodNode =
    single !== undefined && members.length === 1
      ? single.node
      : { kind: 'union', how: 'any', members: members.map((member) => member.node) };
  return [{ node, limits: members.flatMap(({ limits }) => limits) }, ...listedValues];
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

function typeNode(type: Kind, schema: KeywordSchema, lowering: ZodLowering): Lowered {
  switch (type) {
    case 'null':
    case 'boolean':
      return { node: { kind: type }, limits: [] };
    case 'string':
      return lowering.isConverted(schema.id)
        ? {
            node: unknown,
            limits: [{ schema, keyword: schema.keywords.format === undefined ? 'type' : 'format' }],
          }
        : { node: stringNode(schema), limits: [] };
    case 'number':
    case 'integer':
      return lowering.isBigint(schema.id)
        ? { node: unknown, limits: [{ schema, keyword: 'format' }] }
        : { node: numberNode(schema, type === 'integer'), limits: [] };
    case 'array':
      return arrayNode(schema, lowering);
    case 'object':
      return objectNode(schema, lowering);
  }
}

/** Lowers listed values. Zod has no literals for objects and arrays. */
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
    (value): value is ZodLiteral => typeof value !== 'object' || value === null,
  );
  if (primitives.length < allowed.length || both)
    return { node: unknown, limits: [{ schema, keyword }] };
  return {
    node: primitives.length === 0 ? { kind: 'never' } : { kind: 'literal', values: primitives },
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
