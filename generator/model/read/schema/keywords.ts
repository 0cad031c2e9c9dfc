import type { Json } from '../../schema.js';
import { defaultValue, discriminator, example, examples, externalDocs } from './annotations.js';
import { dependencies, items, schemaList, schemaMap, singleSchema } from './applicators.js';
import {
  constant,
  dependentRequired,
  enumeration,
  pattern,
  required,
  text,
  types,
  uniqueItems,
} from './assertions.js';
import { count, exclusiveBound, numeral } from './bounds.js';
import { definitions, dynamicReference, reference, schemaDialect } from './core-keywords.js';
import { boolean, words } from './site.js';
import type { SchemaSite } from './site.js';
import { xml } from './xml.js';

/** Reads the value of one keyword into the schema that is being made; checks its type on the way. */
export type KeywordReader = (site: SchemaSite, value: Json, name: string) => void;

/** Keywords by name: how each is checked and where it goes. Dialects choose which of them they have. */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ['$ref', reference],
  ['$dynamicRef', dynamicReference],
  ['$recursiveRef', dynamicReference],
  ['$dynamicAnchor', ignore],
  ['$recursiveAnchor', (site, value) => void boolean(site, value, '$recursiveAnchor')],
  ['$anchor', ignore],
  ['$schema', schemaDialect],
  ['$vocabulary', ignore],
  ['$comment', ignore],
  ['$defs', definitions],
  ['definitions', definitions],
  ['type', types],
  ['nullable', ignore],
  ['enum', enumeration],
  ['const', constant],
  ...each(['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const, schemaList),
  ...each(['not', 'if', 'then', 'else', 'contains', 'contentSchema'] as const, singleSchema),
  ...each(
    ['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'] as const,
    singleSchema,
  ),
  ['items', items],
  ['additionalItems', ignore],
  ...each(['properties', 'patternProperties', 'dependentSchemas'] as const, schemaMap),
  ['dependentRequired', dependentRequired],
  ['dependencies', dependencies],
  ['required', required],
  ...each(
    [
      'minProperties',
      'maxProperties',
      'minItems',
      'maxItems',
      'minLength',
      'maxLength',
      'minContains',
      'maxContains',
    ] as const,
    count,
  ),
  ['uniqueItems', uniqueItems],
  ['pattern', pattern],
  ...each(['format', 'contentEncoding', 'contentMediaType'] as const, text),
  ...each(['minimum', 'maximum', 'multipleOf'] as const, numeral),
  ...each(['exclusiveMinimum', 'exclusiveMaximum'] as const, exclusiveBound),
  ['discriminator', discriminator],
  ['title', (site, value) => void (site.annotations.title = words(site, value, 'title'))],
  [
    'description',
    (site, value) => void (site.annotations.description = words(site, value, 'description')),
  ],
  ['default', defaultValue],
  ['example', example],
  ['examples', examples],
  [
    'deprecated',
    (site, value) => void (site.annotations.deprecated = boolean(site, value, 'deprecated')),
  ],
  [
    'readOnly',
    (site, value) => void (site.annotations.readOnly = boolean(site, value, 'readOnly')),
  ],
  [
    'writeOnly',
    (site, value) => void (site.annotations.writeOnly = boolean(site, value, 'writeOnly')),
  ],
  ['externalDocs', externalDocs],
  ['xml', xml],
]);

function each<Name extends string>(
  names: readonly Name[],
  read: (site: SchemaSite, value: Json, name: Name) => void,
): [string, KeywordReader][] {
  // Readers are found by the name that they are told.
  return names.map((name) => [name, read as KeywordReader]);
}

function ignore(): void {
  // Read where the schema is entered or when its keywords are complete: it says something about others.
}
