import { createContext, runInContext } from 'node:vm';

/** The result of a function, unless it exceeded its time limit. */
export type TimeLimited<T> =
  | { readonly ended: true; readonly value: T }
  | { readonly ended: false };

/**
 * Runs a function with a time limit in milliseconds. A backtracking regular expression can be interrupted only by V8 itself, which does so
 * for functions called from a context of `node:vm`. Errors of the function are thrown.
 */
export function withTimeLimit<T>(milliseconds: number, work: () => T): TimeLimited<T> {
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
