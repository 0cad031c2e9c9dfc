import type { Keywords, SchemaId } from '../schema.js';

/** Ids of all schemas directly below, whatever the keyword. */
export function subschemas(keywords: Keywords): readonly SchemaId[] {
  // Most schemas of a description are scalars.
  if (!hasKeyword(keywords, applicators)) return none;
  const { allOf, anyOf, oneOf, prefixItems, discriminator } = keywords;
  const { properties, patternProperties, dependentSchemas } = keywords;
  const ids: SchemaId[] = [];
  for (const list of [allOf, anyOf, oneOf, prefixItems]) if (list !== undefined) ids.push(...list);
  for (const entries of [properties, patternProperties, dependentSchemas])
    if (entries !== undefined) for (const entry of entries) ids.push(entry[1]);
  const single = [
    keywords.$ref,
    keywords.$dynamicRef?.initial,
    keywords.not,
    keywords.if,
    keywords.then,
    keywords.else,
    keywords.additionalProperties,
    keywords.propertyNames,
    keywords.unevaluatedProperties,
    keywords.items,
    keywords.contains,
    keywords.unevaluatedItems,
    keywords.contentSchema,
  ];
  for (const id of single) if (id !== undefined) ids.push(id);
  for (const entry of discriminator?.mapping ?? []) ids.push(entry[1]);
  return ids;
}

/** Ids of the schemas that apply to the same instance. */
export function subschemasInPlace(keywords: Keywords): readonly SchemaId[] {
  if (!hasKeyword(keywords, inPlaceApplicators)) return none;
  const { $ref, $dynamicRef, not, if: condition, then, else: otherwise } = keywords;
  const single = [$ref, $dynamicRef?.initial, not, condition, then, otherwise];
  return [
    ...single.filter((id) => id !== undefined),
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
    ...(keywords.dependentSchemas ?? []).map(([, id]) => id),
  ];
}

const none: readonly SchemaId[] = [];

const inPlaceApplicators: ReadonlySet<string> = new Set<keyof Keywords>([
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

const applicators: ReadonlySet<string> = new Set<string>([
  ...inPlaceApplicators,
  ...([
    'prefixItems',
    'properties',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'unevaluatedProperties',
    'items',
    'contains',
    'unevaluatedItems',
    'contentSchema',
    'discriminator',
  ] satisfies (keyof Keywords)[]),
]);

function hasKeyword(keywords: Keywords, names: ReadonlySet<string>): boolean {
  for (const name in keywords) if (names.has(name)) return true;
  return false;
}
