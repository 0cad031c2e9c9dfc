import type { ApiDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import { headerValues, withHeader } from '../../core/headers.js';
import { invalidRequest } from '../../core/client/invalid-request.js';
import type { WireRequest } from '../../core/wire.js';

/** Where the id of an event stands if no scheme names a header. */
const usual = 'x-event-id';

/**
 * The request with the id of its event, the same for every attempt: in the headers that the schemes of the delivery sign, or else in
 * `X-Event-Id`. A header that the delivery has already stays as it is.
 *
 * @throws {ApiError} `invalid-request` for an id that no header can carry
 */
export function withEventId(
  request: WireRequest,
  { security: schemes }: ApiDescriptor,
  descriptor: OperationDescriptor,
  id: string,
): WireRequest {
  const named = (descriptor.security ?? []).flatMap((alternative) =>
    Object.keys(alternative).flatMap((name) => {
      const scheme = schemes[name];
      return scheme?.kind === 'apiKey' && scheme.eventId !== undefined ? [scheme.eventId] : [];
    }),
  );
  const missing = [...new Set(named.length === 0 ? [usual] : named)].filter(
    (name) => headerValues(request.headers, name).length === 0,
  );
  if (missing.length === 0) return request;
  if (!/^[\x21-\x7e]{1,256}$/.test(id))
    throw invalidRequest(
      descriptor,
      'the id of a delivery stands in a header: from 1 to 256 visible characters of ASCII',
    );
  return {
    ...request,
    headers: missing.reduce(
      (headers, name) => withHeader(headers, spelt(name), id),
      request.headers,
    ),
  };
}

/** The usual spelling of the usual name: names of headers are the same in either case, but people read them. */
function spelt(name: string): string {
  return name === usual ? 'X-Event-Id' : name;
}
