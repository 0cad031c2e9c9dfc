/** One item of a stream is longer than an item may be. */
export class ItemTooLargeError extends Error {
  override readonly name = 'ItemTooLargeError';
  readonly code: 'item-too-large' = 'item-too-large';
  /** Bytes, or characters of an event, that were allowed. */
  readonly limit: number;
  constructor(limit: number) {
    super(`an item of the stream is longer than ${limit} bytes`);
    this.limit = limit;
  }
}
