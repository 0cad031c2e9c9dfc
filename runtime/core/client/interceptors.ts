import type { OperationDescriptor } from '../descriptor.js';
import { headersFault } from '../headers.js';
import { normaliseTarget } from '../target.js';
import type { WireRequest, WireResponse } from '../wire.js';
import type { Interceptor } from './connection.js';
import { invalidRequest } from './invalid-request.js';
import type { Sending } from './send.js';

/** Lets a request pass through interceptors on its way, and its answer on the way back. */
export type Intercept = (
  sending: Sending,
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireResponse>,
) => Promise<WireResponse>;

/** Prepares a client's interceptors; `undefined` where it has none. */
export function prepareInterceptors(interceptors: readonly Interceptor[]): Intercept | undefined {
  if (interceptors.length === 0) return undefined;
  return async (sending, request, next) => {
    const { target, headers, authority, scheme } = request;
    const isAsMade = (outgoing: WireRequest): boolean =>
      outgoing === request &&
      outgoing.target === target &&
      outgoing.headers === headers &&
      outgoing.authority === authority &&
      outgoing.scheme === scheme;
    const redact = (text: string): string => sending.redactor?.text(text) ?? text;
    const last = async (outgoing: WireRequest): Promise<WireResponse> =>
      next(isAsMade(outgoing) ? outgoing : checked(outgoing, sending.operation));
    const chain = interceptors.reduceRight<(outgoing: WireRequest) => Promise<WireResponse>>(
      (inner, interceptor) => (outgoing) => interceptor(outgoing, inner, redact),
      last,
    );
    const answer = await chain(request);
    const { body } = answer;
    // An answer of an interceptor's own has not been read yet.
    const read = body && (await sending.read(sending, answer, undefined));
    return { status: answer.status, headers: answer.headers, body: read };
  };
}

/**
 * What interceptors made of a request, with a target that URL parsing leaves alone: what is signed has to be what goes out.
 *
 * @throws {ApiError} `invalid-request` where it can not be sent.
 */
function checked(request: WireRequest, operation: OperationDescriptor): WireRequest {
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
    : 'the target is no part of a URL';
}
