import type { Readable } from 'node:stream';

/** The pieces of a stream. Whoever leaves it ends it, even before a piece was asked for, which Node's own iterator would not see. */
export function readablePieces(stream: Readable): AsyncIterable<Uint8Array> {
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
