import { createReporter, defineError, defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import { isObject, member } from '../json.js';
import { dialectOf, dialectUris, isKnownVocabulary, withVocabularies } from './dialects.js';
import type { Dialect } from './dialects.js';
import type { SchemaReading } from './reading.js';
import { splitFragment } from './uri.js';

/** A dialect that is not supported. The schemas are read as if it were absent. */
export const unknownDialect: DiagnosticType<{ default: { uri: string } }> = defineWarning(
  'unknown-dialect',
  {
    default: ({ uri }) => `"${uri}" is not a known dialect of JSON Schema`,
  },
);

/** A dialect that requires a vocabulary that is not supported. */
export const unknownVocabulary: DiagnosticType<{ default: { uri: string; vocabulary: string } }> =
  defineError('unknown-vocabulary', {
    default: ({ uri, vocabulary }) => `"${uri}" requires the unknown vocabulary "${vocabulary}"`,
  });

/** Returns the dialect that a `$schema` names: a built-in one, or one described by a known meta-schema; otherwise `fallback`. */
export function chooseDialect(
  reading: SchemaReading,
  uri: string,
  origin: Origin,
  fallback: Dialect,
): Dialect {
  const known = dialectOf(uri);
  if (known !== undefined) return known;
  const described = openMetaSchema(reading, uri, origin, fallback);
  if (described !== undefined) return described;
  reading.reporter.report(unknownDialect.default({ uri }), origin, {
    ...didYouMean(uri, dialectUris),
  });
  return fallback;
}

/** Returns the dialect of a meta-schema that lists its vocabularies (JSON Schema 2020-12 core section 8.1.2). */
function openMetaSchema(
  reading: SchemaReading,
  uri: string,
  origin: Origin,
  fallback: Dialect,
): Dialect | undefined {
  const { uri: plain } = splitFragment(uri);
  const document = reading.resources.get(plain)?.scope.document;
  const value =
    document?.value ?? reading.open(plain, uri, origin, fallback, createReporter())?.value;
  if (!isObject(value)) return undefined;
  const own = member(value, '$schema');
  const base = typeof own === 'string' ? dialectOf(own) : undefined;
  if (base === undefined) return undefined;
  const listed = member(value, '$vocabulary');
  if (!isObject(listed)) return base;
  for (const [vocabulary, required] of Object.entries(listed)) {
    if (required !== true || isKnownVocabulary(vocabulary)) continue;
    reading.reporter.report(unknownVocabulary.default({ uri, vocabulary }), origin);
  }
  return withVocabularies(base, Object.keys(listed));
}
