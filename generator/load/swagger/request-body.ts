import type { Json } from '../../model/schema.js';
import { collectionFormatOf, schemaOf, type LocatedObject } from './parameters.js';
import { upgradeSchema } from './schemas.js';
import { isObject, member, omitMembers, type JsonObject } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const REPLACED_MEMBERS: ReadonlySet<string> = new Set([
  'name',
  'in',
  'schema',
  'required',
  'description',
]);

/** Converts a body parameter to a Request Body Object, with an entry for each media type that the operation consumes. */
export function upgradeBody(
  context: UpgradeContext,
  { value, tokens }: LocatedObject,
  consumes: readonly string[],
): JsonObject {
  const schema = member(value, 'schema');
  const content = consumes.map((type): [string, Json] => [
    type,
    context.sourceMap.put(
      schema === undefined ? {} : { schema: upgradeSchema(context, schema, [...tokens, 'schema']) },
      tokens,
    ),
  ]);
  return context.sourceMap.put(
    {
      ...omitMembers(value, REPLACED_MEMBERS),
      ...pick(value, ['description', 'required']),
      content: context.sourceMap.put(Object.fromEntries(content), tokens),
    },
    tokens,
  );
}

/** Converts form parameters to a Request Body Object whose schema has a property for each. */
export function upgradeForm(
  context: UpgradeContext,
  fields: readonly LocatedObject[],
  consumes: readonly string[],
): JsonObject {
  const tokens = fields[0]?.tokens ?? [];
  const properties = fields.map((field): [string, Json] => [
    String(member(field.value, 'name')),
    upgradeField(context, field),
  ]);
  const required = fields.filter(({ value }) => member(value, 'required') === true);
  const schema = context.sourceMap.put(
    {
      type: 'object',
      properties: context.sourceMap.put(Object.fromEntries(properties), tokens),
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
      context.sourceMap.put(
        { schema, ...(Object.keys(encoding).length === 0 ? {} : { encoding }) },
        tokens,
      ),
    ];
  });
  return context.sourceMap.put(
    {
      ...(required.length === 0 ? {} : { required: true }),
      content: context.sourceMap.put(Object.fromEntries(content), tokens),
    },
    tokens,
  );
}

function upgradeField(context: UpgradeContext, field: LocatedObject): Json {
  const schema = schemaOf(context, field);
  if (!isObject(schema)) return schema;
  return context.sourceMap.put({ ...pick(field.value, ['description']), ...schema }, field.tokens);
}

/** The consumed media types that can represent a form. A file requires multipart. */
function formTypes(
  fields: readonly LocatedObject[],
  consumes: readonly string[],
): readonly string[] {
  const types = consumes.filter((type) => type === FORM || type === MULTIPART);
  const hasFile = fields.some(({ value }) => member(value, 'type') === 'file');
  if (hasFile) return [MULTIPART];
  return types.length === 0 ? [FORM] : types;
}

function encodingOf(fields: readonly LocatedObject[]): JsonObject {
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

function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const found = member(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}
