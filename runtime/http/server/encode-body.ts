import { isStreamBody } from '../../core/body.js';
import { Refusal } from '../../core/server/fault.js';
import type { Body, StreamBody } from '../../core/wire.js';

/** True if a value is bytes or a stream. */
export function isBytes(value: unknown): value is Uint8Array | StreamBody | AsyncIterable<unknown> {
  return value instanceof Uint8Array || isPieces(value) || isStreamBody(value);
}

/** Returns bytes and text as a body. The pieces of a stream may be bytes or text. */
export function encodeBytes(value: unknown): Body {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (isStreamBody(value)) return value;
  if (isPieces(value)) return { stream: asBytes(value) };
  throw new Refusal('internal', 'body-is-no-bytes');
}

function isPieces(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* asBytes(
  pieces: AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else if (typeof piece === 'string') yield encoder.encode(piece);
    else throw new Refusal('internal', 'piece-is-no-bytes');
  }
}
