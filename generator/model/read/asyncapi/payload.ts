import { defineRecoverableError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidType, missingMember, omittedMember } from '../../../core/diagnostics/members.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { PayloadLanguage } from '../../message.js';
import type { DialectId, SchemaId } from '../../schema.js';
import { describeType, isObject, member } from '../json.js';
import { checkMembers, originAt, childAt } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { dialects } from '../schema/dialects.js';
import type { Dialect } from '../schema/dialects.js';
import { readAvro } from './avro/read-avro.js';
import { readProtobuf } from './protobuf/read-protobuf.js';
import { isVersion2 } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A payload in a language of schemas that is not supported. With `--lenient`, it is bytes without a check. */
export const unsupportedSchemaFormat: DiagnosticType<{
  unknown: { text: string };
  language: { language: string };
  headers: { language: string };
}> = defineRecoverableError('unsupported-schema-format', {
  unknown: ({ text }) => `"${text}" is not a known schema language`,
  language: ({ language }) => `schemas in ${language} are not supported`,
  headers: ({ language }) => `headers cannot be described in ${language}`,
});

/** A schema in any format: the id of a readable schema, also in another language, or the name of a format that is not supported. */
export type ReadPayload =
  | {
      readonly schema: SchemaId;
      readonly format?: undefined;
      readonly language?: PayloadLanguage;
    }
  | { readonly schema?: undefined; readonly format: string; readonly language?: undefined };

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
 * Reads the schema of a node. Since AsyncAPI 3.0 it may be a Multi Format Schema Object, `{ schemaFormat, schema }`, also behind a
 * reference. In earlier versions the format of a payload is declared beside it, in the node `formatNode`. `name` is that of the message.
 */
export function readFormatted(
  reading: AsyncReading,
  valueNode: ValueNode,
  {
    formatNode,
    name,
  }: { readonly formatNode?: ObjectNode | undefined; readonly name?: string | undefined } = {},
): ReadPayload | undefined {
  if (formatNode !== undefined) {
    const dialect = dialectAt(reading, formatNode, valueNode.document.scope.dialect);
    return readAs(reading, valueNode, dialect, name);
  }
  const wrapped = isVersion2(valueNode) ? undefined : wrapperAt(reading, valueNode);
  if (wrapped === 'unresolved') return undefined;
  if (wrapped === undefined)
    return { schema: read(reading, valueNode, valueNode.document.scope.dialect) };
  checkMembers(wrapped, ['schemaFormat', 'schema'], 'a schema with its format');
  const dialect = dialectAt(reading, wrapped, wrapped.document.scope.dialect);
  const schema = childAt(wrapped, 'schema');
  if (schema === undefined) {
    reading.reporter.report(
      missingMember.default({ what: 'a schema with its format', name: 'schema' }),
      wrapped.origin,
    );
    return undefined;
  }
  return readAs(reading, schema, dialect, name);
}

/** Reads a schema of a dialect, or in another language. */
function readAs(
  reading: AsyncReading,
  node: ValueNode,
  dialect: Dialect | SchemaFormat,
  name: string | undefined,
): ReadPayload | undefined {
  if ('keywords' in dialect) return { schema: read(reading, node, dialect) };
  if (dialect.language === 'Protobuf') return readProtobuf(reading, node, name);
  if (dialect.language !== 'Avro') return { format: dialect.text };
  const avro = readAvro(reading, node);
  return avro && { schema: avro.schema, language: { name: 'avro', schema: avro.avro } };
}

function read(reading: AsyncReading, valueNode: ValueNode, dialect: Dialect): SchemaId {
  const { scope } = valueNode.document;
  const own = scope.dialect === dialect ? scope : { ...scope, dialect };
  return reading.schemas.read(valueNode.value, valueNode.origin, valueNode.pointer, own);
}

/** Returns the object that wraps a schema and its format, directly or behind references. */
function wrapperAt(
  reading: AsyncReading,
  valueNode: ValueNode,
): ObjectNode | 'unresolved' | undefined {
  let at: ValueNode = valueNode;
  for (const visited = new Set<object>(); isObject(at.value) && !visited.has(at.value);) {
    visited.add(at.value);
    if (isWrapper(reading, at as ObjectNode)) return at as ObjectNode;
    const reference = member(at.value, '$ref');
    // A schema may also be referred to by an anchor, which the schema reader resolves.
    if (typeof reference !== 'string' || !/(?:^[^#]+|#|#\/.*)$/.test(reference)) return undefined;
    const next = reading.resolve(reference, at);
    if (next === undefined) return 'unresolved';
    at = next;
  }
  return undefined;
}

/**
 * True if the object wraps a schema. `schema` is not a keyword, so an object whose only member is `schema` is a wrapper, even without
 * `schemaFormat`.
 */
function isWrapper(reading: AsyncReading, node: ObjectNode): boolean {
  if (member(node.value, 'schemaFormat') !== undefined) return true;
  if (!isObject(member(node.value, 'schema')) || Object.keys(node.value).length > 1) return false;
  if (!reading.memo.has(node.value)) {
    reading.memo.set(node.value, true);
    node.reporter.report(
      omittedMember.default({ what: 'an object with "schema"', name: 'schemaFormat' }),
      node.origin,
      {
        hint: 'the schema is read as one of AsyncAPI: omit "schema", or write "schemaFormat" beside it',
      },
    );
  }
  return true;
}

/** A format that is no dialect of JSON Schema: as it is written, and its language if it is known. */
interface SchemaFormat {
  readonly text: string;
  readonly language: string | undefined;
}

/** Returns the dialect that `schemaFormat` names, or the format itself if it is not a JSON Schema dialect. */
function dialectAt(
  reading: AsyncReading,
  node: ObjectNode,
  fallback: Dialect,
): Dialect | SchemaFormat {
  const text = member(node.value, 'schemaFormat');
  if (text === undefined) return fallback;
  const origin = originAt(node, 'schemaFormat');
  if (typeof text !== 'string') {
    reading.reporter.report(
      invalidType.default({
        what: '"schemaFormat"',
        expected: 'a string',
        actual: describeType(text),
      }),
      origin,
      {
        hint: `write "${KNOWN[0]}"`,
      },
    );
    return fallback;
  }
  const dialect = dialectOf(text);
  if (dialect !== undefined) return dialects[dialect];
  const essence = (text.split(';')[0] ?? '').trim().toLowerCase();
  const language = LANGUAGES.find(([, pattern]) => pattern.test(essence))?.[0];
  if (language === 'Avro' || language === 'Protobuf') return { text, language };
  reading.reporter.report(
    language === undefined
      ? unsupportedSchemaFormat.unknown({ text })
      : unsupportedSchemaFormat.language({ language }),
    origin,
    {
      hint:
        (language === undefined ? didYouMean(text, KNOWN).hint : undefined) ??
        'describe it in JSON Schema, Avro or Protobuf, or use "--lenient", which leaves it as bytes',
    },
  );
  return { text, language };
}

function dialectOf(text: string): DialectId | undefined {
  const [essence = '', ...parameters] = text.split(';').map((part) => part.trim());
  const version = parameters
    .map((parameter) => /^version=(.*)$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
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
