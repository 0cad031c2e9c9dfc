import type { Awaitable } from './options.js';
import type { HttpHandler, WireRequest, WireResponse } from '../wire.js';

/**
 * Runs code around every request of a handler: to add a header, to measure, to respond without the handler.
 *
 * `wrapper` receives the request and the handler, and returns the response. The handler's response is a promise only if it
 * had to wait; a wrapper that passes it on, or maps it when it is no promise, keeps adapters from waiting either. An
 * `async` wrapper works as well. An error of the wrapper rejects the request.
 *
 * @example
 * const timed = wrapHandler(handle, async (request, next) => {
 *   const response = await next(request);
 *   return { ...response, headers: [...response.headers, 'Server-Timing', 'app'] };
 * });
 */
export function wrapHandler(
  handler: HttpHandler,
  wrapper: (
    request: WireRequest,
    next: (request: WireRequest) => Awaitable<WireResponse>,
  ) => Awaitable<WireResponse>,
): HttpHandler {
  const next = handler.handleSync ?? handler;
  const handleSync = (request: WireRequest): Awaitable<WireResponse> => {
    try {
      return wrapper(request, next);
    } catch (error) {
      return Promise.reject(error);
    }
  };
  return Object.assign(async (request: WireRequest) => handleSync(request), { handleSync });
}
