import type { DiagnosticType } from '../diagnostic.js';
import { defineRecoverableError, defineWarning } from '../diagnostic.js';
import { alternatives } from './lists.js';

/** A required member is absent and cannot be guessed. `what` names the object: "the document", "an operation". */
export const missingMember: DiagnosticType<{
  default: { what: string; name: string };
  oneOf: { what: string; names: readonly string[] };
}> = defineRecoverableError('missing-member', {
  default: ({ what, name }) => `${what} has no "${name}"`,
  oneOf: ({ what, names }) => `${what} must have ${alternatives(names)}`,
});

/** A required member is absent, but nothing needs to be guessed. */
export const omittedMember: DiagnosticType<{
  default: { what: string; name: string };
  pathParameter: { name: string };
}> = defineWarning('omitted-member', {
  default: ({ what, name }) => `${what} has no "${name}"`,
  pathParameter: ({ name }) => `the path parameter "${name}" has no "required: true"`,
});

/** A member that the specification does not define. */
export const unknownMember: DiagnosticType<{ default: { what: string; name: string } }> =
  defineWarning('unknown-member', {
    default: ({ what, name }) => `"${name}" is not a member of ${what}`,
  });

/** A value of the wrong type: `what` is its name in quotes or a description of it, the others are types such as "a string". */
export const invalidType: DiagnosticType<{
  default: { what: string; expected: string; actual: string };
}> = defineRecoverableError('invalid-type', {
  default: ({ what, expected, actual }) => `${what} must be ${expected}, not ${actual}`,
});

/** A member that can be spared has an invalid value, and is treated as absent. */
export const ignoredMember: DiagnosticType<{
  type: { what: string; expected: string; actual: string };
  value: { name: string; values: readonly string[] };
}> = defineWarning('ignored-member', {
  type: ({ what, expected, actual }) =>
    `${what} must be ${expected}, not ${actual}, and is omitted`,
  value: ({ name, values }) => `"${name}" must be ${alternatives(values)}, and is omitted`,
});
