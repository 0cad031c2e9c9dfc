import { defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';

/** A keyword of another dialect, read as its counterpart or ignored. */
export const foreignKeyword: DiagnosticType<{
  default: { name: string; dialect: string };
  flag: { name: string };
  tuple: void;
}> = defineWarning('foreign-keyword', {
  default: ({ name, dialect }) => `"${name}" has no meaning in ${dialect}`,
  flag: ({ name }) => `"${name}" must be a number; it was true or false in OpenAPI 3.0`,
  tuple: () => '"items" must be one schema; it was an array for tuples in older drafts',
});

/** A keyword that no dialect defines, and that is ignored. */
export const unknownKeyword: DiagnosticType<{ default: { name: string; dialect: string } }> =
  defineWarning('unknown-keyword', {
    default: ({ name, dialect }) => `"${name}" is not a keyword of ${dialect}`,
  });

/** A keyword that has no effect at its location. */
export const ineffectiveKeyword: DiagnosticType<{
  default: { name: string; required: string };
  nullableEnum: void;
}> = defineWarning('ineffective-keyword', {
  default: ({ name, required }) => `"${name}" has no effect without ${required}`,
  nullableEnum: () => '"nullable" allows null, but "enum" does not',
});
