import type { ApiDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { headerValues, withHeader } from '../core/headers.js';
import { invalidRequest } from '../core/client/invalid-request.js';
import type { WireRequest } from '../core/wire.js';

/** Header for the event id if no security scheme names one. */
const defaultHeader = 'x-event-id';

/**
 * Adds the event id, the same for every attempt: to the headers that the delivery's security schemes sign, or else to
 * `X-Event-Id`. Existing headers are not replaced.
 *
 * @throws {ApiError} `invalid-request` for an id that a header cannot represent.
 */
export function withEventId(
  request: WireRequest,
  { security: schemes }: ApiDescriptor,
  descriptor: OperationDescriptor,
  id: string,
): WireRequest {
  const schemeHeaders = (descriptor.security ?? []).flatMap((alternative) =>
    Object.keys(alternative).flatMap((name) => {
      const scheme = schemes[name];
      return scheme?.kind === 'apiKey' && scheme.eventId !== undefined ? [scheme.eventId] : [];
    }),
  );
  const missing = [...new Set(schemeHeaders.length === 0 ? [defaultHeader] : schemeHeaders)].filter(
    (name) => headerValues(request.headers, name).length === 0,
  );
  if (missing.length === 0) return request;
  if (!/^[\x21-\x7e]{1,256}$/.test(id))
    throw invalidRequest(
      descriptor,
      'the id of a delivery is sent in a header: it must have from 1 to 256 visible ASCII characters',
    );
  return {
    ...request,
    headers: missing.reduce(
      (headers, name) => withHeader(headers, displayName(name), id),
      request.headers,
    ),
  };
}

/** Header name in conventional capitalisation, for readability only. */
function displayName(name: string): string {
  return name === defaultHeader ? 'X-Event-Id' : name;
}
