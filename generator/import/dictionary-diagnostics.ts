import type { DiagnosticType } from '../core/diagnostic.js';
import { defineError } from '../core/diagnostic.js';

/** An element or attribute that a dictionary does not allow, or a required one that is missing. */
export const dictionaryMember: DiagnosticType<{
  attribute: { element: string; name: string };
  choice: { name: string; value: string; expected: string };
  control: void;
  element: { element: string; parent: string };
  name: { text: string };
  root: { name: string };
  tag: { text: string; maximum: number };
}> = defineError('dictionary-member', {
  attribute: ({ element, name }) => `<${element}> must have the attribute "${name}"`,
  choice: ({ name, value, expected }) =>
    `"${name}" must be ${expected}, not ${JSON.stringify(value)}`,
  control: () => 'a value of FIX must not contain control characters',
  element: ({ element, parent }) => `<${element}> is not allowed in <${parent}>`,
  name: ({ text }) =>
    `${JSON.stringify(text)} is not a name, which is a letter followed by letters, digits and "_"`,
  root: ({ name }) => `the document is <${name}>, not <fix>`,
  tag: ({ text, maximum }) =>
    `${JSON.stringify(text)} is not a tag, which is an integer from 1 to ${maximum}`,
});

/** Two definitions that conflict. */
export const dictionaryDuplicate: DiagnosticType<{
  component: { name: string };
  field: { name: string };
  member: { name: string; element: string };
  message: { name: string };
  msgType: { name: string; msgType: string };
  tag: { name: string; tag: number };
  value: { value: string };
}> = defineError('dictionary-duplicate', {
  component: ({ name }) => `there are two components "${name}"`,
  field: ({ name }) => `there are two fields "${name}"`,
  member: ({ name, element }) => `"${name}" occurs twice in <${element}>`,
  message: ({ name }) => `there are two messages "${name}"`,
  msgType: ({ name, msgType }) => `"${name}" already has the MsgType "${msgType}"`,
  tag: ({ name, tag }) => `"${name}" already has the tag ${tag}`,
  value: ({ value }) => `the value "${value}" is listed twice`,
});

/** A name that the dictionary does not define. */
export const dictionaryReference: DiagnosticType<{
  default: { kind: 'component' | 'field' | 'message'; name: string };
}> = defineError('dictionary-reference', {
  default: ({ kind, name }) => `there is no ${kind} "${name}"`,
});
