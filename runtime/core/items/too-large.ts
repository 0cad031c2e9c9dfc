/** Thrown if an item of a stream exceeds its size limit. */
export class ItemTooLargeError extends Error {
  override readonly name = 'ItemTooLargeError';
  readonly code: 'item-too-large' = 'item-too-large';
  /** The limit, in bytes, or in characters of an event. */
  readonly limit: number;
  constructor(limit: number) {
    super(`an item of the stream is longer than ${limit} bytes`);
    this.limit = limit;
  }
}
