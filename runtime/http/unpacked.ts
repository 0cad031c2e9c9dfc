import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { headerValue } from '../core/headers.js';

/** What {@link unpacked} can take apart, as `Accept-Encoding` says it. */
export const acceptedCodings = 'gzip, deflate, br';

const codings: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * A response's bytes, unpacked while they come where they were packed (RFC 9110 section 8.4.1). A coding that is not known
 * stays as it is, as do answers that have no body.
 */
export function unpacked(incoming: IncomingMessage, method: string): AsyncIterable<Uint8Array> {
  const bodiless = method === 'HEAD' || incoming.statusCode === 204 || incoming.statusCode === 304;
  const coding = headerValue(incoming.rawHeaders, 'content-encoding')?.trim().toLowerCase();
  const unpack = bodiless || coding === undefined ? undefined : codings.get(coding);
  if (unpack === undefined) return incoming;
  const stream = unpack();
  incoming.on('error', (error) => stream.destroy(error));
  stream.on('close', () => incoming.destroy());
  return incoming.pipe(stream);
}
