import type { Origin } from './origin.js';

/** Thrown where what is made of a description grows faster than the description; ends the run with a diagnostic (`too-large`). */
export class Outgrown extends Error {
  /** What grows. */
  readonly origin: Origin;
  readonly hint: string;

  constructor(origin: Origin, message: string, hint: string) {
    super(message);
    this.origin = origin;
    this.hint = hint;
  }
}
