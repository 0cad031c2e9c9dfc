import type { DiagnosticType } from '../diagnostic.js';
import { defineError, defineRecoverableError } from '../diagnostic.js';

/** The target of a reference does not exist. */
export const unresolvedReference: DiagnosticType<{
  default: { text: string };
  reason: { text: string; reason: string };
}> = defineRecoverableError('unresolved-reference', {
  default: ({ text }) => `"${text}" does not exist`,
  reason: ({ text, reason }) => `"${text}" does not exist: ${reason}`,
});

/** A reference to a variable that the description does not declare. */
export const undeclaredVariable: DiagnosticType<{
  default: { expression: string };
  server: { name: string };
}> = defineRecoverableError('undeclared-variable', {
  default: ({ expression }) => `"{${expression}}" is not declared`,
  server: ({ name }) => `"{${name}}" is not a variable of this server`,
});

/** Nesting, or a chain of schemas or references, that exceeds a limit. */
export const tooDeep: DiagnosticType<{
  document: void;
  alias: void;
  schemas: void;
  chain: { length: number };
  pointer: { limit: number };
  references: { limit: number };
  callbacks: { limit: number };
}> = defineError('too-deep', {
  document: () => 'the document is nested too deeply',
  alias: () => 'the document is nested too deeply with this alias',
  schemas: () => 'schemas of the document use one another too deeply',
  chain: ({ length }) =>
    `${length} schemas follow one another from here on, each used by the one before`,
  pointer: ({ limit }) =>
    `the names that lead to this schema have more than ${limit} characters together`,
  references: ({ limit }) => `this reference leads through more than ${limit} others`,
  callbacks: ({ limit }) => `this callback is within more than ${limit} others`,
});
