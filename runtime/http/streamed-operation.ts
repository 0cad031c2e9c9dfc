import { isStreamBody } from '../core/body.js';
import type { OpenResponse, StreamedCall } from '../core/call.js';
import type { UntypedStreamedCall } from '../core/client/bind.js';
import { connection } from '../core/client/connection.js';
import { judgedOutcome } from '../core/client/judge.js';
import { open } from '../core/client/open.js';
import { createCall, errorOf, splitArguments } from '../core/client/operation-call.js';
import type { Parts } from '../core/client/parts.js';
import type { ContentDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { hasHeader, headerValue } from '../core/headers.js';
import { merged, preparing, type Preparing } from './operation.js';

/** `operation` for one whose answer is bytes, which can also be had piece by piece. */
export function streamedOperation(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): UntypedStreamedCall;
export function streamedOperation<Arguments extends readonly unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): StreamedCall<Arguments, Value, Outcome>;
export function streamedOperation<Arguments extends readonly unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): StreamedCall<Arguments, Value, Outcome> {
  const prepared = preparing(descriptor, parts);
  const call = createCall<Arguments, Value, Outcome>(descriptor, (at, args) =>
    at.perform(at, descriptor, prepared(at, args.options.accept), args),
  );
  const opening = preparing(descriptor, [...parts, preferringBytes(parts)]);
  return Object.assign(call, {
    open: (...args: Arguments) => openCall(descriptor, opening, args),
  });
}

/** Without a word, `open` asks for what is bytes of success rather than for what the call would take. */
function preferringBytes(parts: readonly Parts[]): Parts {
  const { negotiate } = merged(parts);
  const isBytes = ({ codec }: ContentDescriptor): boolean =>
    codec === 'binary' || codec === 'opaque';
  return negotiate === undefined
    ? {}
    : { negotiate: (operation, given, accept) => negotiate(operation, given, accept, isBytes) };
}

async function openCall(
  descriptor: OperationDescriptor,
  prepared: Preparing,
  args: readonly unknown[],
): Promise<OpenResponse> {
  const { client, rest } = splitArguments(descriptor, args);
  const at = client[connection];
  const { encode, decode, credentials } = prepared(at, rest.options.accept);
  const request = encode(at, rest);
  const { response, redactor } = await open(at, descriptor, request, rest.options, credentials);
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
  const failed = { status, headers, body: read };
  const outcome = judgedOutcome(at, descriptor, decode(at, failed), failed, redactor);
  throw errorOf(descriptor, { outcome, redactor });
}

async function* whole(body: string | Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (body === undefined || body.length === 0) return;
  yield typeof body === 'string' ? new TextEncoder().encode(body) : body;
}
