import { didYouMean } from '../../../core/suggestion.js';
import type { DialectId, SchemaId } from '../../schema.js';
import { isObject, member } from '../json.js';
import { checkMembers, originAt, placeAt } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { dialects } from '../schema/dialects.js';
import type { Dialect } from '../schema/dialects.js';
import { isVersion2 } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A schema in whatever language it is written: read, or named because it can not be. */
export type ReadPayload =
  | { readonly schema: SchemaId; readonly format?: undefined }
  | { readonly schema?: undefined; readonly format: string };

const LANGUAGES: readonly (readonly [name: string, essence: RegExp])[] = [
  ['Avro', /^application\/vnd\.apache\.avro(?:\+json|\+yaml)?$/],
  ['RAML', /^application\/raml\+yaml$/],
  ['Protobuf', /^application\/vnd\.google\.protobuf$/],
  ['XML Schema', /^application\/xml$/],
];
const DRAFTS: { readonly [version: string]: DialectId } = {
  'draft-04': '4',
  'draft-06': '6',
  'draft-07': '7',
  '2019-09': '2019-09',
  '2020-12': '2020-12',
};
const KNOWN = [
  'application/vnd.aai.asyncapi;version=3.0.0',
  'application/vnd.aai.asyncapi+json;version=3.0.0',
  'application/vnd.aai.asyncapi+yaml;version=3.0.0',
  'application/schema+json;version=draft-07',
  'application/schema+yaml;version=draft-07',
  'application/vnd.oai.openapi;version=3.0.0',
  'application/vnd.oai.openapi+json;version=3.0.0',
  'application/vnd.oai.openapi+yaml;version=3.0.0',
  'application/vnd.apache.avro;version=1.9.0',
];

/**
 * The schema at a place. Since AsyncAPI 3.0 it may be a Multi Format Schema Object, `{ schemaFormat, schema }`, also behind a
 * reference; before, the format of a payload stands beside it, which is `stated`.
 */
export function readFormatted(
  reading: AsyncReading,
  place: Place,
  stated?: Node,
): ReadPayload | undefined {
  if (stated !== undefined) {
    const dialect = dialectAt(reading, stated, place.document.scope.dialect);
    return typeof dialect === 'string'
      ? { format: dialect }
      : { schema: read(reading, place, dialect) };
  }
  const wrapped = isVersion2(place) ? undefined : wrapperAt(reading, place);
  if (wrapped === 'unresolved') return undefined;
  if (wrapped === undefined) return { schema: read(reading, place, place.document.scope.dialect) };
  checkMembers(wrapped, ['schemaFormat', 'schema'], 'a schema with its format');
  const dialect = dialectAt(reading, wrapped, wrapped.document.scope.dialect);
  const schema = placeAt(wrapped, 'schema');
  if (schema === undefined) {
    reading.reporter.error(
      'missing-member',
      wrapped.origin,
      'a schema with its format has no "schema"',
    );
    return undefined;
  }
  return typeof dialect === 'string'
    ? { format: dialect }
    : { schema: read(reading, schema, dialect) };
}

function read(reading: AsyncReading, place: Place, dialect: Dialect): SchemaId {
  const { scope } = place.document;
  const own = scope.dialect === dialect ? scope : { ...scope, dialect };
  return reading.schemas.read(place.value, place.origin, place.pointer, own);
}

/** The object that holds a schema and its format, if one stands there or where references lead. */
function wrapperAt(reading: AsyncReading, place: Place): Node | 'unresolved' | undefined {
  let at: Place = place;
  for (const passed = new Set<object>(); isObject(at.value) && !passed.has(at.value);) {
    passed.add(at.value);
    if (isWrapper(reading, at as Node)) return at as Node;
    const reference = member(at.value, '$ref');
    // Schemas may also be named by anchors, which their own reader knows of.
    if (typeof reference !== 'string' || !/(?:^[^#]+|#|#\/.*)$/.test(reference)) return undefined;
    const next = reading.resolve(reference, at);
    if (next === undefined) return 'unresolved';
    at = next;
  }
  return undefined;
}

/** `schema` is no keyword, so that an object with it and nothing else wraps one, whether or not it says in which format. */
function isWrapper(reading: AsyncReading, node: Node): boolean {
  if (member(node.value, 'schemaFormat') !== undefined) return true;
  if (!isObject(member(node.value, 'schema')) || Object.keys(node.value).length > 1) return false;
  if (!reading.memo.has(node.value)) {
    reading.memo.set(node.value, true);
    node.reporter.warning(
      'missing-member',
      node.origin,
      'a "schema" has no "schemaFormat" and is taken for one of AsyncAPI',
      { hint: 'leave "schema" out, or write "schemaFormat" beside it' },
    );
  }
  return true;
}

/** The dialect that `schemaFormat` names; the format itself where it is none of JSON Schema. */
function dialectAt(reading: AsyncReading, node: Node, fallback: Dialect): Dialect | string {
  const text = member(node.value, 'schemaFormat');
  if (text === undefined) return fallback;
  const origin = originAt(node, 'schemaFormat');
  if (typeof text !== 'string') {
    reading.reporter.error('invalid-type', origin, '"schemaFormat" is no string', {
      hint: `write "${KNOWN[0]}"`,
    });
    return fallback;
  }
  const dialect = dialectOf(text);
  if (dialect !== undefined) return dialects[dialect];
  const essence = (text.split(';')[0] ?? '').trim().toLowerCase();
  const language = LANGUAGES.find(([, pattern]) => pattern.test(essence))?.[0];
  reading.reporter.warning(
    'unsupported-schema-format',
    origin,
    language === undefined
      ? `"${text}" is not a known language of schemas, so that this is not checked`
      : `schemas of ${language} are not read, so that this is not checked`,
    {
      hint:
        (language === undefined ? didYouMean(text, KNOWN).hint : undefined) ??
        "describe it in JSON Schema, AsyncAPI's own form of it, or as OpenAPI does",
    },
  );
  return text;
}

function dialectOf(text: string): DialectId | undefined {
  const [essence = '', ...parameters] = text.split(';').map((part) => part.trim());
  const version = parameters
    .map((parameter) => /^version=(.*)$/i.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  const plain = essence.toLowerCase().replace(/\+(?:json|yaml)$/, '');
  if (plain === 'application/vnd.aai.asyncapi') return 'asyncapi';
  if (plain === 'application/schema') return DRAFTS[version ?? 'draft-07'];
  if (plain !== 'application/vnd.oai.openapi') return undefined;
  return version === undefined || /^3\.0(?:\.|$)/.test(version)
    ? 'openapi-3.0'
    : /^3\.[12](?:\.|$)/.test(version)
      ? 'openapi-3.1'
      : undefined;
}
