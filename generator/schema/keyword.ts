import type { SchemaBuilder } from '../model/read/schema/schema-builder.js';
import type { Json, Keywords, SchemaId } from '../model/schema.js';
import type { DialectRange } from './dialect-range.js';

/** Name of a keyword with a value in the model. */
export type KeywordName = keyof Keywords;

/** Names of the keywords whose values have a given type. */
export type NameOf<Value> = {
  [Name in KeywordName]-?: Required<Keywords>[Name] extends Value ? Name : never;
}[KeywordName];

/** Value of a keyword in the model. */
export type KeywordValue<Name extends KeywordName> = Required<Keywords>[Name];

/** Vocabulary of JSON Schema 2020-12 that defines a keyword. `core` keywords belong to every dialect, and `base` is OpenAPI's. */
export type Vocabulary =
  | 'core'
  | 'applicator'
  | 'unevaluated'
  | 'validation'
  | 'meta-data'
  | 'format'
  | 'content'
  | 'base';

/** Reads the value of one keyword into the schema under construction, and checks its type. */
export type KeywordReader = (builder: SchemaBuilder, value: Json, name: string) => void;

/** A name in a schema object, the dialects that define it, and its reader. */
export interface DefinedKeyword {
  readonly name: string;
  readonly dialects: DialectRange;
  readonly vocabulary: Vocabulary;
  /** Absent if the keyword is read on entering a schema, or after its other keywords, because it affects those. */
  readonly read?: KeywordReader;
}

/**
 * Instances that a keyword constrains: of every type, of one type, or both numbers and strings (`scalar`). `none` if the keyword is no
 * constraint, or is the type or the values themselves.
 */
export type KeywordGroup = 'any' | 'object' | 'array' | 'number' | 'string' | 'scalar' | 'none';

/** Form in which the value of a keyword holds the ids of other schemas. */
export type SubschemasOf<Value> = Value extends SchemaId
  ? 'one'
  : Value extends readonly SchemaId[]
    ? 'list'
    : Value extends readonly (readonly [string, SchemaId])[]
      ? 'map'
      : Value extends { readonly initial: SchemaId }
        ? 'dynamic'
        : Value extends { readonly mapping: unknown }
          ? 'mapping'
          : never;

/**
 * Everything about one keyword of JSON Schema. `keywords` in `registry.ts` lists all of them, and whatever walks, reads or checks schemas
 * asks that list.
 */
export interface Keyword<Name extends KeywordName> extends DefinedKeyword {
  readonly name: Name;
  readonly group: KeywordGroup;
  /** Form of the subschemas in the value. Absent if there are none. */
  readonly subschemas?: SubschemasOf<KeywordValue<Name>>;
  /** Instances of the subschemas: the instance itself, or its properties or items. Absent if they are not applied. */
  readonly applies?: 'in-place' | 'child';
  /** True if subschemas are tests, which do not determine the type of a value. */
  readonly isTest?: true;
  /** True if the keyword describes properties or items, so that it implies a type. Other keywords of a group only restrict them. */
  readonly describesParts?: true;
}
