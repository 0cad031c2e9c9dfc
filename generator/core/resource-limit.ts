import type { Origin } from './origin.js';

/** Thrown if output grows disproportionately to the description. Reported as the diagnostic `too-large`, which ends the run. */
export class ResourceLimitError extends Error {
  /** The node that causes the growth. */
  readonly origin: Origin;
  readonly hint: string;

  constructor(origin: Origin, message: string, hint: string) {
    super(message);
    this.origin = origin;
    this.hint = hint;
  }
}
