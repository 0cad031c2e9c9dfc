import { type DiagnosticType, defineError, defineWarning } from '../diagnostic.js';
import { alternatives, quotedList } from './lists.js';

/** An extension of this project that is not written as its reference requires. */
export const invalidExtension: DiagnosticType<{
  member: { name: string; what: string };
  missing: { what: string; name: string };
  missingOneOf: { what: string; names: readonly string[] };
  exactlyOne: { what: string; names: readonly string[] };
  beside: { name: string; other: string };
  condition: { name: string; condition: string };
  location: { name: string; what: string };
  extension: { name: string; what: string };
  type: { what: string; expected: string; actual: string };
  value: { what: string; expected: string };
  choice: { name: string; values: readonly string[] };
  name: { name: string; kind: string };
  duplicate: { what: string; name: string };
  pointer: { text: string };
  braces: { text: string };
  message: { name: string };
  eventMessage: { name: string };
  eventChannel: { name: string; message: string };
  eventMessages: { name: string; channels: readonly string[] };
  parameterOrder: { name: string; before: string };
  styledParts: { name: string };
}> = defineError('invalid-extension', {
  member: ({ name, what }) => `"${name}" is not a member of ${what}`,
  missing: ({ what, name }) => `${what} has no "${name}"`,
  missingOneOf: ({ what, names }) => `${what} must have ${alternatives(names)}`,
  exactlyOne: ({ what, names }) => `${what} must have exactly one of ${quotedList(names)}`,
  beside: ({ name, other }) => `"${name}" is not allowed beside "${other}"`,
  condition: ({ name, condition }) => `"${name}" is only allowed with "${condition}"`,
  location: ({ name, what }) => `"${name}" is not allowed on ${what}`,
  extension: ({ name, what }) => `"${name}" is not an extension of ${what}`,
  type: ({ what, expected, actual }) => `${what} must be ${expected}, not ${actual}`,
  value: ({ what, expected }) => `${what} must be ${expected}`,
  choice: ({ name, values }) => `"${name}" must be ${alternatives(values)}`,
  name: ({ name, kind }) => `"${name}" cannot be the name of ${kind}`,
  duplicate: ({ what, name }) => `${what} "${name}" is described twice`,
  pointer: ({ text }) => `"${text}" is not a JSON Pointer`,
  braces: ({ text }) => `the braces of "${text}" do not match`,
  message: ({ name }) => `the channel has no message "${name}"`,
  eventMessage: ({ name }) => `the server sends no message "${name}"`,
  eventChannel: ({ name, message }) => `the server sends no message "${message}" on "${name}"`,
  eventMessages: ({ name, channels }) =>
    `"${name}" is not the same message on the channels ${quotedList(channels)}`,
  parameterOrder: ({ name, before }) =>
    `the required param "${name}" follows "${before}", which is optional`,
  styledParts: ({ name }) =>
    `"x-stream-parts" needs one part for each item, but the style of "${name}" writes them differently`,
});

/** A pagination extension of another tool that cannot be used. */
export const foreignPagination: DiagnosticType<{ default: { name: string; reason: string } }> =
  defineWarning('foreign-pagination', {
    default: ({ name, reason }) => `"${name}" is ignored: ${reason}`,
  });

/** A date of a deprecation that cannot be read. Other tools define the same extensions, so the description stays usable. */
export const deprecationDate: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'deprecation-date',
  { default: ({ name }) => `"${name}" is ignored, because it is not a date` },
);
