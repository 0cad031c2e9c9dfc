import { isStreamBody } from '../core/body.js';
import type { Call, OpenResponse, PagedCall, StreamedCall, TwoWayPagedCall } from '../core/call.js';
import {
  type CallArguments,
  createCall,
  createPagedCall,
  errorOf,
  type Performed,
  splitArguments,
} from '../core/client/operation-call.js';
import { type Connection, connection } from '../core/client/connection.js';
import { asInvalidRequest } from '../core/client/invalid-request.js';
import { judgeResponse } from '../core/client/judge.js';
import { open, send } from '../core/client/send.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { hasHeader, headerValue } from '../core/headers.js';
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
  return createCall(descriptor, (connection, args) =>
    perform(descriptor, prepared(descriptor), connection, args),
  );
}

/** {@link operation} for one whose answer is bytes, which can also be had piece by piece. */
export function streamedOperation<Arguments extends readonly unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
): StreamedCall<Arguments, Value, Outcome> {
  const call = operation<Arguments, Value, Outcome>(descriptor);
  return Object.assign(call, {
    open: (...args: Arguments) => openCall(descriptor, args),
  });
}

async function openCall(
  descriptor: OperationDescriptor,
  args: readonly unknown[],
): Promise<OpenResponse> {
  const { client, rest } = splitArguments(descriptor, args);
  const { encode, decode } = prepared(descriptor);
  const at = client[connection];
  const request = encoded(descriptor, encode, at, rest);
  const { response, redactor } = await open(at, descriptor, request, rest.options);
  const { status, headers, body } = response;
  if (status >= 200 && status <= 299) {
    const packed = hasHeader(headers, 'content-encoding');
    const length = packed ? undefined : headerValue(headers, 'content-length');
    return {
      status,
      contentType: headerValue(headers, 'content-type'),
      length: length === undefined ? undefined : Number(length),
      headers,
      body: isStreamBody(body) ? body.stream : whole(body),
    };
  }
  const read = body instanceof Uint8Array ? body : undefined;
  const { outcome } = decode({ status, headers, body: read });
  throw errorOf(descriptor, { outcome, redactor });
}

async function* whole(body: string | Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (body === undefined || body.length === 0) return;
  yield typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** The function of an operation that answers with one page of many. */
export function pagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): PagedCall<Arguments, Page, Item, Outcome> {
  return createPagedCall(descriptor, (connection, args) =>
    perform(descriptor, prepared(descriptor), connection, args),
  );
}

/** {@link pagedOperation} for an operation whose pages lead back as well. */
export function twoWayPagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  return createPagedCall(descriptor, (connection, args) =>
    perform(descriptor, prepared(descriptor), connection, args),
  );
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

/**
 * The request of a call.
 *
 * @throws {ApiError} `invalid-request`
 */
export function encoded(
  descriptor: OperationDescriptor,
  encode: EncodeRequest,
  connection: Connection,
  args: CallArguments,
): WireRequest {
  try {
    return encode(connection, args);
  } catch (error) {
    throw asInvalidRequest(descriptor, error);
  }
}

/** Performs one call: encodes, sends, decodes and judges. `judge` looks at what is particular to an operation. */
export async function perform(
  descriptor: OperationDescriptor,
  { encode, decode }: Prepared,
  connection: Connection,
  args: CallArguments,
  judge: typeof judgeResponse = judgeResponse,
): Promise<Performed> {
  const request = encoded(descriptor, encode, connection, args);
  const { response, redactor } = await send(connection, descriptor, request, args.options);
  const decoded = decode(response);
  const violations = judge(connection, descriptor, decoded, response);
  const outcome =
    violations === undefined
      ? decoded.outcome
      : invalidResponse(response, 'the response violates the description', violations);
  return { outcome, redactor };
}
