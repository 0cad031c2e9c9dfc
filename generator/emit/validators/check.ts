import type { Json, Numeral, SchemaId } from '../../model/schema.js';
import type { TypeSet } from './type-set.js';

/** A schema in the context in which it is evaluated; equal keys are checked by one function. */
export type CheckKey = string;

/**
 * What one schema demands, grouped by the type of the instance: numbers are only compared with bounds,
 * strings only matched with patterns. Subschemas are targets: written where they are used, or called.
 */
export interface Check {
  /** What was found is never shown: `writeOnly`, or `format: password`. */
  readonly secret: boolean;
  readonly types: TypeSet;
  /** What `enum` and `const` leave. */
  readonly literals?: LiteralsPart;
  readonly number: readonly NumberPart[];
  readonly string: readonly StringPart[];
  readonly array: readonly ArrayPart[];
  readonly object: readonly ObjectPart[];
  /** Demands on every type, in the order in which they are tried. */
  readonly any: readonly AnyPart[];
}

/** The check of a subschema, as the one that holds it sees it. */
export type Target =
  | { readonly kind: 'anything' }
  | { readonly kind: 'nothing' }
  | InlineTarget
  | FunctionTarget;

/** The check of a schema that is used only here. */
export interface InlineTarget {
  readonly kind: 'inline';
  readonly key: CheckKey;
  /** Where it is written: a pointer from the schema whose check holds the target. */
  readonly at?: string;
  /** Where it is written if not below that schema: document and pointer. */
  readonly place?: string;
  readonly check: Check;
}

/** The check of a schema that has a function of its own. */
export interface FunctionTarget {
  readonly kind: 'function';
  readonly key: CheckKey;
  readonly id: SchemaId;
  /** Where it is written if below the schema whose check holds the target: a pointer from there. */
  readonly at?: string;
}

export interface LiteralsPart {
  readonly keyword: 'enum' | 'const';
  readonly values: readonly Json[];
}

export type NumberPart =
  | BoundPart
  | { readonly keyword: 'multipleOf'; readonly divisor: Numeral }
  | FormatPart;

export type StringPart =
  | { readonly keyword: 'minLength' | 'maxLength'; readonly limit: number }
  | { readonly keyword: 'pattern'; readonly pattern: string }
  | FormatPart
  | ContentPart;

export interface BoundPart {
  readonly keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';
  readonly bound: Numeral;
}

/** A format that is asserted; `name` is one that the runtime knows. */
export interface FormatPart {
  readonly keyword: 'format';
  readonly name: string;
  /** The value is to be a `bigint`. */
  readonly big?: true;
}

/** Content that is asserted (draft 7 only, where asked for). */
export interface ContentPart {
  readonly keyword: 'contentMediaType' | 'contentEncoding';
  readonly mediaType: string | undefined;
  readonly encoding: string | undefined;
}

/** Where older drafts have another keyword than 2020-12, `spelling` is the one that the document has. */
export type ArrayPart =
  | { readonly keyword: 'minItems' | 'maxItems'; readonly limit: number }
  | { readonly keyword: 'uniqueItems' }
  | {
      readonly keyword: 'prefixItems';
      readonly spelling: string;
      readonly targets: readonly Target[];
    }
  | {
      readonly keyword: 'items';
      readonly spelling: string;
      readonly from: number;
      readonly target: Target;
    }
  | ContainsPart
  | {
      readonly keyword: 'unevaluatedItems';
      readonly evaluated: Evaluated<EvaluatedItems>;
      readonly target: Target;
    };

export interface ContainsPart {
  readonly keyword: 'contains';
  readonly target: Target;
  readonly minimum: number;
  readonly maximum: number | undefined;
}

export type ObjectPart =
  | { readonly keyword: 'minProperties' | 'maxProperties'; readonly limit: number }
  | PropertiesPart
  | { readonly keyword: 'patternProperties'; readonly patterns: readonly PatternTarget[] }
  | AdditionalPropertiesPart
  | { readonly keyword: 'propertyNames'; readonly target: Target }
  | {
      readonly keyword: 'dependentRequired';
      readonly spelling: string;
      readonly name: string;
      readonly required: readonly string[];
    }
  | {
      readonly keyword: 'dependentSchemas';
      readonly spelling: string;
      readonly name: string;
      readonly target: Target;
    }
  | {
      readonly keyword: 'unevaluatedProperties';
      readonly evaluated: Evaluated<EvaluatedProperties>;
      readonly target: Target;
    };

/** `properties` and `required` together, because most members are named by both. */
export interface PropertiesPart {
  readonly keyword: 'properties';
  readonly members: readonly MemberCheck[];
}

export interface MemberCheck {
  readonly name: string;
  readonly required: boolean;
  readonly target: Target;
}

export interface PatternTarget {
  readonly pattern: string;
  readonly target: Target;
}

export interface AdditionalPropertiesPart {
  readonly keyword: 'additionalProperties';
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly target: Target;
}

/** A text that is something else in a program: of a format, or bytes. */
export interface ConvertedPart {
  readonly keyword: 'converted';
  readonly formats: readonly string[];
  /** It may be bytes. */
  readonly bytes: boolean;
  /** What else the value may be, as it travels. */
  readonly types: TypeSet;
  /** The keyword of the schema that demands it. */
  readonly said: 'format' | 'type' | 'contentMediaType';
}

/** How many bytes there may be, where the value is bytes: what is said of the length of a string (OpenAPI 3.1.1 section 4.8.14.2). */
export interface ByteLengthPart {
  readonly keyword: 'leastBytes' | 'mostBytes';
  readonly limit: number;
}

export type AnyPart =
  | ConvertedPart
  | ByteLengthPart
  | { readonly keyword: '$ref' | '$dynamicRef'; readonly target: Target }
  | { readonly keyword: 'allOf'; readonly targets: readonly Target[] }
  | UnionPart
  | { readonly keyword: 'not'; readonly target: Target }
  | {
      readonly keyword: 'if';
      readonly condition: Target;
      readonly then: Target;
      readonly otherwise: Target;
    };

export interface UnionPart {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly Branch[];
  /** No value has the type of two branches, so that one match is the only one. */
  readonly exclusive: boolean;
  /** The member whose value tells which branch is meant. */
  readonly dispatch?: Dispatch;
}

export interface Branch {
  /** As a person knows it: the name of the schema, or its place among the branches. */
  readonly name: string;
  readonly target: Target;
}

/** A value that a member may have to choose a branch. */
export type Tag = string | number | boolean | null;

export interface Dispatch {
  readonly property: string;
  /** Where the description states it: below the schema's own place. */
  readonly place: 'discriminator' | 'anyOf' | 'oneOf';
  /** Values that choose a branch, by index. */
  readonly cases: readonly { readonly values: readonly Tag[]; readonly branch: number }[];
  /** The branch for values that choose none (OpenAPI 3.2.0 section 4.25, `defaultMapping`), by index. */
  readonly fallback?: number;
  /** Branches for instances that are no objects, by index. */
  readonly others: readonly number[];
  /** The member's value is never shown. */
  readonly secret?: true;
}

/**
 * What other keywords have looked at, in terms of what can be asked of the instance: decided when
 * generating, so that nothing is collected while checking.
 */
export interface Evaluated<What> {
  /** In any case. */
  readonly always: What;
  /** More, on conditions about the whole instance; each stands behind those that it builds on. */
  readonly branches: readonly EvaluationBranch<What>[];
}

/** What is looked at as well where the instance goes one of some ways. */
export interface EvaluationBranch<What> {
  readonly ways: readonly EvaluationWay[];
  readonly what: What;
}

/** A way to a branch: from another one, by its index, if that has one; and on a condition, if there is one. */
export interface EvaluationWay {
  readonly from?: number;
  readonly when?: EvaluationCondition;
}

/** Which members have been looked at. */
export interface EvaluatedProperties {
  /** Every member is. */
  readonly all: boolean;
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

/** Which items have been looked at. */
export interface EvaluatedItems {
  readonly all: boolean;
  /** Items before this index. */
  readonly prefix: number;
  /** Items that satisfy one of these (`contains`, since 2020-12). */
  readonly contained: readonly Target[];
}

/** A condition about the instance as a whole: a branch passes, or fails, or a member is there. */
export type EvaluationCondition =
  | { readonly kind: 'passes' | 'fails'; readonly target: Target }
  | { readonly kind: 'has'; readonly name: string };
