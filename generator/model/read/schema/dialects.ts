import type { DialectId } from '../../schema.js';
import { isInDialect } from '../../../schema/dialect-range.js';
import type { DefinedKeyword } from '../../../schema/keyword.js';
import { keywordList } from '../../../schema/registry.js';
import { annotationKeywords } from './annotations.js';
import { coreKeywords } from './core-keywords.js';
import { draftSpellings } from './draft-spellings.js';

/** Properties of one dialect of JSON Schema, as data. The reader has no other branches on versions. */
export interface Dialect {
  readonly id: DialectId;
  /** Keyword that names a resource; absent if schemas cannot have identifiers. */
  readonly idKeyword?: '$id' | 'id';
  /** Declaration of a plain-name fragment: `"$id": "#name"`, or `"$anchor": "name"`. */
  readonly anchors: 'in-id' | 'keyword' | 'none';
  /** True if keywords beside `$ref` apply. */
  readonly refSiblings: boolean;
  /** True if `true` and `false` are schemas everywhere, not only in keywords that allow booleans. */
  readonly booleanSchemas: boolean;
  /** True if exclusive bounds are flags beside `minimum` and `maximum`. */
  readonly exclusiveFlags: boolean;
  /** True if an array under `items` describes a tuple, with `additionalItems` for further items. */
  readonly itemsTuple: boolean;
  readonly typeArrays: boolean;
  readonly nullType: boolean;
  /** True if `nullable` allows null regardless of the other keywords, and not only beside a `type` that excludes null. */
  readonly nullableIsAbsolute?: boolean;
  /** True if the meta-schema makes `format` an assertion (JSON Schema 2020-12 validation section 7.2.2). */
  readonly formatAssertion?: boolean;
  /** True if `discriminator` is the name of a property, not an object (AsyncAPI 3.0 section "Schema Object"). */
  readonly discriminatorIsName?: boolean;
  /**
   * True if keywords for members or items imply an object or an array. This applies to descriptions with their own schema object that do
   * not name a JSON Schema dialect. In plain JSON Schema, values of other types match such a schema.
   */
  readonly impliesTypes?: boolean;
  readonly keywords: ReadonlyMap<string, DefinedKeyword>;
}

/**
 * Every keyword of some dialect: those with a value in the model, the other ones, and the spellings of older drafts. A later entry of a
 * dialect replaces an earlier one with the same name.
 */
const definedKeywords: readonly DefinedKeyword[] = [
  ...keywordList,
  ...coreKeywords,
  ...annotationKeywords,
  ...draftSpellings,
];

/** Names of the keywords of all dialects. */
export const knownKeywords: ReadonlySet<string> = new Set(definedKeywords.map(({ name }) => name));

/** All dialects by id. */
export const dialects: { readonly [id in DialectId]: Dialect } = {
  '4': {
    ...sharedByDrafts('4'),
    idKeyword: 'id',
    booleanSchemas: false,
    exclusiveFlags: true,
  },
  '6': sharedByDrafts('6'),
  '7': sharedByDrafts('7'),
  '2019-09': { ...sharedByDrafts('2019-09'), anchors: 'keyword', refSiblings: true },
  '2020-12': {
    ...sharedByDrafts('2020-12'),
    anchors: 'keyword',
    refSiblings: true,
    itemsTuple: false,
  },
  asyncapi: {
    ...sharedByDrafts('asyncapi'),
    discriminatorIsName: true,
    impliesTypes: true,
  },
  'openapi-3.0': {
    id: 'openapi-3.0',
    impliesTypes: true,
    anchors: 'none',
    refSiblings: false,
    booleanSchemas: false,
    exclusiveFlags: true,
    itemsTuple: false,
    typeArrays: false,
    nullType: false,
    keywords: keywordsOf('openapi-3.0'),
  },
  'openapi-3.1': {
    ...sharedByDrafts('openapi-3.1'),
    impliesTypes: true,
    anchors: 'keyword',
    refSiblings: true,
    itemsTuple: false,
  },
};

/** Returns the dialect of a declared version of OpenAPI 3.0. Version 3.0.3 restricted the effect of `nullable`. */
export function dialectOf3_0(version: string): Dialect {
  const nullableIsAbsolute = /^3\.0\.[012]$/.test(version);
  return nullableIsAbsolute ? EARLY_3_0 : dialects['openapi-3.0'];
}

const EARLY_3_0: Dialect = { ...dialects['openapi-3.0'], nullableIsAbsolute: true };

/** Dialect of OpenAPI 3.1 and 3.2, named explicitly as a dialect of JSON Schema. */
const NAMED_3_1: Dialect = { ...dialects['openapi-3.1'], impliesTypes: false };

const DIALECT_URIS: readonly (readonly [uri: string, id: DialectId])[] = [
  ['http://json-schema.org/draft-04/schema', '4'],
  ['http://json-schema.org/draft-06/schema', '6'],
  ['http://json-schema.org/draft-07/schema', '7'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
];
const OPENAPI_DIALECT =
  /^https:\/\/spec\.openapis\.org\/oas\/(?:3\.[12]\/(?:dialect|schema-base)\/|3\.1\/dialect\/base)/;

/** Returns the dialect that a `$schema` or `jsonSchemaDialect` URI names; `undefined` if it is not supported. */
export function dialectOf(uri: string): Dialect | undefined {
  const plain = uri.endsWith('#') ? uri.slice(0, -1) : uri;
  if (OPENAPI_DIALECT.test(plain)) return NAMED_3_1;
  const match = DIALECT_URIS.find(
    ([known]) => known === plain || known === plain.replace(/^https:/, 'http:'),
  );
  return match === undefined ? undefined : dialects[match[1]];
}

/** Known dialect URIs, for suggestions. */
export const dialectUris: readonly string[] = DIALECT_URIS.map(([uri]) => uri);

/** True if the URI names a vocabulary that JSON Schema or OpenAPI defines. */
export function isKnownVocabulary(uri: string): boolean {
  return /^https:\/\/(?:json-schema\.org\/draft\/20|spec\.openapis\.org\/oas\/3\.)/.test(uri);
}

/** Returns the dialect, restricted to the keywords of the listed vocabularies (JSON Schema 2020-12 core section 8.1.2). */
export function withVocabularies(dialect: Dialect, vocabularies: readonly string[]): Dialect {
  const names = new Set(vocabularies.map((uri) => uri.slice(uri.lastIndexOf('/') + 1)));
  const keywords = [...dialect.keywords].filter(([, { vocabulary }]) => {
    // `format` belongs to one vocabulary in 2019-09 and to two in 2020-12.
    if (vocabulary === 'format') return [...names].some((known) => known.startsWith('format'));
    return vocabulary === 'core' || names.has(vocabulary);
  });
  const formatAssertion = names.has('format-assertion');
  return { ...dialect, formatAssertion, keywords: new Map(keywords) };
}

function sharedByDrafts(id: DialectId): Dialect {
  return {
    id,
    idKeyword: '$id',
    anchors: 'in-id',
    refSiblings: false,
    booleanSchemas: true,
    exclusiveFlags: false,
    itemsTuple: true,
    typeArrays: true,
    nullType: true,
    keywords: keywordsOf(id),
  };
}

function keywordsOf(id: DialectId): ReadonlyMap<string, DefinedKeyword> {
  const defined = definedKeywords.filter(({ dialects: range }) => isInDialect(range, id));
  return new Map(defined.map((keyword) => [keyword.name, keyword]));
}
