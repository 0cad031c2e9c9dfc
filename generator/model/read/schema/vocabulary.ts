const VOCABULARIES: readonly (readonly [vocabulary: string, keywords: string])[] = [
  [
    'applicator',
    'prefixItems items contains additionalProperties properties patternProperties dependentSchemas ' +
      'propertyNames if then else allOf anyOf oneOf not additionalItems dependencies',
  ],
  ['unevaluated', 'unevaluatedItems unevaluatedProperties'],
  [
    'validation',
    'type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern ' +
      'maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired',
  ],
  ['meta-data', 'title description default deprecated readOnly writeOnly examples'],
  ['format-annotation', 'format'],
  ['content', 'contentEncoding contentMediaType contentSchema'],
  ['base', 'discriminator xml externalDocs example'],
];
const vocabularies = new Map(
  VOCABULARIES.flatMap(([vocabulary, names]) =>
    names.split(' ').map((name) => [name, vocabulary] as const),
  ),
);

/** True if the URI names a vocabulary that JSON Schema or OpenAPI defines. */
export function isKnownVocabulary(uri: string): boolean {
  return /^https:\/\/(?:json-schema\.org\/draft\/20|spec\.openapis\.org\/oas\/3\.)/.test(uri);
}

/** Returns the vocabulary that defines a keyword; `core` keywords belong to every dialect. */
export function vocabularyOf(keyword: string): string {
  return vocabularies.get(keyword) ?? 'core';
}
