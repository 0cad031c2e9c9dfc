import { discardBody, isStreamBody } from '../core/body.js';
import type { OpenResponse } from '../core/call.js';
import { closable } from '../core/closable.js';
import { clientConfig } from '../core/client/client-config.js';
import { validatedOutcome } from '../core/client/responses/validate-response.js';
import { sendStreaming } from '../core/client/sending/send-streaming.js';
import { createCall, errorOf, splitArguments } from '../core/client/operation-call.js';
import type { Capabilities } from '../core/client/capabilities.js';
import type { ContentDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { hasHeader, headerValue } from '../core/headers.js';
import { type Codecs, merged, preparing, type Preparing } from './operation.js';

/** Like `operation`, for an operation whose response is bytes. Its `open` returns them as a stream. */
export function streamedOperation<Type>(
  descriptor: OperationDescriptor,
  codecs: Codecs = [],
): Type {
  const prepared = preparing(descriptor, codecs);
  const call = createCall(descriptor, (config, args) =>
    config.pipeline.perform(config, descriptor, prepared(config, args.options.accept), args),
  );
  const preparedOpen = preparing(descriptor, [...codecs, preferringBytes(codecs)]);
  return Object.assign(call, {
    open: (...args: readonly unknown[]) => openCall(descriptor, preparedOpen, args),
  }) as Type;
}

/** Unless the caller specifies `accept`, `open` requests the binary success contents instead of those of the normal call. */
function preferringBytes(codecs: Codecs): Capabilities {
  const { negotiate } = merged(codecs);
  const isBytes = ({ codec }: ContentDescriptor): boolean =>
    codec === 'binary' || codec === 'opaque';
  return negotiate === undefined
    ? {}
    : {
        negotiate: (operation, capabilities, accept) =>
          negotiate(operation, capabilities, accept, isBytes),
      };
}

async function openCall(
  descriptor: OperationDescriptor,
  prepared: Preparing,
  args: readonly unknown[],
): Promise<OpenResponse> {
  const { client, rest } = splitArguments(descriptor, args);
  const config = client[clientConfig];
  const { encode, decode, credentials } = prepared(config, rest.options.accept);
  const request = encode(config, rest);
  const { response, redactor } = await sendStreaming(
    config,
    descriptor,
    request,
    rest.options,
    credentials,
  );
  const { status, headers, body } = response;
  if (status >= 200 && status <= 299) {
    const isEncoded = hasHeader(headers, 'content-encoding');
    const length = isEncoded ? undefined : headerValue(headers, 'content-length');
    const opened = {
      status,
      contentType: headerValue(headers, 'content-type'),
      length: length === undefined ? undefined : Number(length),
      headers,
      body: isStreamBody(body) ? body.stream : singleChunk(body),
    };
    return closable(opened, () => discardBody(body));
  }
  const bytes = body instanceof Uint8Array ? body : undefined;
  const failed = { status, headers, body: bytes };
  const outcome = validatedOutcome(config, descriptor, decode(config, failed), failed, redactor);
  throw errorOf(descriptor, { outcome, redactor });
}

async function* singleChunk(body: string | Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (body === undefined || body.length === 0) return;
  yield typeof body === 'string' ? new TextEncoder().encode(body) : body;
}
