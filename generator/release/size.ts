import { gzipSync } from 'node:zlib';

/** Sizes of files, in bytes. */
export interface Size {
  readonly files: number;
  readonly bytes: number;
  /** Compressed together, as in a tarball. */
  readonly compressed: number;
}

/** Measures the files that a package publishes beside its build: sources, manifest and pages. */
export function sizeOf(files: readonly { readonly path: string; readonly text: string }[]): Size {
  const published = files
    .filter(
      ({ path }) => path.startsWith('src/') || /^[^./][^/]*\.(?:md|json)$|^LICENSE$/.test(path),
    )
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const text = published.map((file) => file.text).join('');
  return {
    files: published.length,
    bytes: Buffer.byteLength(text),
    compressed: gzipSync(text).length,
  };
}
