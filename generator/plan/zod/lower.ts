import type { Json, KeywordSchema, Keywords, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Use } from '../../model/shape.js';
import type { Identifier } from '../plan.js';
import type { ZodLiteral, ZodNode } from './node.js';
import { arrayNode, numberNode, objectNode, stringNode } from './types.js';
import { branchesNode, mayBeClosed } from './unions.js';

/** A node, and the keywords that it leaves out. */
export interface Lowered {
  readonly node: ZodNode;
  readonly limits: readonly Limit[];
}

/** A keyword that Zod cannot say. */
export interface Limit {
  readonly schema: KeywordSchema;
  readonly keyword: string;
}

/** What lowering asks of its surroundings. */
export interface ZodLowering {
  readonly schemas: SchemaTable;
  readonly use: Use;
  /** Whether a program holds an integer of this schema as a bigint. */
  isBig(id: SchemaId): boolean;
  /** Whether a program holds a text of this schema as something else. */
  isConverted(id: SchemaId): boolean;
  /** The Zod schema of a named type. */
  nameOf(id: SchemaId): Identifier | undefined;
  /** Schemas without a name that are being lowered. */
  readonly open: ReadonlySet<SchemaId>;
}

/** The node of a schema: a reference where it has a name. */
export function lowerZod(id: SchemaId, lowering: ZodLowering): Lowered {
  const target = lowering.nameOf(id);
  return target === undefined
    ? lowerZodRoot(id, lowering)
    : { node: { kind: 'reference', target }, limits: [] };
}

/** The node of a schema itself, whatever its name. */
export function lowerZodRoot(id: SchemaId, lowering: ZodLowering): Lowered {
  const schema = lowering.schemas.get(id);
  if (schema === undefined) throw new Error(`the schema ${id} is in the table`);
  if (schema.kind === 'boolean')
    return { node: { kind: schema.value ? 'unknown' : 'never' }, limits: [] };
  if (lowering.open.has(id)) return { node: unknown, limits: [{ schema, keyword: '$ref' }] };
  const inner: ZodLowering = { ...lowering, open: new Set(lowering.open).add(id) };
  const { keywords } = schema;
  const parts = [
    ...own(schema, inner),
    ...(keywords.$ref === undefined ? [] : [lowerZod(keywords.$ref, inner)]),
    ...(keywords.allOf ?? []).map((part) => lowerZod(part, inner)),
    ...(keywords.oneOf === undefined ? [] : [branchesNode(schema, 'oneOf', keywords.oneOf, inner)]),
    ...(keywords.anyOf === undefined ? [] : [branchesNode(schema, 'anyOf', keywords.anyOf, inner)]),
  ];
  const limits = [
    ...parts.flatMap((part) => part.limits),
    ...beyond(keywords).map((keyword) => ({ schema, keyword })),
  ];
  const members = parts.map(({ node }) => node).filter(({ kind }) => kind !== 'unknown');
  const [only] = members;
  if (only === undefined) return { node: unknown, limits };
  if (members.length === 1) return { node: only, limits };
  // An intersection in Zod lets a member pass that either side knows; in JSON Schema each side judges alone.
  const closed = mayBeClosed(id, lowering.schemas) ? [{ schema, keyword: 'allOf' }] : [];
  return { node: { kind: 'intersection', members }, limits: [...limits, ...closed] };
}

const unknown: ZodNode = { kind: 'unknown' };

/** Keywords that there is nothing for in Zod. */
function beyond(keywords: Keywords): readonly string[] {
  const branches = keywords.then ?? keywords.else;
  return unsayable.filter(
    (keyword) => keywords[keyword] !== undefined && (keyword !== 'if' || branches !== undefined),
  );
}

const unsayable = [
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

/** What a schema asserts without referring to another one. */
function own(schema: KeywordSchema, lowering: ZodLowering): readonly Lowered[] {
  const { keywords } = schema;
  const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
  const allowed = values === undefined ? [] : [literals(schema, values, keywords.enum)];
  const asserted = kinds.filter((kind) =>
    asserts[kind].some((name) => keywords[name] !== undefined),
  );
  if (keywords.type === undefined && lowering.isConverted(schema.id))
    return [{ node: unknown, limits: [{ schema, keyword: 'contentMediaType' }] }];
  if (keywords.type === undefined && asserted.length === 0) return allowed;
  if (values !== undefined && asserted.length === 0) return allowed;
  // What is listed as `bigint` is no number to Zod, and an integer of 64 bits as it stands there.
  if (values?.some((value) => typeof value === 'bigint') === true) return allowed;
  const types = keywords.type ?? allTypes;
  const named = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  const members = named.map((type) => typed(type, schema, lowering));
  const [only] = members;
  const node: ZodNode =
    only !== undefined && members.length === 1
      ? only.node
      : { kind: 'union', how: 'any', members: members.map((member) => member.node) };
  return [{ node, limits: members.flatMap(({ limits }) => limits) }, ...allowed];
}

const allTypes: readonly Kind[] = ['null', 'boolean', 'object', 'array', 'number', 'string'];
const kinds = ['object', 'array', 'number', 'string'] as const;

const asserts: { readonly [Type in (typeof kinds)[number]]: readonly (keyof Keywords)[] } = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
};

function typed(type: Kind, schema: KeywordSchema, lowering: ZodLowering): Lowered {
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
      return lowering.isBig(schema.id)
        ? { node: unknown, limits: [{ schema, keyword: 'format' }] }
        : { node: numberNode(schema, type === 'integer'), limits: [] };
    case 'array':
      return arrayNode(schema, lowering);
    case 'object':
      return objectNode(schema, lowering);
  }
}

/** Values that are listed. Objects and arrays have no literal in Zod. */
function literals(
  schema: KeywordSchema,
  values: readonly Json[],
  listed: readonly Json[] | undefined,
): Lowered {
  const { type, const: constant } = schema.keywords;
  const kept = values.filter(
    (value) => type === undefined || type.some((each) => isOf(value, each)),
  );
  const keyword = constant === undefined ? 'enum' : 'const';
  const both = constant !== undefined && listed !== undefined;
  const simple = kept.filter(
    (value): value is ZodLiteral => typeof value !== 'object' || value === null,
  );
  if (simple.length < kept.length || both) return { node: unknown, limits: [{ schema, keyword }] };
  return {
    node: simple.length === 0 ? { kind: 'never' } : { kind: 'literal', values: simple },
    limits: [],
  };
}

function isOf(value: Json, type: Kind): boolean {
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
