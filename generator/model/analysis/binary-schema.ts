import type { Keywords, SchemaId, SchemaTable } from '../schema.js';
import type { Message } from '../message.js';
import { referenceOnly } from './reference-only.js';

/**
 * Whether a schema describes bytes: by `format: binary`, or as 3.1 does it, by a type of content that is not spelt as text: alone (section
 * 4.8.14.2), or beside `type: string` where it is no type of text.
 */
export function isBinarySchema({
  type,
  format,
  contentMediaType,
  contentEncoding,
  contentSchema,
}: Keywords): boolean {
  if (format === 'binary') return type?.includes('string') === true;
  if (contentMediaType === undefined) return false;
  if (contentEncoding !== undefined || contentSchema !== undefined) return false;
  if (type === undefined) return true;
  return type.includes('string') && format === undefined && !isTextType(contentMediaType);
}

/** Types that a string can hold, beside all that begin with `text/`, and XML and JSON by their suffixes. */
const TEXTS =
  /^\s*(?:text\/|message\/|[^/]+\/(?:[^;\s]+\+)?(?:json|xml|yaml)\s*(?:;|$)|application\/(?:(?:x-)?(?:javascript|ecmascript|typescript|yaml|sql|toml|sh|www-form-urlencoded)|graphql|jwt|jose|jsonpath|json-seq|jsonl|(?:x-)?ndjson|sdp|sparql-query|n-triples|pem-certificate-chain|xhtml)\b)/i;

/** Whether what has a media type is text: `text/csv`, `application/json`, `image/svg+xml`. */
export function isTextType(mediaType: string): boolean {
  return TEXTS.test(mediaType);
}

/** Media types of messages that are bytes. */
const binaryTypes = /^(?:application\/octet-stream|(?:audio|image|video)\/[^;]+)\s*(?:;|$)/i;

/** True if a message is bytes rather than JSON: by its language, its media type, or a payload with `format: binary`. */
export function isBinaryMessage(
  schemas: SchemaTable,
  { contentType, payload, language }: Pick<Message, 'contentType' | 'payload' | 'language'>,
): boolean {
  if (language !== undefined) return true;
  if (binaryTypes.test(contentType.trim())) return true;
  const schema = payload === undefined ? undefined : schemas.get(behind(schemas, payload));
  return schema?.kind === 'keywords' && isBinarySchema(schema.keywords);
}

/** Follows schemas that are nothing but a reference. */
export function behind(schemas: SchemaTable, id: SchemaId): SchemaId {
  let at = id;
  const seen = new Set<SchemaId>();
  for (let next = referenceOnly(schemas, at); next !== undefined && !seen.has(next);) {
    seen.add(next);
    at = next;
    next = referenceOnly(schemas, at);
  }
  return at;
}
