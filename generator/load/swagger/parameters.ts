import type { Json } from '../../model/schema.js';
import { OF_VALUES, upgradeSchema } from './schemas.js';
import { isObject, member, without, type JsonObject, type Upgrading } from './upgrading.js';

/** A parameter, or what an operation says instead of it, and where that was written. */
export interface Written {
  readonly value: JsonObject;
  readonly tokens: readonly string[];
}

/** What a Parameter or Header Object of 2.0 says about its value itself; 3.0 has a schema for it. */
const SCHEMA_WORDS: ReadonlySet<string> = new Set([
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
  ...OF_VALUES,
]);
const OWN_WORDS: ReadonlySet<string> = new Set([...SCHEMA_WORDS, 'collectionFormat']);

/** How OpenAPI 3.0 writes a list of each collection format, by where the parameter stands. */
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

/** A parameter in a path, a query or a header. */
export function upgradeParameter(up: Upgrading, { value, tokens }: Written): Json {
  const place = member(value, 'in');
  const upgraded = {
    ...without(value, OWN_WORDS),
    ...(place === 'path' ? { required: true } : {}),
    ...upgradeValue(up, { value, tokens }, typeof place === 'string' ? place : 'query'),
  };
  if (place === 'path' && member(value, 'required') !== true) {
    up.reporter.warning(
      'optional-path-parameter',
      up.originOf(...tokens),
      'a parameter of the path is always there, so this one is read as required',
      { hint: 'write "required: true"' },
    );
  }
  return up.places.put(upgraded, tokens);
}

/** A header of a response. */
export function upgradeHeader(up: Upgrading, value: Json, tokens: readonly string[]): Json {
  if (!isObject(value)) return value;
  const upgraded = {
    ...without(value, OWN_WORDS),
    ...upgradeValue(up, { value, tokens }, 'header'),
  };
  return up.places.put(upgraded, tokens);
}

/** The schema that the words of a parameter make, without what says how a list is written. */
export function schemaOf(up: Upgrading, { value, tokens }: Written): Json {
  const words = Object.entries(value).filter(([name]) => SCHEMA_WORDS.has(name));
  return upgradeSchema(up, Object.fromEntries(words), tokens);
}

/** How a list is written, as 2.0 names it; `undefined` where the value is no list. */
export function collectionFormatOf(value: JsonObject): string | undefined {
  if (member(value, 'type') !== 'array') return undefined;
  const stated = member(value, 'collectionFormat');
  return typeof stated === 'string' ? stated : 'csv';
}

function upgradeValue(up: Upgrading, written: Written, place: string): JsonObject {
  const format = collectionFormatOf(written.value);
  if (format === undefined) return { schema: schemaOf(up, written) };
  const style = STYLES[place]?.[format];
  const items = member(written.value, 'items');
  const inner = isObject(items) ? collectionFormatOf(items) : undefined;
  if (style !== undefined && inner === undefined)
    return { schema: schemaOf(up, written), ...style };
  reportFormat(up, written, inner === undefined ? `"${format}"` : 'a list of lists', place);
  return { schema: up.places.put({ type: 'string' }, written.tokens) };
}

function reportFormat(up: Upgrading, { tokens }: Written, what: string, place: string): void {
  up.reporter.warning(
    'unsupported-collection-format',
    up.originOf(...tokens),
    `OpenAPI 3 has no way to write ${what} in a ${place}, so this parameter is text that the caller puts together`,
    { hint: 'the formats "csv", and in a query "ssv", "pipes" and "multi", are understood' },
  );
}
