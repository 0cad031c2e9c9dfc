import { defineWarning, type DiagnosticType } from '../../core/diagnostic.js';
import { omittedMember } from '../../core/diagnostics/members.js';
import type { Json } from '../../model/schema.js';
import { ENUM_EXTENSIONS, upgradeSchema } from './schemas.js';
import { isObject, member, omitMembers, type JsonObject } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

/** A list in a format that OpenAPI 3 cannot express. */
export const unsupportedCollectionFormat: DiagnosticType<{
  default: { format: string; location: string };
  nested: { location: string };
}> = defineWarning('unsupported-collection-format', {
  default: ({ format, location }) =>
    `OpenAPI 3 cannot express "${format}" in a ${location}, so the parameter is a string that the caller builds`,
  nested: ({ location }) =>
    `OpenAPI 3 cannot express a list of lists in a ${location}, so the parameter is a string that the caller builds`,
});

/** An object of the original with its location. */
export interface LocatedObject {
  readonly value: JsonObject;
  readonly tokens: readonly string[];
}

/** Members of a Parameter or Header Object of 2.0 that belong to its schema in 3.0. */
const SCHEMA_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'format',
  'items',
  'default',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'enum',
  'multipleOf',
  'x-nullable',
  'x-extensible-enum',
  ...ENUM_EXTENSIONS,
]);
const VALUE_MEMBERS: ReadonlySet<string> = new Set([...SCHEMA_MEMBERS, 'collectionFormat']);

/** The 3.0 equivalents of collection formats, by parameter location. */
const STYLES: Readonly<
  Record<string, Readonly<Record<string, { style: string; explode: boolean }>>>
> = {
  query: {
    csv: { style: 'form', explode: false },
    ssv: { style: 'spaceDelimited', explode: false },
    pipes: { style: 'pipeDelimited', explode: false },
    multi: { style: 'form', explode: true },
  },
  path: { csv: { style: 'simple', explode: false } },
  header: { csv: { style: 'simple', explode: false } },
};

/** Upgrades a path, query or header parameter. */
export function upgradeParameter(context: UpgradeContext, { value, tokens }: LocatedObject): Json {
  const location = member(value, 'in');
  const upgraded = {
    ...omitMembers(value, VALUE_MEMBERS),
    ...(location === 'path' ? { required: true } : {}),
    ...upgradeValue(context, { value, tokens }, typeof location === 'string' ? location : 'query'),
  };
  if (location === 'path' && member(value, 'required') !== true) {
    const name = member(value, 'name');
    context.reporter.report(
      omittedMember.pathParameter({ name: typeof name === 'string' ? name : '' }),
      context.originOf(...tokens),
      { hint: 'write "required: true"' },
    );
  }
  return context.sourceMap.put(upgraded, tokens);
}

/** Upgrades a response header. */
export function upgradeHeader(
  context: UpgradeContext,
  value: Json,
  tokens: readonly string[],
): Json {
  if (!isObject(value)) return value;
  const upgraded = {
    ...omitMembers(value, VALUE_MEMBERS),
    ...upgradeValue(context, { value, tokens }, 'header'),
  };
  return context.sourceMap.put(upgraded, tokens);
}

/** Builds the schema from the members of a parameter, without its collection format. */
export function schemaOf(context: UpgradeContext, { value, tokens }: LocatedObject): Json {
  const members = Object.entries(value).filter(([name]) => SCHEMA_MEMBERS.has(name));
  return upgradeSchema(context, Object.fromEntries(members), tokens);
}

/** The collection format of a value, or `undefined` if it is not an array. */
export function collectionFormatOf(value: JsonObject): string | undefined {
  if (member(value, 'type') !== 'array') return undefined;
  const stated = member(value, 'collectionFormat');
  return typeof stated === 'string' ? stated : 'csv';
}

function upgradeValue(
  context: UpgradeContext,
  located: LocatedObject,
  location: string,
): JsonObject {
  const format = collectionFormatOf(located.value);
  if (format === undefined) return { schema: schemaOf(context, located) };
  const style = STYLES[location]?.[format];
  const items = member(located.value, 'items');
  const inner = isObject(items) ? collectionFormatOf(items) : undefined;
  if (style !== undefined && inner === undefined)
    return { schema: schemaOf(context, located), ...style };
  const sentence =
    inner === undefined
      ? unsupportedCollectionFormat.default({ format, location })
      : unsupportedCollectionFormat.nested({ location });
  context.reporter.report(sentence, context.originOf(...located.tokens), {
    hint: 'use "csv", or in a query "ssv", "pipes" or "multi"',
  });
  return { schema: context.sourceMap.put({ type: 'string' }, located.tokens) };
}
