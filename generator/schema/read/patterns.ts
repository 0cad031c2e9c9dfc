import { defineRecoverableError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { isPattern } from '../../core/pattern-flags.js';
import { report } from '../../model/read/schema/schema-builder.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';

/** A pattern that is not a regular expression of ECMAScript. */
export const invalidPattern: DiagnosticType<{ default: { source: string } }> =
  defineRecoverableError('invalid-pattern', {
    default: ({ source }) => `"${source}" is not a regular expression of ECMAScript`,
  });

/** Checks a pattern of ECMA-262 (JSON Schema 2020-12 section 6.4), compiled in Unicode mode or, failing that, without it. */
export function checkPattern(
  builder: SchemaBuilder,
  source: string,
  keys: readonly string[],
  part: 'key' | 'value',
): boolean {
  if (isPattern(source, 'u') || isPattern(source, '')) return true;
  report(builder, invalidPattern.default({ source }), keys, {
    part,
    hint: 'inline flags such as "(?i)", possessive quantifiers and atomic groups belong to other languages',
  });
  return false;
}
