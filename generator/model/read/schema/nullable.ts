import type { Keywords, KeywordSchema, SchemaId } from '../../schema.js';
import { member } from '../json.js';
import type { JsonObject } from '../json.js';
import { boolean, ineffective } from './site.js';
import type { SchemaSite } from './site.js';

/**
 * `nullable: true` adds null to a `type` of the same schema and means nothing elsewhere (OpenAPI 3.0.3, 4.7.24.1). Before, it "allows sending
 * a null value for the defined schema" (OpenAPI 3.0.0 to 3.0.2, Schema Object), whatever that says.
 */
export function readNullable(site: SchemaSite, value: JsonObject): void {
  const given = member(value, 'nullable');
  if (given === undefined || boolean(site, given, 'nullable') !== true) return;
  if (site.scope.dialect.nullableIsAbsolute === true) allowNull(site, value);
  else addNullToType(site, value);
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

function allowNull(site: SchemaSite, value: JsonObject): void {
  const { keywords } = site;
  const { type, enum: values } = keywords;
  if (COMPOSING.some((name) => keywords[name] !== undefined)) return offerNull(site, value);
  if (type?.includes('null') === false) keywords.type = [...type, 'null'];
  if (values?.includes(null) === false) keywords.enum = [...values, null];
}

/** Keywords that may refuse null by what other schemas say. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** Keywords that may refuse null. */
const DECIDING = [...COMPOSING, 'enum'];

/** Makes a schema that is put together of others either what it was, or null. Its words, and what stands below it, stay where they are. */
function offerNull({ id, reading, keywords }: SchemaSite, value: JsonObject): void {
  const isUnion = keywords.oneOf !== undefined || keywords.anyOf !== undefined;
  const chooses = member(value, 'discriminator') !== undefined;
  // A discriminator without a union chooses among the schemas that extend this one.
  if (chooses && !isUnion) return;
  const schema = reading.table.get(id) as KeywordSchema;
  const annotations = { extensions: {} };
  const inner = { ...schema, id: `${id}/nullable/0` as SchemaId, annotations };
  const none = { ...inner, id: `${id}/nullable/1` as SchemaId, keywords: { type: NULL } };
  const given = chooses ? undefined : alternativesOf(keywords);
  reading.table.set(none.id, none);
  reading.table.set(id, { ...schema, keywords: { anyOf: [...(given ?? [inner.id]), none.id] } });
  if (given !== undefined) return;
  reading.table.set(inner.id, inner);
  const index = reading.discriminators.findLastIndex(({ from }) => from === id);
  const pending = reading.discriminators[index];
  if (pending !== undefined) reading.discriminators[index] = { ...pending, from: inner.id };
}

const NULL = ['null'] as const;

/** What a schema asks for, where null can be put beside it without a schema between. */
function alternativesOf({ allOf, anyOf, ...others }: Keywords): readonly SchemaId[] | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (allOf === undefined) return anyOf;
  return anyOf === undefined && allOf.length === 1 ? allOf : undefined;
}
