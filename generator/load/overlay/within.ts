import { createContext, runInContext } from 'node:vm';

/** What some work came to, unless it took longer than it may. */
export type Within<T> = { readonly ended: true; readonly value: T } | { readonly ended: false };

/**
 * Does some work, for so many milliseconds at most. Nothing else ends a regular expression that backtracks: V8 itself interrupts it, as
 * it does whatever a context of `node:vm` has called. What the work throws is thrown.
 */
export function within<T>(milliseconds: number, work: () => T): Within<T> {
  const done: T[] = [];
  const context = createContext({ work: () => void done.push(work()) });
  try {
    runInContext('work()', context, { timeout: milliseconds });
  } catch (error) {
    if (isTimeout(error)) return { ended: false };
    throw error;
  }
  return { ended: true, value: done[0] as T };
}

/** An error of the other context, which is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
