import type { Content, Parameter } from '../model/api.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import { wireTypeOf } from '../model/wire-type.js';

/** Header lines that the parts of one member of a form have beside their own. */
export interface PartHeadersPlan {
  /** Name of the member. */
  readonly name: string;
  /** It has a part for each item, each with lines of its own. */
  readonly list: boolean;
  /** The form always has the member. */
  readonly required: boolean;
  readonly headers: readonly Parameter[];
}

/** What the parts of a body have as header lines, by member; empty for contents other than forms with parts. */
export function partHeaders(
  schemas: SchemaTable,
  { codec, schema, parts = [] }: Content,
): readonly PartHeadersPlan[] {
  if (codec !== 'multipart') return [];
  const described = parts.filter(({ headers }) => headers.length > 0);
  if (described.length === 0) return [];
  const { properties = {} } = schema === undefined ? {} : wireTypeOf(schemas, schema, 'number');
  return described.map(({ name, headers }) => ({
    name,
    list: Object.hasOwn(properties, name) && properties[name]?.types.includes('array') === true,
    required: schema !== undefined && demands(schemas, schema, name),
    headers,
  }));
}

/** {@link partHeaders} of the one among the contents of a body that has some. */
export function partHeadersAmong(
  schemas: SchemaTable,
  contents: readonly Content[],
): readonly PartHeadersPlan[] {
  return (
    contents.map((content) => partHeaders(schemas, content)).find(({ length }) => length > 0) ?? []
  );
}

/** Whether a call has to give some of the header lines: a part that is always there has one that it always has, and no other content will do. */
export function needsPartHeaders(
  schemas: SchemaTable,
  body: { readonly required: boolean; readonly contents: readonly Content[] } | undefined,
): boolean {
  if (body?.required !== true || body.contents.length !== 1) return false;
  return partHeadersAmong(schemas, body.contents).some(isNeeded);
}

/** Whether the lines of a member have to be given with every form. */
export function isNeeded({ required, headers }: PartHeadersPlan): boolean {
  return required && headers.some((header) => header.required);
}

/** Whether a schema, what it refers to or is made of, demands a member. */
export function demands(
  schemas: SchemaTable,
  id: SchemaId,
  name: string,
  above: ReadonlySet<SchemaId> = new Set(),
): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || above.has(id)) return false;
  const { $ref, allOf = [], required = [] } = schema.keywords;
  if (required.includes(name)) return true;
  const seen = new Set(above).add(id);
  return [$ref, ...allOf].some((next) => next !== undefined && demands(schemas, next, name, seen));
}
