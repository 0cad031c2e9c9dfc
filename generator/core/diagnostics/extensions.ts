import type { DiagnosticType } from '../diagnostic.js';
import { defineError } from '../diagnostic.js';

/** An extension of this project that is not written as its reference requires. */
export const invalidExtension: DiagnosticType<{
  member: { name: string; what: string };
  missing: { what: string; name: string };
  type: { what: string; expected: string; actual: string };
  name: { name: string; kind: string };
  styledParts: { name: string };
}> = defineError('invalid-extension', {
  member: ({ name, what }) => `"${name}" is not a member of ${what}`,
  missing: ({ what, name }) => `${what} has no "${name}"`,
  type: ({ what, expected, actual }) => `${what} must be ${expected}, not ${actual}`,
  name: ({ name, kind }) => `"${name}" cannot be the name of ${kind}`,
  styledParts: ({ name }) =>
    `"x-stream-parts" needs one part for each item, but the style of "${name}" writes them differently`,
});
