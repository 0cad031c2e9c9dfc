import type { CodecName } from '../../api.js';

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(
  `^(?:\\*/\\*|${TOKEN}/(?:\\*|${TOKEN}))(?:[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))?)*$`,
);

/** True if the text is a media type or a media range, with or without parameters (RFC 9110 sections 8.3.1 and 12.5.1). */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text);
}

/** Returns the media type without parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

const EXACT = new Map<string, CodecName>([
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ['text/event-stream', 'sse'],
  ['application/jsonl', 'json-lines'],
  ['application/json-lines', 'json-lines'],
  ['application/x-jsonlines', 'json-lines'],
  ['application/ndjson', 'json-lines'],
  ['application/x-ndjson', 'json-lines'],
  ['application/json-seq', 'json-seq'],
  ['application/octet-stream', 'binary'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
]);

/** Kind of body that a schema describes: data, a string, arbitrary text, or bytes (`format: binary`). */
export type Described = 'data' | 'string' | 'text' | 'bytes';

/**
 * Returns the codec for bodies of a media type. If the schema describes data, media ranges are treated as JSON and unknown types are passed
 * through unchanged. A string of any media type is text. If the schema describes the whole body as bytes, JSON is treated as a file, because no JSON text could match such a
 * schema.
 */
export function codecOf(mediaType: string, described: Described): CodecName {
  const essence = essenceOf(mediaType);
  const describesData = described === 'data';
  const isJson = essence.endsWith('+json') || EXACT.get(essence) === 'json';
  if (isJson) return described === 'bytes' ? 'binary' : 'json';
  const exact = EXACT.get(essence);
  // A form described as a string is already encoded by the user's program.
  if (exact === 'form' && described === 'string') return 'text';
  if (exact !== undefined) return exact;
  if (essence.endsWith('+json-seq')) return 'json-seq';
  if (essence.endsWith('+xml')) return 'xml';
  // A schema cannot identify parts without names: the user's program encodes and decodes such a body itself.
  if (essence === 'multipart/form-data' || essence === 'multipart/*') return 'multipart';
  if (essence === '*/*' && described === 'string') return 'text';
  if (essence === '*/*' || essence === 'application/*') return describesData ? 'json' : 'binary';
  if (essence.startsWith('text/')) return 'text';
  return describesData ? 'opaque' : 'binary';
}
