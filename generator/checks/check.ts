import type { Json, Numeral, SchemaId } from '../model/schema.js';
import type { KeywordName } from '../schema/keyword.js';
import { allTypes, type TypeSet } from './type-set.js';

/** Identifies a schema in its evaluation context. Schemas with equal keys share a function. */
export type CheckKey = string;

/**
 * Constraints of one schema, grouped by the type of the instance: numbers are only compared with
 * bounds, strings only matched with patterns. Checks of subschemas are targets: inlined or called.
 */
export interface Check {
  /** True if the value is never shown: `writeOnly` or `format: password`. */
  readonly secret: boolean;
  readonly types: TypeSet;
  /** Values allowed by `enum` and `const`. */
  readonly literals?: LiteralsPart;
  readonly number: readonly NumberPart[];
  readonly string: readonly StringPart[];
  readonly array: readonly ArrayPart[];
  readonly object: readonly ObjectPart[];
  /** Constraints for every type, in the order in which they are checked. */
  readonly any: readonly AnyPart[];
}

/** Check of a subschema, as its parent uses it. */
export type Target =
  | { readonly kind: 'anything' }
  | { readonly kind: 'nothing' }
  | InlineTarget
  | FunctionTarget;

/** Target that accepts every value. */
export const anything: Target = { kind: 'anything' };

/** Check of a schema that is used only once. */
export interface InlineTarget {
  readonly kind: 'inline';
  readonly key: CheckKey;
  /** Location of the schema, as a pointer relative to the schema that contains the target. */
  readonly pointer?: string;
  /**
   * Location of the schema as document and pointer, if it is not below the schema that contains the
   * target.
   */
  readonly location?: string;
  readonly check: Check;
}

/** Check of a schema with a separate function. */
export interface FunctionTarget {
  readonly kind: 'function';
  readonly key: CheckKey;
  readonly id: SchemaId;
  /**
   * Location of the schema, as a pointer relative to the schema that contains the target. Absent if
   * it is not below that schema.
   */
  readonly pointer?: string;
}

export interface LiteralsPart {
  readonly keyword: 'enum' | 'const';
  readonly values: readonly Json[];
}

export type NumberPart = KnownNumberPart | OtherPart;

type KnownNumberPart = BoundPart | MultipleOfPart | FormatPart;

export type StringPart = KnownStringPart | OtherPart;

type KnownStringPart = LengthPart | PatternPart | FormatPart | ContentPart;

export type ArrayPart = KnownArrayPart | OtherPart;

type KnownArrayPart =
  | ArrayLimitPart
  | UniqueItemsPart
  | PrefixItemsPart
  | ItemsPart
  | ContainsPart
  | UnevaluatedItemsPart;

export type ObjectPart = KnownObjectPart | OtherPart;

type KnownObjectPart =
  | ObjectLimitPart
  | PropertiesPart
  | PatternPropertiesPart
  | AdditionalPropertiesPart
  | PropertyNamesPart
  | DependentRequiredPart
  | DependentSchemasPart
  | UnevaluatedPropertiesPart;

export type AnyPart = KnownAnyPart | OtherPart;

type KnownAnyPart =
  | ConvertedPart
  | ByteLengthPart
  | ReferencePart
  | AllOfPart
  | UnionPart
  | NotPart
  | IfPart;

/** Part of a check: the constraint of one keyword, with checks instead of subschemas. */
export type CheckPart = NumberPart | StringPart | ArrayPart | ObjectPart | AnyPart;

type KnownPart =
  | KnownNumberPart
  | KnownStringPart
  | KnownArrayPart
  | KnownObjectPart
  | KnownAnyPart;

/** Part that only the file of its keyword interprets. It has no targets. */
export interface OtherPart {
  readonly keyword: Exclude<KeywordName, KnownPart['keyword']>;
}

export interface BoundPart {
  readonly keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';
  readonly bound: Numeral;
}

/** An asserted format. `name` is one that the runtime supports. */
export interface FormatPart {
  readonly keyword: 'format';
  readonly name: string;
  /** True if the value must be a `bigint`. */
  readonly isBigint?: true;
}

/** Asserted content (only draft 7, and only if enabled). */
export interface ContentPart {
  readonly keyword: 'contentMediaType' | 'contentEncoding';
  readonly mediaType: string | undefined;
  readonly encoding: string | undefined;
}

export interface MultipleOfPart {
  readonly keyword: 'multipleOf';
  readonly divisor: Numeral;
}

export interface LengthPart {
  readonly keyword: 'minLength' | 'maxLength';
  readonly limit: number;
}

export interface PatternPart {
  readonly keyword: 'pattern';
  readonly pattern: string;
}

export interface ArrayLimitPart {
  readonly keyword: 'minItems' | 'maxItems';
  readonly limit: number;
}

export interface UniqueItemsPart {
  readonly keyword: 'uniqueItems';
}

/**
 * `spelling` is the keyword in the document, if an older draft names it differently from 2020-12.
 */
export interface PrefixItemsPart {
  readonly keyword: 'prefixItems';
  readonly spelling: string;
  readonly targets: readonly Target[];
}

export interface ItemsPart {
  readonly keyword: 'items';
  readonly spelling: string;
  readonly from: number;
  readonly target: Target;
}

export interface UnevaluatedItemsPart {
  readonly keyword: 'unevaluatedItems';
  readonly evaluated: Evaluated<EvaluatedItems>;
  readonly target: Target;
}

export interface ContainsPart {
  readonly keyword: 'contains';
  readonly target: Target;
  readonly minimum: number;
  readonly maximum: number | undefined;
}

export interface ObjectLimitPart {
  readonly keyword: 'minProperties' | 'maxProperties';
  readonly limit: number;
}

export interface PatternPropertiesPart {
  readonly keyword: 'patternProperties';
  readonly patterns: readonly PatternTarget[];
}

export interface PropertyNamesPart {
  readonly keyword: 'propertyNames';
  readonly target: Target;
}

export interface DependentRequiredPart {
  readonly keyword: 'dependentRequired';
  readonly spelling: string;
  readonly name: string;
  readonly required: readonly string[];
}

export interface DependentSchemasPart {
  readonly keyword: 'dependentSchemas';
  readonly spelling: string;
  readonly name: string;
  readonly target: Target;
}

export interface UnevaluatedPropertiesPart {
  readonly keyword: 'unevaluatedProperties';
  readonly evaluated: Evaluated<EvaluatedProperties>;
  readonly target: Target;
}

/** `properties` and `required` combined, because most properties occur in both. */
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

/** A string with another type in the program: a converted format or bytes. */
export interface ConvertedPart {
  readonly keyword: 'converted';
  readonly formats: readonly string[];
  /** True if the value may be bytes. */
  readonly bytes: boolean;
  /** True if the bytes are never a `Blob`. */
  readonly isArray?: true;
  /** Other wire types that the value may have. */
  readonly types: TypeSet;
  /** Keyword that requires the conversion. */
  readonly sourceKeyword: 'format' | 'type' | 'contentMediaType';
}

/**
 * Length limit in bytes, if the value is bytes. Derived from the length limit of a string (OpenAPI
 * 3.1.1 section 4.8.14.2).
 */
export interface ByteLengthPart {
  readonly keyword: 'leastBytes' | 'mostBytes';
  readonly limit: number;
}

export interface ReferencePart {
  readonly keyword: '$ref' | '$dynamicRef';
  readonly target: Target;
}

export interface AllOfPart {
  readonly keyword: 'allOf';
  readonly targets: readonly Target[];
}

export interface NotPart {
  readonly keyword: 'not';
  readonly target: Target;
}

export interface IfPart {
  readonly keyword: 'if';
  readonly condition: Target;
  readonly then: Target;
  readonly otherwise: Target;
}

export interface UnionPart {
  readonly keyword: 'anyOf' | 'oneOf';
  readonly branches: readonly Branch[];
  /**
   * True if no two branches accept values of the same type, so that one match excludes the others.
   */
  readonly exclusive: boolean;
  /** Property whose value selects the branch. */
  readonly dispatch?: Dispatch;
}

export interface Branch {
  /** Name of the branch for users: the schema's name, or its position among the branches. */
  readonly name: string;
  readonly target: Target;
}

/** A property value that selects a branch. */
export type Tag = string | number | boolean | null;

export interface Dispatch {
  readonly property: string;
  /** Keyword that declares the property, relative to the schema. */
  readonly location: 'discriminator' | 'anyOf' | 'oneOf';
  /** Values that select a branch, with its index. */
  readonly cases: readonly { readonly values: readonly Tag[]; readonly branch: number }[];
  /**
   * Index of the branch for values that select none (OpenAPI 3.2.0 section 4.25, `defaultMapping`).
   */
  readonly fallback?: number;
  /** Indexes of branches for instances that are not objects. */
  readonly others: readonly number[];
  /** True if the property's value is never shown. */
  readonly secret?: true;
}

/**
 * Properties or items that other keywords evaluate, as conditions on the instance. Computed at
 * generation time, so that nothing is collected during a check.
 */
export interface Evaluated<Values> {
  /** Evaluated unconditionally. */
  readonly always: Values;
  /**
   * Evaluated under conditions on the whole instance. Each branch comes after those that it depends
   * on.
   */
  readonly branches: readonly EvaluationBranch<Values>[];
}

/** Properties or items that are also evaluated if one of the routes applies. */
export interface EvaluationBranch<Values> {
  readonly routes: readonly EvaluationRoute[];
  readonly values: Values;
}

/** A route to a branch: from another branch, by index, and under a condition. Both are optional. */
export interface EvaluationRoute {
  readonly from?: number;
  readonly when?: EvaluationCondition;
}

/** Evaluated properties. */
export interface EvaluatedProperties {
  /** True if every property is evaluated. */
  readonly all: boolean;
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

/** Evaluated items. */
export interface EvaluatedItems {
  readonly all: boolean;
  /** Number of evaluated items at the beginning. */
  readonly prefix: number;
  /** Items that match one of these are evaluated (`contains`, since 2020-12). */
  readonly contained: readonly Target[];
}

/** A condition on the whole instance: a branch passes or fails, or a property is present. */
export type EvaluationCondition =
  | { readonly kind: 'passes' | 'fails'; readonly target: Target }
  | { readonly kind: 'has'; readonly name: string };

/** True if a check consists only of types. */
export function isTypeOnly(check: Check): boolean {
  const { literals, number, string, array, object, any: others } = check;
  return (
    literals === undefined &&
    number.length + string.length + array.length + object.length + others.length === 0
  );
}

/** Names of required properties, if a target requires only their presence. */
export function requiredOnly(target: Target): readonly string[] | undefined {
  if (target.kind !== 'inline' || target.check.types !== allTypes) return undefined;
  return presenceOnly(target.check);
}

/** Names of required properties, if a check requires only their presence beside its types. */
export function presenceOnly(check: Check): readonly string[] | undefined {
  const { literals, number, string, array, object, any } = check;
  const [part, ...others] = object;
  const hasOthers = literals !== undefined || number.length + string.length + array.length > 0;
  if (hasOthers || any.length + others.length > 0 || part?.keyword !== 'properties')
    return undefined;
  const isOnlyPresence = part.members.every(
    (each) => each.required && each.target.kind === 'anything',
  );
  return isOnlyPresence ? part.members.map(({ name }) => name) : undefined;
}
