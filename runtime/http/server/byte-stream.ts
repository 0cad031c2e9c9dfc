/** The bytes of a body as a handler receives them. They can be iterated as they arrive or collected. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /**
   * Collects all bytes. A body can be consumed once, by iteration
   * or by this method, unless the server had to read it for itself.
   */
  bytes(): Promise<Uint8Array>;
}

/** Wraps bytes that have already been read. */
export function wholeStream(bytes: Uint8Array): ByteStream {
  return {
    bytes: () => Promise.resolve(bytes),
    async *[Symbol.asyncIterator]() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

/** Wraps pieces that are still arriving. `collect` reads all of them. */
export function byteStream(
  pieces: AsyncIterable<Uint8Array>,
  collect: () => Promise<Uint8Array>,
): ByteStream {
  return { bytes: collect, [Symbol.asyncIterator]: () => pieces[Symbol.asyncIterator]() };
}
