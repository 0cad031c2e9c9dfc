import type { OperationDescriptor } from '../../core/descriptor.js';
import { hasHeader } from '../../core/headers.js';
import { isItemCodec } from '../../core/items/forms.js';
import { type FaultViolation, Refusal } from '../../core/server/fault.js';
import { andThen } from '../../core/server/and-then.js';
import type { Awaitable, Limits } from '../../core/server/options.js';
import { hasNoBody, readBody, streamBody } from '../../core/server/read-body.js';
import type { Timers } from '../../core/clock.js';
import type { WireRequest } from '../../core/wire.js';
import { byteStream, wholeStream, type ByteStream } from './byte-stream.js';
import { receivedItems } from './items-in.js';
import { receivedParts } from './multipart/received-parts.js';
import {
  decodeBody,
  isStreamed,
  mayBeEmpty,
  type BodyParts,
  type ChosenContent,
  type ContentChooser,
} from './request-body.js';

/** A body before anything in it is trusted. */
export interface ReceivedBody {
  /** Absent where there is no body, or none is declared. */
  readonly chosen?: ChosenContent;
  /** All of it; absent where it is not read here. */
  readonly bytes?: Uint8Array;
  readonly stream?: ByteStream;
}

const noBytes = new Uint8Array(0);

/** What limits the reading of a body. */
export interface Patience {
  readonly limits: Limits;
  readonly timers: Timers;
}

/**
 * Goes on with a request's body: bytes up to the limit, or the stream itself where the content is handed over piece
 * by piece and nobody needs it `whole`. A body that no operation declares is not read, unless it is needed.
 */
export function receiveBody<Result>(
  request: WireRequest,
  choose: ContentChooser | undefined,
  whole: boolean,
  { limits, timers }: Patience,
  goOn: (received: ReceivedBody) => Awaitable<Result>,
): Awaitable<Result> {
  if (choose === undefined && !whole) return goOn({});
  const typed = hasHeader(request.headers, 'content-type');
  const empty = hasNoBody(request);
  if (choose === undefined || (empty && !typed))
    return andThen(readBody(request, limits, timers), (bytes) => goOn({ bytes }));
  const chosen = !typed ? undefined : empty ? contentOfNothing(choose, request) : choose(request);
  if (chosen !== undefined && isStreamed(chosen.content) && !whole) {
    const stream = byteStream(streamBody(request, limits, timers), async () =>
      readBody(request, limits, timers),
    );
    return goOn({ chosen, stream });
  }
  return andThen(readBody(request, limits, timers), (bytes) => {
    if (bytes.length > 0) return goOn({ bytes, chosen: chosen ?? choose(request) });
    return goOn(chosen !== undefined && mayBeEmpty(chosen.content) ? { bytes, chosen } : { bytes });
  });
}

/** What a body without bytes is where its type is declared and has such values; absent where the type is of something that is not there. */
function contentOfNothing(choose: ContentChooser, request: WireRequest): ChosenContent | undefined {
  try {
    const chosen = choose(request);
    return mayBeEmpty(chosen.content) ? chosen : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The value that a handler gets, now, or that of a form with parts later; adds what is wrong with it. */
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
