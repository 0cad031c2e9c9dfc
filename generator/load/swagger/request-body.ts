import type { Json } from '../../model/schema.js';
import { collectionFormatOf, schemaOf, type Written } from './parameters.js';
import { upgradeSchema } from './schemas.js';
import { isObject, member, without, type JsonObject, type Upgrading } from './upgrading.js';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const BODY_WORDS: ReadonlySet<string> = new Set([
  'name',
  'in',
  'schema',
  'required',
  'description',
]);

/** The Request Body Object of a parameter in the body, once for each media type that the operation consumes. */
export function upgradeBody(
  up: Upgrading,
  { value, tokens }: Written,
  consumes: readonly string[],
): JsonObject {
  const schema = member(value, 'schema');
  const content = consumes.map((type): [string, Json] => [
    type,
    up.places.put(
      schema === undefined ? {} : { schema: upgradeSchema(up, schema, [...tokens, 'schema']) },
      tokens,
    ),
  ]);
  return up.places.put(
    {
      ...without(value, BODY_WORDS),
      ...kept(value, ['description', 'required']),
      content: up.places.put(Object.fromEntries(content), tokens),
    },
    tokens,
  );
}

/** The Request Body Object that the fields of a form make: an object with a property for each. */
export function upgradeForm(
  up: Upgrading,
  fields: readonly Written[],
  consumes: readonly string[],
): JsonObject {
  const tokens = fields[0]?.tokens ?? [];
  const properties = fields.map((field): [string, Json] => [
    String(member(field.value, 'name')),
    upgradeField(up, field),
  ]);
  const required = fields.filter(({ value }) => member(value, 'required') === true);
  const schema = up.places.put(
    {
      type: 'object',
      properties: up.places.put(Object.fromEntries(properties), tokens),
      ...(required.length === 0
        ? {}
        : { required: required.map(({ value }) => String(member(value, 'name'))) }),
    },
    tokens,
  );
  const types = formTypes(fields, consumes);
  const content = types.map((type): [string, Json] => {
    const encoding = type === FORM ? encodingOf(fields) : {};
    return [
      type,
      up.places.put(
        { schema, ...(Object.keys(encoding).length === 0 ? {} : { encoding }) },
        tokens,
      ),
    ];
  });
  return up.places.put(
    {
      ...(required.length === 0 ? {} : { required: true }),
      content: up.places.put(Object.fromEntries(content), tokens),
    },
    tokens,
  );
}

function upgradeField(up: Upgrading, field: Written): Json {
  const schema = schemaOf(up, field);
  if (!isObject(schema)) return schema;
  return up.places.put({ ...kept(field.value, ['description']), ...schema }, field.tokens);
}

/** What an operation consumes, as far as a form can be written in it; a file needs parts. */
function formTypes(fields: readonly Written[], consumes: readonly string[]): readonly string[] {
  const types = consumes.filter((type) => type === FORM || type === MULTIPART);
  const hasFile = fields.some(({ value }) => member(value, 'type') === 'file');
  if (hasFile) return [MULTIPART];
  return types.length === 0 ? [FORM] : types;
}

function encodingOf(fields: readonly Written[]): JsonObject {
  const styles: Readonly<Record<string, JsonObject>> = {
    csv: { style: 'form', explode: false },
    ssv: { style: 'spaceDelimited', explode: false },
    pipes: { style: 'pipeDelimited', explode: false },
  };
  return Object.fromEntries(
    fields.flatMap(({ value }): [string, Json][] => {
      const style = styles[collectionFormatOf(value) ?? ''];
      return style === undefined ? [] : [[String(member(value, 'name')), style]];
    }),
  );
}

function kept(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const found = member(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}
