import { hash } from 'node:crypto';
import { versions } from 'node:process';
import { createContext, runInContext } from 'node:vm';
import type { Platform, TimeLimited } from './platform.js';

/** The platform of Node. */
export const platform: Platform = {
  engine: versions.v8,
  sha256: (content, encoding) => hash('sha256', content, encoding),
  latin1: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
  decodeLatin1: (encoded) => Buffer.from(encoded, 'latin1').toString(),
  libraryHint: (name) => `npm install --save-dev ${name}`,
  withTimeLimit,
};

/** A backtracking regular expression can be interrupted only by V8 itself, which does so for functions called from a context of `node:vm`. */
function withTimeLimit<T>(milliseconds: number, work: () => T): TimeLimited<T> {
  const results: T[] = [];
  const context = createContext({ work: () => void results.push(work()) });
  try {
    runInContext('work()', context, { timeout: milliseconds });
  } catch (error) {
    if (isTimeout(error)) return { ended: false };
    throw error;
  }
  return { ended: true, value: results[0] as T };
}

/** The error comes from another context and is therefore not an instance of this context's `Error`. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
