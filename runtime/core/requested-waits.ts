/**
 * Milliseconds that servers asked to wait (`Retry-After`), by the headers of their responses. A date in the header is relative
 * to the arrival of the response, which is no longer known when an error is created.
 */
export const requestedWaits: WeakMap<readonly string[], number> = new WeakMap();
