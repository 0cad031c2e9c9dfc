/**
 * A request reached an API after something else had read its body: a parser of the framework that the API is mounted in.
 * What is left is no longer what was sent, so that no signature could be verified, and it is not guessed.
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
