import { defineRecoverableError, defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';

/** References that lead back to one another, and so to no value. */
export const referenceCycle: DiagnosticType<{
  default: { text: string };
  path: { path: string };
}> = defineRecoverableError('reference-cycle', {
  default: ({ text }) => `"${text}" leads back to itself`,
  path: ({ path }) => `the reference leads to no schema: ${path}`,
});

/** A member beside `$ref`, which is ignored. */
export const ignoredSibling: DiagnosticType<{
  default: { name: string; specification: string };
  omitted: { name: string };
}> = defineWarning('ignored-sibling', {
  default: ({ name, specification }) =>
    `"${name}" beside "$ref" has no meaning in ${specification}`,
  omitted: ({ name }) => `"${name}" beside "$ref" is omitted`,
});
