/**
 * Thrown if something else, such as a body parser of the framework, read the body before the request reached the API.
 *
 * The API does not guess the body from the parsed value: no signature could be verified against it.
 */
export class ConsumedBodyError extends Error {
  override readonly name = 'ConsumedBodyError';
  readonly code: 'consumed-body' = 'consumed-body';
  constructor() {
    super(
      'The body of the request was read before it reached the API: mount the API before any body parser, or outside of it.',
    );
  }
}
