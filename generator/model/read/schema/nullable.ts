import type { Keywords, KeywordSchema, SchemaId } from '../../schema.js';
import { member } from '../json.js';
import type { JsonObject } from '../json.js';
import { boolean, ineffective } from './site.js';
import type { SchemaReading } from './reading.js';
import type { SchemaSite } from './site.js';

/**
 * `nullable: true` adds null to a `type` of the same schema and means nothing elsewhere (OpenAPI 3.0.3, 4.7.24.1). Before, it "allows sending
 * a null value for the defined schema" (OpenAPI 3.0.0 to 3.0.2, Schema Object), whatever that says.
 */
export function readNullable(site: SchemaSite, value: JsonObject): void {
  const given = member(value, 'nullable');
  if (given === undefined || boolean(site, given, 'nullable') !== true) return;
  if (isFormOf(site.keywords)) site.reading.nullableForms.add(site.id);
  if (site.scope.dialect.nullableIsAbsolute === true) allowNull(site);
  else addNullToType(site, value);
}

/** Whether keywords say no more than that another schema holds. */
function isFormOf({ allOf = [], type: _, ...others }: Keywords): boolean {
  return allOf.length === 1 && Object.keys(others).length === 0;
}

function addNullToType(site: SchemaSite, value: JsonObject): void {
  const { type, enum: values } = site.keywords;
  if (type?.includes('null') === true) return;
  if (type === undefined) {
    if (!DECIDING.some((name) => member(value, name) !== undefined)) return;
    return ineffective(site, 'nullable', '"nullable" says nothing without "type"', {
      hint: 'null is accepted only where everything beside it accepts it; write a "type" here, or put "nullable" there',
    });
  }
  site.keywords.type = [...type, 'null'];
  if (values?.includes(null) === false)
    ineffective(site, 'nullable', '"nullable" accepts null, which "enum" refuses', {
      hint: 'list null in "enum"',
    });
}

function allowNull(site: SchemaSite): void {
  const { keywords } = site;
  const { type, enum: values } = keywords;
  if (COMPOSING.some((name) => keywords[name] !== undefined))
    return void site.reading.nullable.push(site.id);
  if (type?.includes('null') === false) keywords.type = [...type, 'null'];
  if (values?.includes(null) === false) keywords.enum = [...values, null];
}

/** Keywords that may refuse null by what other schemas say. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** Keywords that may refuse null. */
const DECIDING = [...COMPOSING, 'enum'];

/**
 * Makes each schema that is put together of others, and allows null whatever they say, either what it was, or null. Its words, and what
 * stands below it, stay where they are. Only when discriminators are settled: what extends a base is found by its `allOf`.
 */
export function offerNulls({ nullable, table }: SchemaReading): void {
  if (nullable.length === 0) return;
  const chosen = chosenSchemas(table);
  for (const id of nullable.splice(0)) {
    const schema = table.get(id);
    if (schema?.kind === 'keywords') offerNull(table, schema, chosen.has(id));
  }
}

/** What discriminators choose: these extend a base by their `allOf`, which has to stay one. */
function chosenSchemas(table: SchemaReading['table']): ReadonlySet<SchemaId> {
  const chosen = new Set<SchemaId>();
  for (const schema of table.values()) {
    if (schema.kind !== 'keywords') continue;
    for (const [, id] of schema.keywords.discriminator?.mapping ?? []) chosen.add(id);
  }
  return chosen;
}

function offerNull(table: SchemaReading['table'], schema: KeywordSchema, isChosen: boolean): void {
  const { id, keywords } = schema;
  const isUnion = keywords.oneOf !== undefined || keywords.anyOf !== undefined;
  // A discriminator without a union chooses among the schemas that extend this one.
  if (keywords.discriminator !== undefined && !isUnion) return;
  const annotations = { extensions: {} };
  const inner = { ...schema, id: `${id}/nullable/0` as SchemaId, annotations };
  const none = { ...inner, id: `${id}/nullable/1` as SchemaId, keywords: { type: NULL } };
  const given = isChosen ? undefined : alternativesOf(keywords);
  table.set(none.id, none);
  table.set(id, { ...schema, keywords: { anyOf: [...(given ?? [inner.id]), none.id] } });
  if (given === undefined) table.set(inner.id, inner);
}

const NULL = ['null'] as const;

/** What a schema asks for, where null can be put beside it without a schema between. */
function alternativesOf({ allOf, anyOf, ...others }: Keywords): readonly SchemaId[] | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (allOf === undefined) return anyOf;
  return anyOf === undefined && allOf.length === 1 ? allOf : undefined;
}
