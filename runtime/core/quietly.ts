/**
 * Tells a program something whose failure must change nothing. What it throws is dropped, and so is what a promise of its ends with, since an
 * `async` function fits wherever nothing is awaited, and a rejection that nobody sees ends the process.
 */
export function quietly(tell: () => unknown): void {
  try {
    const told = tell();
    if (told instanceof Promise) told.catch(() => undefined);
  } catch {
    // The program's own matter.
  }
}
