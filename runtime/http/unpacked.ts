import { Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { headerValue } from '../core/headers.js';

/** What {@link unpackerOf} knows, as `Accept-Encoding` says it. */
export const acceptedCodings = 'gzip, deflate, br';

type Unpacking = ReturnType<typeof createGunzip>;

/** Makes what unpacks bytes that begin with this one. */
type CreateUnpacking = (first: number | undefined) => Unpacking;

const codings: ReadonlyMap<string, CreateUnpacking> = new Map<string, CreateUnpacking>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', inflating],
  ['br', () => createBrotliDecompress()],
]);

/** Many send the data without the wrapper that its name stands for (RFC 9110 section 8.4.1.2), and `fetch` takes both. */
function inflating(first: number = 0): Unpacking {
  const isWrapped = (first & 0x0f) === 8;
  return isWrapped ? createInflate() : createInflateRaw();
}

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
    .filter((name) => name !== '' && name !== 'identity');
  const creators = names.flatMap((name) => codings.get(name) ?? []);
  if (creators.length === 0 || creators.length < names.length || creators.length > mostCodings)
    return undefined;
  // What was done last is undone first.
  return (source) => creators.reduceRight((from, create) => piped(from, unpacking(create)), source);
}

function piped(source: Readable, stream: Duplex): Duplex {
  source.on('error', (error) => stream.destroy(error));
  stream.on('close', () => source.destroy());
  return source.pipe(stream);
}

/** Begins with the first byte. Where none comes, nothing was packed: an empty body says its coding like any other. */
function unpacking(create: CreateUnpacking): Duplex {
  let inner: Unpacking | undefined;
  const outer = new Duplex({
    write(piece: Uint8Array, _encoding, done) {
      inner ??= begun(piece[0]);
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
  const begun = (first: number | undefined): Unpacking =>
    create(first)
      .on('data', (piece: Uint8Array) => {
        // What was packed tightly must not come faster than it is read.
        if (!outer.push(piece)) inner?.pause();
      })
      .on('end', () => outer.push(null))
      .on('error', (error) => outer.destroy(error));
  return outer;
}

/** The length that a response says its body has, packed as it is. */
export function saidLength(headers: readonly string[]): number | undefined {
  const text = headerValue(headers, 'content-length');
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
