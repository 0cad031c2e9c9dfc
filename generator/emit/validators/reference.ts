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
  if (schema.kind === 'boolean') return none;
  const { keywords } = schema;
  const found: SchemaReference[] = [];
  const add = (step: SchemaReference['step'], id: SchemaId | undefined): void => {
    if (id !== undefined) found.push({ id, step });
  };
  const addAll = (step: SchemaReference['step'], ids: readonly SchemaId[] | undefined): void => {
    if (ids !== undefined) for (const id of ids) found.push({ id, step });
  };
  const addNamed = (
    step: SchemaReference['step'],
    members: readonly (readonly [string, SchemaId])[] | undefined,
  ): void => {
    if (members !== undefined) for (const [, id] of members) found.push({ id, step });
  };
  add('in-place', keywords.$ref);
  if (keywords.$dynamicRef !== undefined) addAll('in-place', resolve(keywords.$dynamicRef));
  addAll('in-place', keywords.allOf);
  addAll('in-place', keywords.anyOf);
  addAll('in-place', keywords.oneOf);
  add('in-place', keywords.not);
  if (keywords.if !== undefined) {
    add('in-place', keywords.if);
    add('in-place', keywords.then);
    add('in-place', keywords.else);
  }
  addNamed('in-place', keywords.dependentSchemas);
  addNamed('child', keywords.properties);
  addNamed('child', keywords.patternProperties);
  add('child', keywords.additionalProperties);
  add('child', keywords.propertyNames);
  add('child', keywords.unevaluatedProperties);
  addAll('child', keywords.prefixItems);
  add('child', keywords.items);
  add('child', keywords.contains);
  add('child', keywords.unevaluatedItems);
  return found;
}

const none: readonly SchemaReference[] = [];
