/**
 * What the generator needs of the engine that it runs in, and what the standard library of JavaScript does not have. `node.ts` is the
 * platform of Node; the playground replaces it by that of a browser.
 */
export interface Platform {
  /** The version of the engine, whose Unicode data the cost of a pattern depends on. */
  readonly engine: string;
  /** SHA-256 digest of bytes, or of the UTF-8 bytes of a text. */
  sha256(content: Uint8Array | string, encoding: 'hex' | 'base64url'): string;
  /** The bytes as a string with one character for each byte (Latin-1). */
  latin1(bytes: Uint8Array): string;
  /** Decodes a string that has one character for each UTF-8 byte. The reverse of `latin1`. */
  decodeLatin1(encoded: string): string;
  /** Says how to get an optional library that is not installed. */
  libraryHint(name: string): string;
  /** Runs a function with a time limit in milliseconds. Errors of the function are thrown. */
  withTimeLimit<T>(milliseconds: number, work: () => T): TimeLimited<T>;
}

/** The result of a function, unless it exceeded its time limit. */
export type TimeLimited<T> =
  | { readonly ended: true; readonly value: T }
  | { readonly ended: false };
