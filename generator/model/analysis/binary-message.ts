import type { Message } from '../message.js';
import { isBinarySchema } from './binary-schema.js';
import type { SchemaId, SchemaTable } from '../schema.js';
import { referenceOnly } from './reference-only.js';

/** Media types of messages that are bytes. */
const binaryTypes = /^(?:application\/octet-stream|(?:audio|image|video)\/[^;]+)\s*(?:;|$)/i;

/** True if a message is bytes rather than JSON: by its media type, or by a payload with `format: binary`. */
export function isBinaryMessage(
  schemas: SchemaTable,
  { contentType, payload }: Pick<Message, 'contentType' | 'payload'>,
): boolean {
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
