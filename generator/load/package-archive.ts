import { gunzipSync } from 'node:zlib';

/** Maximum size of an unpacked archive, in bytes. Packages with descriptions are far smaller. */
const maxBytes = 256 * 1024 * 1024;

/** Size of a block of a tar archive: a header, or a part of a file. */
const blockSize = 512;

/**
 * Unpacks the tarball of an npm package: its files by their paths in the package, as far as these are short enough for a plain header
 * (POSIX.1-1988, ustar). Returns `undefined` if it is no such archive, or too large.
 */
export function unpackPackage(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  let archive: Uint8Array;
  try {
    archive = gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
  const files = new Map<string, Uint8Array>();
  const text = (from: number, length: number): string =>
    new TextDecoder('latin1').decode(archive.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; at + blockSize <= archive.length && archive[at] !== 0;) {
    if (!text(at + 257, 6).startsWith('ustar')) return undefined;
    const size = Number.parseInt(text(at + 124, 12).trim(), 8);
    const start = at + blockSize;
    if (!(size >= 0) || start + size > archive.length) return undefined;
    const isFile = ['', '0'].includes(text(at + 156, 1));
    // npm packs everything into one folder, which can have any name.
    const path = [text(at + 345, 155), text(at, 100)].filter((each) => each !== '').join('/');
    if (isFile) files.set(path.replace(/^[^/]+\//, ''), archive.subarray(start, start + size));
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return files;
}
