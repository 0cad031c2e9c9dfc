import type { Condition } from '../checks/statements/condition.js';
import type { FunctionContext, Instance } from '../checks/emit-context.js';
import type { Statement } from '../checks/statements/statement.js';
import type { Leaf } from '../printer/code.js';
import type { SchemaBuilder } from '../model/read/schema/schema-builder.js';
import type {
  CheckPart,
  Evaluated,
  EvaluatedItems,
  EvaluatedProperties,
  Target,
  UnionPart,
} from '../checks/check.js';
import type { Json, Keywords, KeywordSchema, SchemaId } from '../model/schema.js';
import type { Answer, Constraints } from './comparison.js';
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
export interface Keyword<Name extends KeywordName, Part extends CheckPart = CheckPart>
  extends DefinedKeyword, PartPrinter<Part> {
  readonly name: Name;
  readonly group: KeywordGroup;
  /** Keyword whose parts cover this one: `contains` covers `minContains`. */
  readonly loweredBy?: KeywordName;
  /** Form of the subschemas in the value. Absent if there are none. */
  readonly subschemas?: SubschemasOf<KeywordValue<Name>>;
  /** Instances of the subschemas: the instance itself, or its properties or items. Absent if they are not applied. */
  readonly applies?: 'in-place' | 'child';
  /** True if subschemas are tests, which do not determine the type of a value. */
  readonly isTest?: true;
  /** True if the keyword describes properties or items, so that it implies a type. Other keywords of a group only restrict them. */
  readonly describesParts?: true;
  /** Parts of a check of the group. Called if the schema has the keyword, or one that it covers. */
  lower?(schema: KeywordSchema, lowering: KeywordLowering, group: KeywordGroup): readonly Part[];
  /**
   * Targets of a part, without those in conditions on evaluated properties and items. Absent if the part has none.
   */
  targets?(part: Part): readonly Target[];
  /** True if checks iterate over items or properties. */
  readonly loops?: true;
  /** Words for a part in the description of a value, if they describe it completely. */
  phrase?(part: Part, describe: DescribeTarget): Phrase | undefined;
  /** False if an example or a default certainly violates the keyword. Subschemas are compared elsewhere. */
  accepts?(value: KeywordValue<Name>, instance: Json, context: AcceptContext): boolean;
  /**
   * Whether all values for which other constraints hold satisfy the keyword too. Versions of a description are compared by it. Absent if
   * that depends on subschemas, or if the keyword is no constraint.
   */
  impliedBy?(value: KeywordValue<Name>, given: Constraints, schema: KeywordSchema): Answer;
  /** The keyword with its value, as the description writes it. By default its name and its text: `maxLength: 3`. */
  demand?(value: KeywordValue<Name>): string;
}

/**
 * Prints the check of a part: a condition with an expectation, or statements. Parts for numbers and strings always have a condition, which
 * may be combined with the type test.
 */
export interface PartPrinter<Part> {
  /** Condition that the part is violated. */
  fails?(part: Part, instance: Instance, context: FunctionContext): Condition;
  /** Expectation in words. For a format, its name. */
  expected?(part: Part): string;
  /** Leaf of the expectation, if it is not the text. */
  expectation?(part: Part, instance: Instance, context: FunctionContext): Leaf | undefined;
  /** Statements that report a violation and return false, if a condition is not enough. */
  guard?(part: Part, instance: Instance, context: FunctionContext): readonly Statement[];
}

/** What lowering a keyword may ask about the schema around it. */
export interface KeywordLowering {
  /** True if 64-bit integers are `bigint`. */
  readonly bigints: boolean;
  readonly assertsFormat: (format: string, schema: KeywordSchema) => boolean;
  readonly assertsContent: (schema: KeywordSchema) => boolean;
  /** Check of a subschema. */
  readonly target: (id: SchemaId) => Target;
  /** Keyword of the document that contains a subschema, if an older draft spells it differently. */
  spellingOf(id: SchemaId): string;
  /** Resolves a dynamic reference. */
  resolve(reference: NonNullable<Keywords['$dynamicRef']>): SchemaId;
  /** Properties that the value must have in its direction. */
  requiredNames(): Iterable<string>;
  union(keyword: 'anyOf' | 'oneOf'): readonly UnionPart[];
  evaluatedItems(): Evaluated<EvaluatedItems>;
  evaluatedProperties(): Evaluated<EvaluatedProperties>;
}

/** Describes the values that a target accepts, if a short phrase is complete. */
export type DescribeTarget = (target: Target) => string | undefined;

/** Words for a part: `an array of at least 1 item`, `a number that is a multiple of 5`, `an integer of 32 bits`, `a UUID`. */
export interface Phrase {
  /** Replaces the type. */
  readonly noun?: string;
  /** Follows the type and `of`, before all other words. */
  readonly size?: string;
  /** Follows the type and `of`. */
  readonly of?: string;
  /** Follows the type and `that`. */
  readonly that?: string;
}

/** What comparing an example may ask. */
export interface AcceptContext {
  /** True if a pattern matches a text. `undefined` if that takes too long. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
}
