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
import { boolean, documentation } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';
import { xml } from './xml.js';

/** Reads the value of one keyword into the schema under construction, and checks its type. */
export type KeywordReader = (builder: SchemaBuilder, value: Json, name: string) => void;

/** Readers of all keywords by name. Each dialect selects the keywords that it defines. */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ['$ref', reference],
  ['$dynamicRef', dynamicReference],
  ['$recursiveRef', dynamicReference],
  ['$dynamicAnchor', ignore],
  ['$recursiveAnchor', (builder, value) => void boolean(builder, value, '$recursiveAnchor')],
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
  [
    'title',
    (builder, value) => void (builder.annotations.title = documentation(builder, value, 'title')),
  ],
  [
    'description',
    (builder, value) =>
      void (builder.annotations.description = documentation(builder, value, 'description')),
  ],
  ['default', defaultValue],
  ['example', example],
  ['examples', examples],
  [
    'deprecated',
    (builder, value) =>
      void (builder.annotations.deprecated = boolean(builder, value, 'deprecated')),
  ],
  [
    'readOnly',
    (builder, value) => void (builder.annotations.readOnly = boolean(builder, value, 'readOnly')),
  ],
  [
    'writeOnly',
    (builder, value) => void (builder.annotations.writeOnly = boolean(builder, value, 'writeOnly')),
  ],
  ['externalDocs', externalDocs],
  ['xml', xml],
]);

function each<Name extends string>(
  names: readonly Name[],
  read: (builder: SchemaBuilder, value: Json, name: Name) => void,
): [string, KeywordReader][] {
  // The key of each reader is the name that it is called with.
  return names.map((name) => [name, read as KeywordReader]);
}

function ignore(): void {
  // Keywords that are read on entering a schema or after its other keywords, because they affect those.
}
