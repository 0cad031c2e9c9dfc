import type { Call, PagedCall, TwoWayPagedCall } from '../core/call.js';
import {
  type CallArguments,
  createCall,
  createPagedCall,
  type Performed,
} from '../core/client/operation-call.js';
import type { Connection } from '../core/client/connection.js';
import { asInvalidRequest } from '../core/client/invalid-request.js';
import { judgeResponse } from '../core/client/judge.js';
import { send } from '../core/client/send.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { WireRequest } from '../core/wire.js';
import {
  type DecodeResponse,
  invalidResponse,
  prepareResponse,
} from '../core/client/response-decoder.js';
import { type EncodeRequest, prepareRequest } from './request-encoder.js';

/**
 * The function of one operation: it throws an `ApiError`, its `.result` returns every outcome, and its `.failed` tells its errors from
 * others. Nothing is prepared before the first call.
 */
export function operation<Arguments extends readonly unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
): Call<Arguments, Value, Outcome> {
  return createCall(descriptor, (connection, args) => perform(descriptor, connection, args));
}

/** The function of an operation that answers with one page of many. */
export function pagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): PagedCall<Arguments, Page, Item, Outcome> {
  return createPagedCall(descriptor, (connection, args) => perform(descriptor, connection, args));
}

/** {@link pagedOperation} for an operation whose pages lead back as well. */
export function twoWayPagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  return createPagedCall(descriptor, (connection, args) => perform(descriptor, connection, args));
}

/** What encodes the requests of an operation and decodes its responses. */
export interface Prepared {
  readonly encode: EncodeRequest;
  readonly decode: DecodeResponse;
}

/** Closures of the operations that were called so far. */
const preparations = new WeakMap<OperationDescriptor, Prepared>();

/** The closures of an operation, made when it is first called. */
export function prepared(descriptor: OperationDescriptor): Prepared {
  const known = preparations.get(descriptor);
  if (known !== undefined) return known;
  const made = { encode: prepareRequest(descriptor), decode: prepareResponse(descriptor) };
  preparations.set(descriptor, made);
  return made;
}

async function perform(
  descriptor: OperationDescriptor,
  connection: Connection,
  args: CallArguments,
): Promise<Performed> {
  const { encode, decode } = prepared(descriptor);
  let request: WireRequest;
  try {
    request = encode(connection, args);
  } catch (error) {
    throw asInvalidRequest(descriptor, error);
  }
  const { response, redactor } = await send(connection, descriptor, request, args.options);
  const decoded = decode(response);
  const violations = judgeResponse(connection, descriptor, decoded, response);
  const outcome =
    violations === undefined
      ? decoded.outcome
      : invalidResponse(response, 'the response violates the description', violations);
  return { outcome, redactor };
}
