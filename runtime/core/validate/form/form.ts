import type { TypeWord } from './types.js';

/**
 * What a schema demands, as data: the keywords of JSON Schema that are asserted, with references, contexts and
 * evaluation settled when generating. Guards are code; this is only read once a guard has refused a value,
 * to say everything that is wrong with it. Functions and patterns stand in it so that a bundle holds
 * only those that are used.
 */
export interface Form {
  /** The guard of the same schema: where it holds, there is nothing to say. */
  readonly is?: (value: unknown) => boolean;
  /** Where the description says so; without it, where the form that holds this one leads. */
  readonly place?: string;
  /** The schema leads back to itself, so that levels of data are limited. */
  readonly recursive?: true;
  /** What is found is never shown. */
  readonly secret?: true;
  readonly type?: TypeWord | readonly TypeWord[];
  readonly enum?: ReadonlySet<unknown> | readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: Bound;
  readonly maximum?: Bound;
  readonly exclusiveMinimum?: Bound;
  readonly exclusiveMaximum?: Bound;
  readonly multipleOf?: readonly [
    divisor: string,
    isMultiple: (value: number | bigint, divisor: string) => boolean,
  ];
  readonly format?: FormatForm;
  /** The integer is a `bigint` and nothing else. */
  readonly big?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly contentEncoding?: ContentForm;
  readonly contentMediaType?: ContentForm;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: (items: readonly unknown[]) => boolean;
  readonly prefixItems?: readonly FormTarget[];
  readonly items?: FormTarget;
  readonly contains?: FormTarget;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly unevaluatedItems?: readonly [EvaluatedItemsForm, FormTarget];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: FormTarget };
  readonly patternProperties?: readonly (readonly [RegExp, FormTarget, pattern: string])[];
  readonly additionalProperties?: FormTarget;
  readonly propertyNames?: FormTarget;
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: { readonly [name: string]: FormTarget };
  readonly unevaluatedProperties?: readonly [EvaluatedPropertiesForm, FormTarget];
  readonly $ref?: FormTarget;
  readonly $dynamicRef?: FormTarget;
  readonly allOf?: readonly FormTarget[];
  readonly anyOf?: UnionForm;
  readonly oneOf?: UnionForm;
  readonly not?: FormTarget;
  readonly if?: FormTarget;
  readonly then?: FormTarget;
  readonly else?: FormTarget;
}

/** A subschema: written here, a constant of its own, anything, or nothing. */
export type FormTarget = Form | boolean | (() => Form);

/** A number, or the text of one that a number does not hold exactly. */
export type Bound = number | bigint | string;

/** The name of a format; what tests it, where it is one of text. */
export type FormatForm = readonly [name: string, isFormat?: (text: string) => boolean];

/** Content of text: what is expected, and what tests it. */
export interface ContentForm {
  readonly mediaType?: string;
  readonly encoding?: string;
  readonly test: (
    text: string,
    how: { readonly mediaType?: string; readonly encoding?: string },
  ) => boolean;
}

export interface UnionForm {
  /** The member whose value chooses a branch. */
  readonly by?: string;
  /** Where the description states it. */
  readonly said?: 'discriminator';
  /** The branch of objects whose member chooses none, by index. */
  readonly fallback?: number;
  /** Each with the values of the member that choose it; without any where it takes no objects. */
  readonly branches: readonly (readonly [
    name: string,
    target: FormTarget,
    values?: readonly unknown[],
  ])[];
}

/** Which members other keywords have looked at. */
export interface EvaluatedPropertiesForm {
  readonly all?: boolean;
  readonly names?: readonly string[];
  readonly patterns?: readonly RegExp[];
  readonly when?: readonly (readonly [ConditionForm, EvaluatedPropertiesForm])[];
}

/** Which items other keywords have looked at. */
export interface EvaluatedItemsForm {
  readonly all?: boolean;
  readonly prefix?: number;
  readonly contained?: readonly FormTarget[];
  readonly when?: readonly (readonly [ConditionForm, EvaluatedItemsForm])[];
}

/** A condition about the whole instance: a branch passes or fails, or a member is there. */
export type ConditionForm =
  | { readonly passes: FormTarget }
  | { readonly fails: FormTarget }
  | { readonly has: string };
