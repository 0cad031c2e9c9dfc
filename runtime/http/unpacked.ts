import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { headerValue } from '../core/headers.js';

/** What {@link unpackerOf} knows, as `Accept-Encoding` says it. */
export const acceptedCodings = 'gzip, deflate, br';

const codings: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Unpacks bytes while they come; whoever stops reading ends their source. */
export type Unpack = (source: Readable) => AsyncIterable<Uint8Array>;

/**
 * What takes a response's body apart where it was packed (RFC 9110 section 8.4.1). A coding that is not known stays as it is, as do
 * answers that have no body.
 */
export function unpackerOf(
  method: string,
  status: number,
  headers: readonly string[],
): Unpack | undefined {
  if (method === 'HEAD' || status === 204 || status === 304) return undefined;
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase();
  const create = coding === undefined ? undefined : codings.get(coding);
  if (create === undefined) return undefined;
  return (source) => {
    const stream = create();
    source.on('error', (error) => stream.destroy(error));
    stream.on('close', () => source.destroy());
    return source.pipe(stream);
  };
}
