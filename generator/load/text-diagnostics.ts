import type { DiagnosticType } from '../core/diagnostic.js';
import { defineError } from '../core/diagnostic.js';

/** Text that is not JSON or YAML. `isAtEnd` is true if the text ends before something that is expected. */
export const syntax: DiagnosticType<{
  trailing: { isAtEnd: boolean };
  value: { isAtEnd: boolean };
  key: { isAtEnd: boolean };
  colon: { isAtEnd: boolean };
  nextMember: { isAtEnd: boolean };
  nextItem: { isAtEnd: boolean };
  string: { isAtEnd: boolean };
  indentation: void;
  implicitKey: void;
  secondKey: void;
  quote: void;
  yaml: { message: string };
}> = defineError('syntax', {
  trailing: () => 'text follows the end of the document',
  value: ({ isAtEnd }) => `${early(isAtEnd)}a value is expected here`,
  key: ({ isAtEnd }) => `${early(isAtEnd)}a key in double quotes is expected here`,
  colon: ({ isAtEnd }) => `${early(isAtEnd)}":" is expected after a key`,
  nextMember: ({ isAtEnd }) => `${early(isAtEnd)}"," or "}" is expected here`,
  nextItem: ({ isAtEnd }) => `${early(isAtEnd)}"," or "]" is expected here`,
  string: ({ isAtEnd }) =>
    `${early(isAtEnd)}a string has no end, or contains a character that must be escaped`,
  indentation: () => 'this line is not indented like the lines around it',
  implicitKey: () => 'a key is followed by a colon and a space, on its own line',
  secondKey: () => 'this line has a second key',
  quote: () => 'the closing quote is missing',
  yaml: ({ message }) => message,
});

/** Two equal keys in one object or mapping. */
export const duplicateKey: DiagnosticType<{
  object: { key: string };
  mapping: { key: string };
}> = defineError('duplicate-key', {
  object: ({ key }) => `the key "${key}" occurs twice in one object`,
  mapping: ({ key }) => `the key "${key}" occurs twice in one mapping`,
});

/** A value that JSON cannot represent. */
export const notJson: DiagnosticType<{
  default: { text: string };
  overflow: { text: string };
}> = defineError('not-json', {
  default: ({ text }) => `"${text}" has no counterpart in JSON`,
  overflow: ({ text }) => `"${text}" is larger than every number of a program`,
});

/** A YAML tag that is not one of JSON's types. */
export const unknownTag: DiagnosticType<{ default: { message: string }; merge: void }> =
  defineError('unknown-tag', {
    default: ({ message }) => `the YAML tag is not one of JSON's types: ${message}`,
    merge: () => 'the tag "!!merge" is for the key "<<"',
  });

function early(isAtEnd: boolean): string {
  return isAtEnd ? 'the document ends too early: ' : '';
}
