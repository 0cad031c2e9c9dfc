import { wrapHandler } from '../../runtime/core/server/http-handler.js';
import { headerValue, isHeaderName, isHeaderValue } from '../../runtime/core/headers.js';
import { mapAwaitable } from '../../runtime/core/awaitable.js';
import type { HttpHandler, WireRequest, WireResponse } from '../../runtime/core/wire.js';

/** Seconds for which a browser may cache the answer to a preflight request. */
const maxAge = '600';

/**
 * Lets pages of every origin use a handler, with credentials and any headers (Fetch Standard, "CORS protocol"): a mock has no data that
 * is worth protecting.
 */
export function withOpenCors(handler: HttpHandler): HttpHandler {
  return wrapHandler(handler, (request, next) => {
    const origin = headerValue(request.headers, 'origin');
    if (origin === undefined || !isHeaderValue(origin)) return next(request);
    const open = [
      'Access-Control-Allow-Origin',
      origin,
      'Access-Control-Allow-Credentials',
      'true',
      'Vary',
      'Origin',
    ];
    if (isPreflight(request)) return preflight(request, open);
    return mapAwaitable(next(request), (response) => ({
      ...response,
      headers: [...response.headers, ...open, ...exposed(response)],
    }));
  });
}

function isPreflight({ method, headers }: WireRequest): boolean {
  return (
    method === 'OPTIONS' && headerValue(headers, 'access-control-request-method') !== undefined
  );
}

function preflight({ headers }: WireRequest, open: readonly string[]): WireResponse {
  const method = headerValue(headers, 'access-control-request-method') ?? '';
  const names = (headerValue(headers, 'access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(isHeaderName);
  return {
    status: 204,
    headers: [
      ...open,
      ...(isHeaderName(method) ? ['Access-Control-Allow-Methods', method] : []),
      ...(names.length > 0 ? ['Access-Control-Allow-Headers', names.join(', ')] : []),
      'Access-Control-Max-Age',
      maxAge,
    ],
    body: undefined,
  };
}

/** Names of all headers of a response, because a wildcard does not apply to requests with credentials. */
function exposed({ headers }: WireResponse): readonly string[] {
  const names = new Set(headers.filter((_, index) => index % 2 === 0));
  return names.size === 0 ? [] : ['Access-Control-Expose-Headers', [...names].join(', ')];
}
