/** A body's bytes as a handler gets them: piece by piece, or whole when asked for. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** All of them. They can be had once, in one way or the other, unless the server had to read them anyway. */
  bytes(): Promise<Uint8Array>;
}

/** A stream over bytes that are already here. */
export function wholeStream(bytes: Uint8Array): ByteStream {
  return {
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

/** A stream over pieces that are still to come, and the reading of all of them. */
export function byteStream(
  pieces: AsyncIterable<Uint8Array>,
  whole: () => Promise<Uint8Array>,
): ByteStream {
  return { bytes: whole, [Symbol.asyncIterator]: () => pieces[Symbol.asyncIterator]() };
}
