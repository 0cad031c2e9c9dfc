/**
 * Milliseconds that servers asked to wait (`Retry-After`), by the headers of their answers: a date among them is counted from when the answer came, which
 * whoever makes an error of it no longer knows.
 */
export const toldWaits: WeakMap<readonly string[], number> = new WeakMap();
