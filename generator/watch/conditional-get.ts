import type { Host, NetworkResponse } from '../core/host.js';

type Get = NonNullable<Host['get']>;

/**
 * Makes requests conditional (RFC 9110 section 13.1.2): a URL that was answered with an `ETag` is asked for with `If-None-Match`, and if
 * its content is still the same, the last answer is returned.
 */
export function conditionalGet(get: Get): Get {
  const answers = new Map<string, NetworkResponse>();
  return async (request) => {
    const key = JSON.stringify([request.url, request.headers]);
    const known = answers.get(key);
    const etag = known?.ok === true ? known.etag : undefined;
    if (known === undefined || etag === undefined) return remember(key, await get(request));
    const headers = { ...request.headers, 'if-none-match': etag };
    const response = await get({ ...request, headers });
    return response.ok && response.status === 304 ? known : remember(key, response);
  };

  function remember(key: string, response: NetworkResponse): NetworkResponse {
    if (response.ok && response.status === 200) answers.set(key, response);
    else answers.delete(key);
    return response;
  }
}
