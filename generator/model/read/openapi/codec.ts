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

/** What a schema says of a body as a whole: data, a string, text that may be anything, or bytes by `format: binary`. */
export type Described = 'data' | 'string' | 'text' | 'bytes';

/**
 * How bytes of a media type become a value. Where the schema speaks of data, media ranges are taken for JSON, unknown types for something we
 * hand on untouched. Where it says that the whole body is bytes, JSON is such a file: no text of JSON could be what it describes.
 */
export function codecOf(mediaType: string, described: Described): CodecName {
  const essence = essenceOf(mediaType);
  const describesData = described === 'data';
  const isJson = essence.endsWith('+json') || EXACT.get(essence) === 'json';
  if (isJson) return described === 'bytes' ? 'binary' : 'json';
  const exact = EXACT.get(essence);
  // A form that is called a string is one that a program has written already.
  if (exact === 'form' && described === 'string') return 'text';
  if (exact !== undefined) return exact;
  if (essence.endsWith('+json-seq')) return 'json-seq';
  if (essence.endsWith('+xml')) return 'xml';
  // Parts without names can not be told from a schema: a program puts such a body together and takes it apart.
  if (essence === 'multipart/form-data' || essence === 'multipart/*') return 'multipart';
  if (essence === '*/*' || essence === 'application/*') return describesData ? 'json' : 'binary';
  if (essence.startsWith('text/')) return 'text';
  return describesData ? 'opaque' : 'binary';
}
