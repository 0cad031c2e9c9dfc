import type { OperationDescriptor } from '../../core/descriptor.js';
import { hasHeader } from '../../core/headers.js';
import { isItemCodec } from '../../core/items/item-types.js';
import { type FaultViolation, Refusal } from '../../core/server/fault.js';
import { mapAwaitable } from '../../core/awaitable.js';
import type { Awaitable, Limits } from '../../core/server/options.js';
import { hasNoBody, readBody, streamBody } from '../../core/server/read-body.js';
import type { Timers } from '../../core/clock.js';
import type { WireRequest } from '../../core/wire.js';
import { receivedItems } from './request-items.js';
import { receivedParts } from './forms/received-parts.js';
import {
  decodeBody,
  isStreamed,
  mayBeEmpty,
  type BodyParts,
  type ChosenContent,
  type ContentChooser,
} from './request-body.js';

/** A body before validation. */
export interface ReceivedBody {
  /** The content that `Content-Type` selects; absent if there is no body, or none is declared. */
  readonly chosen?: ChosenContent;
  /** The complete body; absent if it has not been read. */
  readonly bytes?: Uint8Array;
  readonly stream?: ByteStream;
}

const noBytes = /* @__PURE__ */ new Uint8Array(0);

/** Limits for reading a body. */
interface BodyLimits {
  readonly limits: Limits;
  readonly timers: Timers;
}

/**
 * Receives a request's body: all bytes up to the limit, or the stream
 * itself if the content is streamed and nothing needs all bytes.
 *
 * A body that the operation does not declare is not read, unless `needsBytes` is true.
 */
export function receiveBody<Result>(
  request: WireRequest,
  choose: ContentChooser | undefined,
  needsBytes: boolean,
  { limits, timers }: BodyLimits,
  next: (received: ReceivedBody) => Awaitable<Result>,
): Awaitable<Result> {
  if (choose === undefined && !needsBytes) return next({});
  const hasType = hasHeader(request.headers, 'content-type');
  const isEmpty = hasNoBody(request);
  if (choose === undefined || (isEmpty && !hasType))
    return mapAwaitable(readBody(request, limits, timers), (bytes) => next({ bytes }));
  const chosen = !hasType
    ? undefined
    : isEmpty
      ? contentOfEmptyBody(choose, request)
      : choose(request);
  if (chosen !== undefined && isStreamed(chosen.content) && !needsBytes) {
    const stream = byteStream(streamBody(request, limits, timers), async () =>
      readBody(request, limits, timers),
    );
    return next({ chosen, stream });
  }
  return mapAwaitable(readBody(request, limits, timers), (bytes) => {
    if (bytes.length > 0) return next({ bytes, chosen: chosen ?? choose(request) });
    return next(chosen !== undefined && mayBeEmpty(chosen.content) ? { bytes, chosen } : { bytes });
  });
}

/** Content of an empty body, if its declared type has empty values; otherwise `undefined`. */
function contentOfEmptyBody(
  choose: ContentChooser,
  request: WireRequest,
): ChosenContent | undefined {
  try {
    const chosen = choose(request);
    return mayBeEmpty(chosen.content) ? chosen : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Decodes the body for a handler; adds its violations. Resolves later for a multipart form. */
export function bodyValue(
  body: ReceivedBody,
  operation: OperationDescriptor,
  parts: BodyParts,
  violations: FaultViolation[],
): unknown {
  const { chosen, bytes, stream } = body;
  const { checks, limits } = parts;
  if (operation.body === undefined) return undefined;
  if (chosen !== undefined && isStreamed(chosen.content)) {
    const pieces = stream ?? wholeStream(bytes ?? noBytes);
    if (chosen.content.streamsParts === true)
      return receivedParts(
        chosen,
        pieces,
        checks?.body?.[chosen.index],
        checks?.partHeaders?.[chosen.index],
        limits,
      );
    return isItemCodec(chosen.content.codec)
      ? receivedItems(chosen, pieces, checks?.items?.[chosen.index], limits)
      : pieces;
  }
  if (chosen === undefined || bytes === undefined) {
    if (operation.body.required === true) {
      violations.push({ path: 'body', keyword: 'required', message: 'expected a body' });
    }
    return undefined;
  }
  return decodeBody(chosen, bytes, parts, violations);
}

/** The bytes of a body as a handler receives them. They can be iterated as they arrive or collected. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /**
   * Collects all bytes. A body can be consumed once, by iteration
   * or by this method, unless the server had to read it for itself.
   */
  bytes(): Promise<Uint8Array>;
}

/** Wraps bytes that have already been read. */
function wholeStream(bytes: Uint8Array): ByteStream {
  return {
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

/** Wraps pieces that are still arriving. `collect` reads all of them. */
function byteStream(
  pieces: AsyncIterable<Uint8Array>,
  collect: () => Promise<Uint8Array>,
): ByteStream {
  return { bytes: collect, [Symbol.asyncIterator]: () => pieces[Symbol.asyncIterator]() };
}
