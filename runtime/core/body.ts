import type { Body, StreamBody } from './wire.js';

/** Thrown if a body is longer than its limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code: 'body-too-large' = 'body-too-large';
  /** The limit in bytes. */
  declare readonly limit: number;
  constructor(limit: number) {
    super(`the body is longer than ${limit} bytes`);
    this.limit = limit;
  }
}

/** True if a body is a stream. */
export function isStreamBody(body: unknown): body is StreamBody {
  const stream = (body as Partial<StreamBody> | null | undefined)?.stream;
  return typeof stream === 'object' && stream !== null && Symbol.asyncIterator in stream;
}

/**
 * Reads a whole body as bytes. The length is checked while reading, and the stream is closed as soon as it exceeds the limit.
 *
 * @throws {BodyTooLargeError}
 */
export async function readBody(body: Body, limit: number): Promise<Uint8Array> {
  const assertWithinLimit = (length: number): void => {
    if (length > limit) throw new BodyTooLargeError(limit);
  };
  if (!isStreamBody(body)) {
    const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(body);
    assertWithinLimit(bytes.length);
    return bytes;
  }
  const { length: declaredLength = 0 } = body;
  if (declaredLength > limit) discardBody(body);
  assertWithinLimit(declaredLength);
  if (body.bytes !== undefined) {
    const bytes = await body.bytes(limit);
    assertWithinLimit(bytes.length);
    return plainBytes(bytes);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body.stream) {
    assertWithinLimit((length += chunk.length));
    chunks.push(chunk);
  }
  const [only, more] = chunks;
  return only !== undefined && more === undefined ? plainBytes(only) : concatBytes(chunks, length);
}

/** Returns a plain `Uint8Array` over the same memory, instead of a subclass of an engine such as Node's `Buffer`. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array
    ? bytes
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Closes a body that will not be read, so that its connection becomes free. Does not wait and never throws. */
export function discardBody(body: Body): void {
  if (!isStreamBody(body)) return;
  const closed = body.stream[Symbol.asyncIterator]().return?.();
  closed?.catch(() => undefined);
}

/** Concatenates chunks of bytes. */
export function concatBytes(
  chunks: readonly Uint8Array[],
  length: number = chunks.reduce((sum, chunk) => sum + chunk.length, 0),
): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Returns text, bytes, blobs and streams of bytes as a body, unchanged; `undefined` for any other value. */
export function rawBody(value: unknown): Body {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Blob) {
    const chunks = (): AsyncIterable<Uint8Array> => blobChunks(value);
    return { stream: chunks(), length: value.size, replay: chunks, blob: () => value };
  }
  if (isStreamBody(value)) return value;
  return isAsyncIterable(value) ? { stream: value } : undefined;
}

async function* blobChunks(blob: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const chunkSize = 65_536;
  for (let offset = 0; offset < blob.size; offset += chunkSize) {
    yield new Uint8Array(await blob.slice(offset, offset + chunkSize).arrayBuffer());
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
