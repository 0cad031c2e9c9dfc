import { isStreamBody } from '../../core/body.js';
import type { ContentDescriptor } from '../../core/descriptor.js';
import { Refusal } from '../../core/server/fault.js';
import type { Body, StreamBody } from '../../core/wire.js';
import { writeJson } from '../../core/write-json.js';

/** Whether a value is bytes, whole or in pieces. */
export function isBytes(value: unknown): value is Uint8Array | StreamBody | AsyncIterable<unknown> {
  return value instanceof Uint8Array || isPieces(value) || isStreamBody(value);
}

/**
 * Bytes as they are. Pieces of a stream may be bytes or text; any other piece is an item, written the way its
 * codec frames items.
 */
export function encodeBytes(content: ContentDescriptor, value: unknown): Body {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (isStreamBody(value)) return value;
  if (isPieces(value)) return { stream: framed(content, value) };
  throw new Refusal('internal', 'body-is-no-bytes');
}

function isPieces(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* framed(
  content: ContentDescriptor,
  pieces: AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield encoder.encode(typeof piece === 'string' ? piece : frame(content, piece));
  }
}

/** One item: a line of JSON, a record of RFC 7464, or an event whose `data` is JSON unless it is text. */
function frame({ codec, integers }: ContentDescriptor, item: unknown): string {
  const write = integers === undefined ? JSON.stringify : writeJson;
  switch (codec) {
    case 'json-lines':
      return `${write(item)}\n`;
    case 'json-seq':
      return `\u001e${write(item)}\n`;
    case 'sse':
      return event(item, write);
    default:
      throw new Refusal('internal', 'piece-is-no-bytes');
  }
}

/** WHATWG HTML section 9.2.6: fields of an event, one line for each line of its data. */
function event(item: unknown, write: (value: unknown) => string | undefined): string {
  if (typeof item !== 'object' || item === null) throw new Refusal('internal', 'piece-is-no-event');
  const lines: string[] = [];
  for (const name of ['event', 'id', 'retry'] as const) {
    const value: unknown = name in item ? Reflect.get(item, name) : undefined;
    if (value !== undefined) lines.push(`${name}: ${String(value).replace(/[\r\n\0]/g, ' ')}`);
  }
  const data: unknown = 'data' in item ? item.data : undefined;
  const text = typeof data === 'string' ? data : data === undefined ? '' : (write(data) ?? '');
  for (const line of text.split(/\r\n|\r|\n/)) lines.push(`data: ${line}`);
  return `${lines.join('\n')}\n\n`;
}
