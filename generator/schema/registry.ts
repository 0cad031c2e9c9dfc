import { $dynamicAnchor } from './keywords/$dynamicAnchor.js';
import { $dynamicRef } from './keywords/$dynamicRef.js';
import { $ref } from './keywords/$ref.js';
import { additionalProperties } from './keywords/additionalProperties.js';
import { allOf } from './keywords/allOf.js';
import { anyOf } from './keywords/anyOf.js';
import { constKeyword } from './keywords/const.js';
import { contains } from './keywords/contains.js';
import { contentEncoding } from './keywords/contentEncoding.js';
import { contentMediaType } from './keywords/contentMediaType.js';
import { contentSchema } from './keywords/contentSchema.js';
import { dependentRequired } from './keywords/dependentRequired.js';
import { dependentSchemas } from './keywords/dependentSchemas.js';
import { discriminator } from './keywords/discriminator.js';
import { elseKeyword } from './keywords/else.js';
import { enumKeyword } from './keywords/enum.js';
import { exclusiveMaximum } from './keywords/exclusiveMaximum.js';
import { exclusiveMinimum } from './keywords/exclusiveMinimum.js';
import { format } from './keywords/format.js';
import { ifKeyword } from './keywords/if.js';
import { items } from './keywords/items.js';
import { maxContains } from './keywords/maxContains.js';
import { maximum } from './keywords/maximum.js';
import { maxItems } from './keywords/maxItems.js';
import { maxLength } from './keywords/maxLength.js';
import { maxProperties } from './keywords/maxProperties.js';
import { minContains } from './keywords/minContains.js';
import { minimum } from './keywords/minimum.js';
import { minItems } from './keywords/minItems.js';
import { minLength } from './keywords/minLength.js';
import { minProperties } from './keywords/minProperties.js';
import { multipleOf } from './keywords/multipleOf.js';
import { not } from './keywords/not.js';
import { oneOf } from './keywords/oneOf.js';
import { pattern } from './keywords/pattern.js';
import { patternProperties } from './keywords/patternProperties.js';
import { prefixItems } from './keywords/prefixItems.js';
import { properties } from './keywords/properties.js';
import { propertyNames } from './keywords/propertyNames.js';
import { required } from './keywords/required.js';
import { then } from './keywords/then.js';
import { type } from './keywords/type.js';
import { unevaluatedItems } from './keywords/unevaluatedItems.js';
import { unevaluatedProperties } from './keywords/unevaluatedProperties.js';
import { uniqueItems } from './keywords/uniqueItems.js';
import type { CheckPart } from '../checks/check.js';
import type { Keyword, KeywordName } from './keyword.js';

/** Every keyword with a value in the model, in the order in which checks run. */
export const keywords: { readonly [Name in KeywordName]: Keyword<Name> } = {
  type,
  const: constKeyword,
  enum: enumKeyword,
  allOf,
  $ref,
  $dynamicRef,
  $dynamicAnchor,
  anyOf,
  oneOf,
  not,
  if: ifKeyword,
  then,
  else: elseKeyword,
  minProperties,
  maxProperties,
  properties,
  required,
  patternProperties,
  additionalProperties,
  propertyNames,
  dependentRequired,
  dependentSchemas,
  unevaluatedProperties,
  minItems,
  maxItems,
  prefixItems,
  items,
  contains,
  minContains,
  maxContains,
  uniqueItems,
  unevaluatedItems,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  minLength,
  maxLength,
  pattern,
  format,
  contentMediaType,
  contentEncoding,
  contentSchema,
  discriminator,
};

/** The same as a list. */
export const keywordList: readonly Keyword<KeywordName>[] = Object.values(keywords);

/** The keyword of a part. `undefined` if the part is derived from several keywords. */
export function keywordOf({ keyword }: CheckPart): Keyword<KeywordName> | undefined {
  return byName.get(keyword);
}

const byName: ReadonlyMap<string, Keyword<KeywordName>> = new Map(
  keywordList.map((each) => [each.name, each]),
);
