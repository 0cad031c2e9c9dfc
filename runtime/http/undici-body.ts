import { BodyTooLargeError, concatBytes, plainBytes } from '../core/body.js';
import type { StreamBody } from '../core/wire.js';
import type { UndiciController } from './undici.js';

/** Bytes that may come before anybody reads them. */
const mostUnread = 65_536;

/** The body of an answer while it comes: read whole or piece by piece, no faster than it is wanted. */
export interface ArrivingBody {
  readonly body: StreamBody;
  take(piece: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

/** Starts the body of an answer whose head has come. `said` is its length, where it is known. */
export function arrivingBody(controller: UndiciController, said: number | undefined): ArrivingBody {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let limit = mostUnread;
  let whole = false;
  let done = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const settle = (): void => {
    const waiting = wake;
    wake = undefined;
    waiting?.();
  };
  const leave = (error: Error): void => {
    failure ??= error;
    done = true;
    controller.abort(error);
  };
  const collected = async (most: number): Promise<Uint8Array> => {
    whole = true;
    limit = most;
    if (length > limit) leave(new BodyTooLargeError(limit));
    controller.resume();
    if (!done)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (failure !== undefined) throw failure;
    const [only] = pieces;
    return pieces.length === 1 && only !== undefined ? plainBytes(only) : concatBytes(pieces);
  };
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      for (;;) {
        const piece = pieces.shift();
        if (piece !== undefined) {
          length -= piece.length;
          controller.resume();
          return { done: false, value: piece };
        }
        if (failure !== undefined) throw failure;
        if (done) return { done: true, value: undefined };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async return() {
      if (!done) leave(new Error('The answer was left unread.'));
      settle();
      return { done: true, value: undefined };
    },
  };
  const body = { stream: { [Symbol.asyncIterator]: () => iterator }, bytes: collected };
  return {
    body: said === undefined ? body : { ...body, length: said },
    take(piece) {
      pieces.push(piece);
      length += piece.length;
      if (whole && length > limit) {
        leave(new BodyTooLargeError(limit));
        settle();
      } else if (!whole) {
        if (length > limit) controller.pause();
        settle();
      }
    },
    end() {
      done = true;
      settle();
    },
    fail(error) {
      failure ??= error;
      done = true;
      settle();
    },
  };
}
