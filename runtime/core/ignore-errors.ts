/**
 * Calls a function of the user's program and ignores its errors. The rejection of a returned promise is ignored as well: an
 * `async` function is assignable to a callback that is not awaited, and an unhandled rejection would end the process.
 */
export function ignoreErrors(callback: () => unknown): void {
  try {
    const result = callback();
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // Errors of a callback are the program's responsibility.
  }
}
