import { defineError } from '../../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../../core/diagnostic.js';

/** A schema that is not Protobuf, or in a form that is not supported. */
export const invalidProtobuf: DiagnosticType<{
  text: { actual: string };
  syntax: { problem: string };
  type: { name: string };
  import: { path: string };
  cycle: { path: string };
  empty: void;
  message: { names: readonly string[] };
}> = defineError('invalid-protobuf', {
  text: ({ actual }) => `a Protobuf schema must be the text of a .proto file, not ${actual}`,
  syntax: ({ problem }) => problem,
  type: ({ name }) => `no message or enum is called "${name}"`,
  import: ({ path }) => `the file "${path}" is not supported`,
  cycle: ({ path }) => `"${path}" imports itself`,
  empty: () => 'the schema has no message',
  message: ({ names }) =>
    `the payload may be any of the messages ${names.map((name) => `"${name}"`).join(', ')}`,
});
