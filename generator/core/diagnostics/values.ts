import type { DiagnosticType } from '../diagnostic.js';
import { defineRecoverableError, defineWarning } from '../diagnostic.js';
import { alternatives } from './lists.js';

/** A value of the right type that the specification does not allow. */
export const invalidValue: DiagnosticType<{
  kind: { value: string; kind: string };
  unlisted: { value: string; name: string };
  choice: { what: string; values: readonly string[] };
  range: { name: string; expected: string; value: number };
  empty: { name: string; item: string };
  fragment: { name: string; value: string };
  channel: void;
}> = defineRecoverableError('invalid-value', {
  kind: ({ value, kind }) => `"${value}" is not ${kind}`,
  unlisted: ({ value, name }) => `"${value}" is not one of the values of "${name}"`,
  choice: ({ what, values }) => `${what} must be ${alternatives(values)}`,
  range: ({ name, expected, value }) => `"${name}" must be ${expected}, not ${value}`,
  empty: ({ name, item }) => `"${name}" must list at least one ${item}`,
  fragment: ({ name, value }) => `"${name}" is "${value}", which has a fragment`,
  channel: () => 'a channel must be a reference',
});

/** A value in a form that the specification does not allow, with a clear meaning. */
export const looseForm: DiagnosticType<{
  number: { what: string; text: string };
  spelling: { key: string; text: string };
  null: { name: string };
  reference: { name: string };
  emptyRequired: void;
  license: void;
  besideContent: { name: string };
  scheme: { host: string };
  uri: { text: string };
  nullType: void;
}> = defineWarning('loose-form', {
  number: ({ what, text }) => `${what} is a number, and is read as "${text}"`,
  spelling: ({ key, text }) => `"${key}" is read as "${text}"`,
  null: ({ name }) => `"${name}" is null, and is read as absent`,
  reference: ({ name }) => `"${name}" is one reference, and is read as the map that it refers to`,
  emptyRequired: () => '"required" is empty, which OpenAPI 3.0 does not allow',
  license: () => 'a licence has an "identifier" or a "url", and this one has both',
  besideContent: ({ name }) => `"${name}" has no meaning beside "content"`,
  scheme: ({ host }) => `the host "${host}" begins with a scheme`,
  uri: ({ text }) => `"${text}" is not a URI reference of RFC 3986, and is read as it is written`,
  nullType: () => '"null" is not a type in OpenAPI 3.0',
});
