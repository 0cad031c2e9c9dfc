import type { DiagnosticType, Sentence } from '../core/diagnostic.js';
import { defineError } from '../core/diagnostic.js';
import { alternatives, quotedList } from '../core/diagnostics/lists.js';
import { tokensOf, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';

/** A member of the config file that is unknown, or a required one that is missing. */
export const configMember: DiagnosticType<{
  missing: { names: readonly string[] };
  unknown: { name: string };
  unknownOption: { name: string; emitter: string };
}> = defineError('config-member', {
  missing: ({ names }) => `${quotedList(names)} ${names.length === 1 ? 'is' : 'are'} missing`,
  unknown: ({ name }) => `"${name}" is not a member of the config file here`,
  unknownOption: ({ name, emitter }) => `the emitter "${emitter}" has no option "${name}"`,
});

/** An invalid value in the config file. */
export const configValue: DiagnosticType<{
  choice: { name: string; values: readonly string[] };
  codecWithoutModule: void;
  date: { format: string };
  dates: void;
  empty: { subject: string };
  excluded: { name: string; reason: string };
  export: { name: string };
  inputStream: void;
  module: { name: string };
  moduleFormats: void;
  origin: { name: string };
  provenanceWithoutRepository: void;
  requires: { name: string };
  restrictedProvenance: void;
  text: { problem: string };
  type: { subject: string; expected: string; actual: string };
  unusedModule: void;
}> = defineError('config-value', {
  choice: ({ name, values }) => `"${name}" must be ${alternatives(values)}`,
  codecWithoutModule: () => 'no "module" exports this codec',
  date: ({ format }) => `a "${format}" cannot be represented as a Date`,
  dates: () => '"dates" must be "string", "Date" or an object',
  empty: ({ subject }) => `${subject} must not be empty`,
  excluded: ({ name, reason }) => `"${name}" cannot be combined with "package", ${reason}`,
  export: ({ name }) => `"${name}" cannot be the name of an export`,
  inputStream: () => 'a config file cannot name the input stream',
  module: ({ name }) => `"${name}" is neither a file nor a package`,
  moduleFormats: () => '"moduleFormats" must be [esm] or [esm, cjs]',
  origin: ({ name }) => `"${name}" is not the origin of a URL`,
  provenanceWithoutRepository: () =>
    '"provenance" requires "repository", with which registries compare it',
  requires: ({ name }) => `"${name}" requires "package", which is absent`,
  restrictedProvenance: () => 'packages with restricted access have no provenance',
  text: ({ problem }) => problem,
  type: ({ subject, expected, actual }) => `${subject} must be ${expected}, not ${actual}`,
  unusedModule: () => 'no format uses a codec of this module',
});

/** The sentence about a value of the wrong type. The origin names the value. */
export function wrongConfigType(value: Json, origin: Origin, expected: string): Sentence {
  return configValue.type({ subject: subjectOf(origin), expected, actual: kindOf(value) });
}

/** The sentence about an empty string, list or object. */
export function emptyConfigValue(origin: Origin): Sentence {
  return configValue.empty({ subject: subjectOf(origin) });
}

/** Names a value of the config file in a sentence. */
function subjectOf(origin: Origin): string {
  const [name, parent] = tokensOf(origin).toReversed();
  if (name === undefined) return 'the config file';
  return parent !== undefined && /^\d+$/.test(name) ? `an item of "${parent}"` : `"${name}"`;
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
