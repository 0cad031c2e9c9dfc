import type { Sentence } from './diagnostic.js';
import type { Origin } from './origin.js';

/** Thrown if output grows disproportionately to the description. Reported as a diagnostic, which ends the run. */
export class ResourceLimitError extends Error {
  readonly sentence: Sentence;
  /** The node that causes the growth. */
  readonly origin: Origin;
  readonly hint: string;

  constructor(sentence: Sentence, origin: Origin, hint: string) {
    super(sentence.message);
    this.sentence = sentence;
    this.origin = origin;
    this.hint = hint;
  }
}
