import type { Keywords, SchemaId } from '../schema.js';

/** Ids of all schemas directly below, whatever the keyword. */
export function subschemas(keywords: Keywords): readonly SchemaId[] {
  return [
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
    ...(keywords.prefixItems ?? []),
    ...[
      ...(keywords.properties ?? []),
      ...(keywords.patternProperties ?? []),
      ...(keywords.dependentSchemas ?? []),
    ].map(([, id]) => id),
    ...[
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
    ].filter((id) => id !== undefined),
    ...(keywords.discriminator?.mapping ?? []).map(([, id]) => id),
  ];
}
