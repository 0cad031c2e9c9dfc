import type { Readable } from 'node:stream';

/**
 * Iterates over the pieces of a stream. Returning early destroys
 * the stream even if no piece was read, unlike Node's own iterator.
 */
export function readableChunks(stream: Readable): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces: AsyncIterator<Uint8Array, undefined> = stream[Symbol.asyncIterator]();
      return {
        next: () => pieces.next(),
        async return() {
          stream.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
