import { ineffectiveKeyword } from './keyword-diagnostics.js';
import type { Keywords, KeywordSchema, SchemaId } from '../../schema.js';
import { isArray, isObject, member } from '../json.js';
import type { JsonObject } from '../json.js';
import { boolean, ineffective } from './schema-builder.js';
import type { SchemaReading } from './reading.js';
import type { SchemaBuilder } from './schema-builder.js';

/**
 * `nullable: true` adds null to the `type` of the same schema and has no effect otherwise (OpenAPI 3.0.3, 4.7.24.1). In earlier versions it
 * "allows sending a null value for the defined schema" (OpenAPI 3.0.0 to 3.0.2, Schema Object), regardless of other keywords.
 */
export function readNullable(builder: SchemaBuilder, value: JsonObject): void {
  const given = member(value, 'nullable');
  if (given === undefined && hasNullPart(value)) return allowNull(builder);
  if (given === undefined || boolean(builder, given, 'nullable') !== true) return;
  if (isFormOf(builder.keywords)) builder.reading.nullableForms.add(builder.id);
  if (builder.scope.dialect.nullableIsAbsolute === true) allowNull(builder);
  else addNullToType(builder, value);
}

/**
 * True if `nullable: true` is all that a part of `allOf` says. Taken literally it says nothing; generators such as zod-to-openapi write it
 * beside a reference to allow null.
 */
function hasNullPart(value: JsonObject): boolean {
  const parts = member(value, 'allOf');
  if (!isArray(parts)) return false;
  return parts.some(
    (part) => isObject(part) && member(part, 'nullable') === true && Object.keys(part).length === 1,
  );
}

/** True if the keywords only refer to one other schema. */
function isFormOf({ allOf = [], type: _, ...others }: Keywords): boolean {
  return allOf.length === 1 && Object.keys(others).length === 0;
}

function addNullToType(builder: SchemaBuilder, value: JsonObject): void {
  const { type, enum: values } = builder.keywords;
  if (type?.includes('null') === true) return;
  if (type === undefined) {
    if (!REJECTING.some((name) => member(value, name) !== undefined)) return;
    return ineffective(
      builder,
      'nullable',
      ineffectiveKeyword.default({ name: 'nullable', required: '"type"' }),
      {
        hint: 'null is allowed only if every keyword beside it allows it: add a "type", or move "nullable" to the other schemas',
      },
    );
  }
  builder.keywords.type = [...type, 'null'];
  if (values?.includes(null) === false)
    ineffective(builder, 'nullable', ineffectiveKeyword.nullableEnum(), {
      hint: 'list null in "enum"',
    });
}

function allowNull(builder: SchemaBuilder): void {
  const { keywords } = builder;
  const { type, enum: values } = keywords;
  if (COMPOSING.some((name) => keywords[name] !== undefined))
    return void builder.reading.nullable.push(builder.id);
  if (type?.includes('null') === false) keywords.type = [...type, 'null'];
  if (values?.includes(null) === false) keywords.enum = [...values, null];
}

/** Keywords that may reject null because of other schemas. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** Keywords that may reject null. */
const REJECTING = [...COMPOSING, 'enum'];

/**
 * Turns each composed schema that allows null unconditionally into a union of the schema and null. Its annotations and its subschemas keep
 * their locations. Runs after discriminators are resolved, because they identify subtypes by their `allOf`.
 */
export function addNullBranches({ nullable, table }: SchemaReading): void {
  if (nullable.length === 0) return;
  const selected = chosenSchemas(table);
  for (const id of nullable.splice(0)) {
    const schema = table.get(id);
    if (schema?.kind === 'keywords') addNullBranch(table, schema, selected.has(id));
  }
}

/** Returns the schemas that discriminators select. They extend a base through `allOf`, so that keyword must be kept. */
function chosenSchemas(table: SchemaReading['table']): ReadonlySet<SchemaId> {
  const chosen = new Set<SchemaId>();
  for (const schema of table.values()) {
    if (schema.kind !== 'keywords') continue;
    for (const [, id] of schema.keywords.discriminator?.mapping ?? []) chosen.add(id);
  }
  return chosen;
}

function addNullBranch(
  table: SchemaReading['table'],
  schema: KeywordSchema,
  isChosen: boolean,
): void {
  const { id, keywords } = schema;
  const isUnion = keywords.oneOf !== undefined || keywords.anyOf !== undefined;
  // A discriminator without a union selects among the schemas that extend this one.
  if (keywords.discriminator !== undefined && !isUnion) return;
  const annotations = { extensions: {} };
  const inner = { ...schema, id: `${id}/nullable/0` as SchemaId, annotations };
  const none = { ...inner, id: `${id}/nullable/1` as SchemaId, keywords: { type: NULL } };
  const branches = isChosen ? undefined : alternativesOf(keywords);
  table.set(none.id, none);
  table.set(id, { ...schema, keywords: { anyOf: [...(branches ?? [inner.id]), none.id] } });
  if (branches === undefined) table.set(inner.id, inner);
}

const NULL = ['null'] as const;

/** Returns the branches that null can be added to directly, if the schema has no other keywords. */
function alternativesOf({ allOf, anyOf, ...others }: Keywords): readonly SchemaId[] | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (allOf === undefined) return anyOf;
  return anyOf === undefined && allOf.length === 1 ? allOf : undefined;
}
