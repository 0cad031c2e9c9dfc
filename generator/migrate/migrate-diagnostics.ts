import { defineError, defineWarning, type DiagnosticType } from '../core/diagnostic.js';

/** A config file that cannot be converted. */
export const migrateSource: DiagnosticType<{
  default: { message: string };
  noDescription: void;
  noExport: void;
  noOutput: void;
}> = defineError('migrate-source', {
  default: ({ message }) => `this file does not parse: ${message}`,
  noDescription: () => 'the description is not named here',
  noExport: () => 'this module has no default export that can be read without running it',
  noOutput: () => 'the output is not named here',
});

/** A setting without a counterpart. */
export const migrateUnknown: DiagnosticType<{
  default: { name: string };
  client: { name: string };
  pages: { name: string };
  operation: { endpoint: string };
  schema: { name: string };
  nested: { service: string; others: number };
}> = defineWarning('migrate-unknown', {
  default: ({ name }) => `"${name}" has no counterpart and is left out`,
  client: ({ name }) => `there is no client for "${name}"`,
  pages: ({ name }) => `the pages of "${name}" cannot be converted`,
  operation: ({ endpoint }) => `the description has no operation "${endpoint}"`,
  schema: ({ name }) => `the description has no schema "${name}"`,
  nested: ({ service, others }) =>
    `services are not nested: this one becomes "${service}"${others === 0 ? '' : `, and ${others} others get such names, too`}`,
});

/** A setting whose value is not written in the file. */
export const migrateComputed: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'migrate-computed',
  { default: ({ name }) => `"${name}" is computed by the program and is left out` },
);
