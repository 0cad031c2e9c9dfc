import type {
  AnyPart,
  ArrayPart,
  NumberPart,
  ObjectPart,
  OtherPart,
  StringPart,
} from '../check.js';
import type { KeywordPrinter } from '../emit-context.js';
import { additionalProperties } from './additionalProperties.js';
import { allOf } from './allOf.js';
import { anyOf } from './anyOf.js';
import { byteLength } from './byteLength.js';
import { contains } from './contains.js';
import { content } from './content.js';
import { converted } from './converted.js';
import { dependentRequired } from './dependentRequired.js';
import { dependentSchemas } from './dependentSchemas.js';
import { exclusiveMaximum } from './exclusiveMaximum.js';
import { exclusiveMinimum } from './exclusiveMinimum.js';
import { format } from './format.js';
import { ifThenElse } from './if.js';
import { items } from './items.js';
import type { ScalarPrinter } from './leaf.js';
import { maximum } from './maximum.js';
import { maxItems } from './maxItems.js';
import { maxLength } from './maxLength.js';
import { maxProperties } from './maxProperties.js';
import { minimum } from './minimum.js';
import { minItems } from './minItems.js';
import { minLength } from './minLength.js';
import { minProperties } from './minProperties.js';
import { multipleOf } from './multipleOf.js';
import { not } from './not.js';
import { oneOf } from './oneOf.js';
import { pattern } from './pattern.js';
import { patternProperties } from './patternProperties.js';
import { prefixItems } from './prefixItems.js';
import { properties } from './properties.js';
import { propertyNames } from './propertyNames.js';
import { reference } from './reference.js';
import { unevaluatedItems } from './unevaluatedItems.js';
import { unevaluatedProperties } from './unevaluatedProperties.js';
import { uniqueItems } from './uniqueItems.js';

/** A constraint on objects or arrays, or on values of every type. */
export type Part = ArrayPart | ObjectPart | AnyPart;

/** A constraint on numbers or strings. */
export type Scalar = NumberPart | StringPart;

type Keyword = Exclude<Part, OtherPart>['keyword'];

const printers: {
  readonly [Name in Keyword]: KeywordPrinter<Extract<Part, { readonly keyword: Name }>>;
} = {
  $ref: reference,
  $dynamicRef: reference,
  additionalProperties,
  allOf,
  anyOf,
  contains,
  converted,
  dependentRequired,
  dependentSchemas,
  if: ifThenElse,
  items,
  leastBytes: byteLength,
  maxItems,
  maxProperties,
  minItems,
  minProperties,
  mostBytes: byteLength,
  not,
  oneOf,
  patternProperties,
  prefixItems,
  properties,
  propertyNames,
  unevaluatedItems,
  unevaluatedProperties,
  uniqueItems,
};

/** Printer of a keyword. */
export function printerOf<P extends Part>(part: P): KeywordPrinter<P> {
  return printers[part.keyword as Keyword] as KeywordPrinter<never> as KeywordPrinter<P>;
}

const scalars: {
  readonly [Name in Exclude<Scalar, OtherPart>['keyword']]: ScalarPrinter<
    Extract<Scalar, { readonly keyword: Name }>
  >;
} = {
  contentEncoding: content,
  contentMediaType: content,
  exclusiveMaximum,
  exclusiveMinimum,
  format,
  maximum,
  maxLength,
  minimum,
  minLength,
  multipleOf,
  pattern,
};

/** Printer of a keyword for numbers or strings. */
export function scalarOf<P extends Scalar>(part: P): ScalarPrinter<P> {
  return scalars[part.keyword as keyof typeof scalars] as ScalarPrinter<never> as ScalarPrinter<P>;
}
