import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { headerValue } from '../core/headers.js';

/** What {@link unpackerOf} knows, as `Accept-Encoding` says it. */
export const acceptedCodings = 'gzip, deflate, br';

type Unpacking = ReturnType<typeof createGunzip>;

const codings: ReadonlyMap<string, () => Unpacking> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** As many as `fetch` undoes: each of them multiplies what a few bytes can become. */
const mostCodings = 5;

/** Unpacks bytes while they come; whoever stops reading ends their source. */
export type Unpack = (source: Readable) => Readable;

/** Whether a response has no body, whatever it says of one (RFC 9110 section 6.4.1). */
export function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}

/**
 * What takes a response's body apart where it was packed (RFC 9110 section 8.4). A coding that is not known stays as it is, and so do
 * all that come with it.
 */
export function unpackerOf(headers: readonly string[]): Unpack | undefined {
  const text = headerValue(headers, 'content-encoding');
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== 'identity');
  const creators = names.flatMap((name) => codings.get(name) ?? []);
  if (creators.length === 0 || creators.length < names.length || creators.length > mostCodings)
    return undefined;
  // What was done last is undone first.
  return (source) => creators.reduceRight((from, create) => piped(from, create()), source);
}

function piped(source: Readable, stream: Unpacking): Unpacking {
  source.on('error', (error) => stream.destroy(error));
  stream.on('close', () => source.destroy());
  return source.pipe(stream);
}

/** The length that a response says its body has, packed as it is. */
export function saidLength(headers: readonly string[]): number | undefined {
  const text = headerValue(headers, 'content-length');
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
