import type { Keywords, Schema, SchemaId } from '../../model/schema.js';

/** How a schema uses another one: on the same instance, or on a part of it. */
export interface SchemaReference {
  readonly id: SchemaId;
  readonly step: 'in-place' | 'child';
}

/** Every schema that the check of this one depends on. */
export function referencesOf(
  schema: Schema,
  resolve: (reference: NonNullable<Keywords['$dynamicRef']>) => readonly SchemaId[],
): readonly SchemaReference[] {
  if (schema.kind === 'boolean') return [];
  const { keywords } = schema;
  const inPlace = [
    keywords.$ref,
    ...(keywords.$dynamicRef === undefined ? [] : resolve(keywords.$dynamicRef)),
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
    keywords.not,
    keywords.if,
    ...(keywords.if === undefined ? [] : [keywords.then, keywords.else]),
    ...(keywords.dependentSchemas ?? []).map(([, id]) => id),
  ];
  const children = [
    ...(keywords.properties ?? []).map(([, id]) => id),
    ...(keywords.patternProperties ?? []).map(([, id]) => id),
    keywords.additionalProperties,
    keywords.propertyNames,
    keywords.unevaluatedProperties,
    ...(keywords.prefixItems ?? []),
    keywords.items,
    keywords.contains,
    keywords.unevaluatedItems,
  ];
  return [...steps(inPlace, 'in-place'), ...steps(children, 'child')];
}

function steps(
  ids: readonly (SchemaId | undefined)[],
  step: 'in-place' | 'child',
): readonly SchemaReference[] {
  return ids.flatMap((id) => (id === undefined ? [] : [{ id, step }]));
}
