import type { CodecName } from '../../api.js';

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(
  `^(?:\\*/\\*|${TOKEN}/(?:\\*|${TOKEN}))(?:[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))?)*$`,
);

/** Whether text is a media type or a range of them, parameters allowed (RFC 9110 sections 8.3.1 and 12.5.1). */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text);
}

/** A media type without parameters, in lower case. */
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

/**
 * How bytes of a media type become a value. `describesData` says whether the schema speaks of data rather than of a
 * string of bytes: media ranges are then taken for JSON, unknown types for something we hand on untouched.
 */
export function codecOf(mediaType: string, describesData: boolean): CodecName {
  const essence = essenceOf(mediaType);
  const exact = EXACT.get(essence);
  if (exact !== undefined) return exact;
  if (essence.endsWith('+json-seq')) return 'json-seq';
  if (essence.endsWith('+json')) return 'json';
  if (essence.endsWith('+xml')) return 'xml';
  if (essence.startsWith('multipart/')) return 'multipart';
  if (essence === '*/*' || essence === 'application/*') return describesData ? 'json' : 'binary';
  if (essence.startsWith('text/')) return 'text';
  return describesData ? 'opaque' : 'binary';
}
