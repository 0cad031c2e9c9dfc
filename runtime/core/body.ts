import type { Body, StreamBody } from './wire.js';

/** A body is longer than it may be. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code: 'body-too-large' = 'body-too-large';
  /** Bytes that were allowed. */
  declare readonly limit: number;
  constructor(limit: number) {
    super(`the body is longer than ${limit} bytes`);
    this.limit = limit;
  }
}

/** Whether a body comes piece by piece. */
export function isStreamBody(body: unknown): body is StreamBody {
  const stream = (body as Partial<StreamBody> | null | undefined)?.stream;
  return typeof stream === 'object' && stream !== null && Symbol.asyncIterator in stream;
}

/**
 * All of a body as bytes, counted while it comes; the stream is closed as soon as it is too long.
 *
 * @throws {BodyTooLargeError}
 */
export async function readBody(body: Body, limit: number): Promise<Uint8Array> {
  const counted = (length: number): void => {
    if (length > limit) throw new BodyTooLargeError(limit);
  };
  if (!isStreamBody(body)) {
    const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(body);
    counted(bytes.length);
    return bytes;
  }
  const { length: told = 0 } = body;
  if (told > limit) discardBody(body);
  counted(told);
  if (body.bytes !== undefined) {
    const bytes = await body.bytes(limit);
    counted(bytes.length);
    return plainBytes(bytes);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body.stream) {
    counted((length += chunk.length));
    chunks.push(chunk);
  }
  const [only, more] = chunks;
  return only !== undefined && more === undefined ? plainBytes(only) : concatBytes(chunks, length);
}

/** Bytes as nothing but bytes, not as what some engine makes of them. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array
    ? bytes
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Lets go of a body that nobody will read, so that its connection is free. Does not wait and never throws. */
export function discardBody(body: Body): void {
  if (!isStreamBody(body)) return;
  const closed = body.stream[Symbol.asyncIterator]().return?.();
  closed?.catch(() => undefined);
}

/** Several pieces as one. */
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
