import type { Content, Parameter } from '../model/api.js';
import type { Schema, SchemaId, SchemaTable } from '../model/schema.js';
import { wireTypeOf } from '../model/analysis/wire-type.js';

/** Headers that the parts of one form property have besides the standard ones. */
export interface PartHeadersPlan {
  /** Name of the property. */
  readonly name: string;
  /** True if the property has a part for each item, each with its own headers. */
  readonly list: boolean;
  /** True if the form always contains the property. */
  readonly required: boolean;
  readonly headers: readonly Parameter[];
}

/** Plans the headers of a body's parts, by property. Empty for bodies that are not multipart. */
export function partHeaders(
  schemas: SchemaTable,
  { codec, schema, parts = [] }: Content,
): readonly PartHeadersPlan[] {
  if (codec !== 'multipart') return [];
  const withHeaders = parts.filter(({ headers }) => headers.length > 0);
  if (withHeaders.length === 0) return [];
  const { properties = {} } = schema === undefined ? {} : wireTypeOf(schemas, schema, 'number');
  return withHeaders.map(({ name, headers }) => ({
    name,
    list: Object.hasOwn(properties, name) && properties[name]?.types.includes('array') === true,
    required: schema !== undefined && requiresProperty(schemas, schema, name),
    headers,
  }));
}

/** {@link partHeaders} of the first content of a body that has part headers. */
export function partHeadersAmong(
  schemas: SchemaTable,
  contents: readonly Content[],
): readonly PartHeadersPlan[] {
  return (
    contents.map((content) => partHeaders(schemas, content)).find(({ length }) => length > 0) ?? []
  );
}

/**
 * True if a call must pass part headers: the only content has a required part with a required
 * header.
 */
export function needsPartHeaders(
  schemas: SchemaTable,
  body: { readonly required: boolean; readonly contents: readonly Content[] } | undefined,
): boolean {
  if (body?.required !== true || body.contents.length !== 1) return false;
  return partHeadersAmong(schemas, body.contents).some(requiresHeaders);
}

/** True if every form must contain headers of the property. */
export function requiresHeaders({ required, headers }: PartHeadersPlan): boolean {
  return required && headers.some((header) => header.required);
}

/** True if a schema requires a property, directly or through `$ref` or `allOf`. */
export function requiresProperty(schemas: SchemaTable, id: SchemaId, name: string): boolean {
  return requiredBy(schemas, id).has(name);
}

/** Names that a schema and its parts require. A form may have thousands of both. */
function requiredBy(schemas: SchemaTable, id: SchemaId): ReadonlySet<string> {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return new Set();
  const known = knownRequired.get(schema);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const parts = new Set([id]);
  for (const part of parts) {
    const each = schemas.get(part);
    if (each?.kind !== 'keywords') continue;
    const { $ref, allOf = [], required = [] } = each.keywords;
    for (const name of required) names.add(name);
    for (const next of [$ref, ...allOf]) if (next !== undefined) parts.add(next);
  }
  knownRequired.set(schema, names);
  return names;
}

const knownRequired = new WeakMap<Schema, ReadonlySet<string>>();
