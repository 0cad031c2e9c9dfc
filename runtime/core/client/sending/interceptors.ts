import type { OperationDescriptor } from '../../descriptor.js';
import { headersFault } from '../../headers.js';
import { normaliseTarget } from '../../target.js';
import type { WireRequest, WireResponse } from '../../wire.js';
import { ClientOptionsError } from '../../errors.js';
import type { HeaderValues, Interceptor, RequestHeadersOption } from '../client-config.js';
import { invalidRequest } from '../invalid-request.js';
import type { CallState } from './send.js';

/** Passes a request and its response through interceptors. */
export type Intercept = (
  state: CallState,
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireResponse>,
) => Promise<WireResponse>;

/** Prepares a client's interceptors; `undefined` if it has none. */
export function prepareInterceptors(interceptors: readonly Interceptor[]): Intercept | undefined {
  if (interceptors.length === 0) return undefined;
  return async (state, request, next) => {
    const { target, headers, authority, scheme } = request;
    const isUnchanged = (outgoing: WireRequest): boolean =>
      outgoing === request &&
      outgoing.target === target &&
      outgoing.headers === headers &&
      outgoing.authority === authority &&
      outgoing.scheme === scheme;
    const redact = (text: string): string => state.redactor?.text(text) ?? text;
    const last = async (outgoing: WireRequest): Promise<WireResponse> =>
      next(isUnchanged(outgoing) ? outgoing : validateRequest(outgoing, state.operation));
    const chain = interceptors.reduceRight<(outgoing: WireRequest) => Promise<WireResponse>>(
      (inner, interceptor) => (outgoing) => interceptor(outgoing, inner, redact),
      last,
    );
    const response = await chain(request);
    const { body } = response;
    // A response that an interceptor created itself has not been read yet.
    const read = body && (await state.read(state, response, undefined));
    return { status: response.status, headers: response.headers, body: read };
  };
}

/**
 * Creates the interceptor for a client's option `headers`. Headers that the request already has take precedence.
 *
 * @throws {ClientOptionsError} if a fixed header cannot be sent.
 */
export function headersInterceptor(headers: RequestHeadersOption): Interceptor {
  if (typeof headers !== 'function') {
    const fault = headersFault(headerPairs(headers, []));
    if (fault !== undefined) throw new ClientOptionsError(`headers: ${fault}`);
  }
  return async (request, next) => {
    const values = typeof headers === 'function' ? await headers(request) : headers;
    return next({
      ...request,
      headers: [...request.headers, ...headerPairs(values, request.headers)],
    });
  };
}

/** Raw pairs of the headers that are not in `present`. */
function headerPairs(headers: HeaderValues, present: readonly string[]): string[] {
  const names = new Set(present.filter((_, index) => index % 2 === 0).map(lowerCase));
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || names.has(lowerCase(name)) ? [] : [name, value],
  );
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}

/**
 * Validates a request that interceptors changed, and normalises its target by URL parsing: the signed target must be the one
 * that is sent.
 *
 * @throws {ApiError} `invalid-request` if it cannot be sent.
 */
function validateRequest(request: WireRequest, operation: OperationDescriptor): WireRequest {
  const fault = headersFault(request.headers) ?? targetFault(request);
  if (fault !== undefined) throw invalidRequest(operation, fault);
  const target = normaliseTarget(request.scheme, request.authority, request.target);
  return { ...request, headers: Object.freeze([...request.headers]), target, operation };
}

function targetFault({ scheme, authority, target }: WireRequest): string | undefined {
  if (!target.startsWith('/')) return 'the target does not begin with a slash';
  if (target.includes('#')) return 'the target has a fragment';
  return URL.canParse(`${scheme}://${authority}${target}`)
    ? undefined
    : 'the target is not valid in a URL';
}
