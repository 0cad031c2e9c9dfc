import { Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { headerValue } from '../core/headers.js';

/** Content codings that {@link contentDecoder} decodes, as the value of `Accept-Encoding`. */
export const acceptedEncodings = 'gzip, deflate, br';

type Decoder = ReturnType<typeof createGunzip>;

/** Creates a decoder for data that begins with the given byte. */
type CreateDecoder = (first: number | undefined) => Decoder;

const codings: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', createInflateDecoder],
  ['br', () => createBrotliDecompress()],
]);

/** Some servers send `deflate` data without the zlib wrapper (RFC 9110 section 8.4.1.2). Like `fetch`, this accepts both forms. */
function createInflateDecoder(first: number = 0): Decoder {
  const isWrapped = (first & 0x0f) === 8;
  return isWrapped ? createInflate() : createInflateRaw();
}

/** Maximum number of codings of one response, as in `fetch`. Each of them multiplies the size that a few bytes can expand to. */
const maxCodings = 5;

/** Decodes bytes while they arrive. Closing the result destroys the source. */
export type ContentDecoder = (source: Readable) => Readable;

/** True if a response has no body, whatever its headers declare (RFC 9110 section 6.4.1). */
export function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}

/**
 * Creates the decoder for a response's `Content-Encoding` (RFC 9110 section 8.4).
 *
 * Returns `undefined` if there is nothing to decode, if any of the codings is unknown, or if there are more than five;
 * the body is then passed on as received.
 */
export function contentDecoder(headers: readonly string[]): ContentDecoder | undefined {
  const text = headerValue(headers, 'content-encoding');
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const creators = names.flatMap((name) => codings.get(name) ?? []);
  if (creators.length === 0 || creators.length < names.length || creators.length > maxCodings)
    return undefined;
  // Codings are listed in the order in which they were applied, so the last one is decoded first.
  return (source) =>
    creators.reduceRight((from, create) => pipeThrough(from, lazyDecoder(create)), source);
}

function pipeThrough(source: Readable, stream: Duplex): Duplex {
  source.on('error', (error) => stream.destroy(error));
  stream.on('close', () => source.destroy());
  return source.pipe(stream);
}

/**
 * Creates the decoder when the first byte arrives. Without any byte there is nothing to decode: an empty body may
 * declare a coding like any other.
 */
function lazyDecoder(create: CreateDecoder): Duplex {
  let inner: Decoder | undefined;
  const outer = new Duplex({
    write(piece: Uint8Array, _encoding, done) {
      inner ??= start(piece[0]);
      inner.write(piece, done);
    },
    final(done) {
      if (inner === undefined) outer.push(null);
      else inner.end();
      done();
    },
    read() {
      inner?.resume();
    },
    destroy(error, done) {
      inner?.destroy();
      done(error);
    },
  });
  const start = (first: number | undefined): Decoder =>
    create(first)
      .on('data', (piece: Uint8Array) => {
        // Backpressure: decoded data must not arrive faster than it is read.
        if (!outer.push(piece)) inner?.pause();
      })
      .on('end', () => outer.push(null))
      .on('error', (error) => outer.destroy(error));
  return outer;
}

/** Content length that a response declares, in bytes of the encoded body. */
export function declaredLength(headers: readonly string[]): number | undefined {
  const text = headerValue(headers, 'content-length');
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
