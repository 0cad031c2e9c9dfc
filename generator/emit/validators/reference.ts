import type { Keywords, Schema, SchemaId } from '../../model/schema.js';
import { concernsOf, ofSchemas } from '../../model/concerns.js';

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
  if ((concernsOf(keywords) & ofSchemas) === 0) return none;
  const found: SchemaReference[] = [];
  addOne(found, 'in-place', keywords.$ref);
  if (keywords.$dynamicRef !== undefined) addAll(found, 'in-place', resolve(keywords.$dynamicRef));
  addAll(found, 'in-place', keywords.allOf);
  addAll(found, 'in-place', keywords.anyOf);
  addAll(found, 'in-place', keywords.oneOf);
  addOne(found, 'in-place', keywords.not);
  if (keywords.if !== undefined) {
    addOne(found, 'in-place', keywords.if);
    addOne(found, 'in-place', keywords.then);
    addOne(found, 'in-place', keywords.else);
  }
  addNamed(found, 'in-place', keywords.dependentSchemas);
  addNamed(found, 'child', keywords.properties);
  addNamed(found, 'child', keywords.patternProperties);
  addOne(found, 'child', keywords.additionalProperties);
  addOne(found, 'child', keywords.propertyNames);
  addOne(found, 'child', keywords.unevaluatedProperties);
  addAll(found, 'child', keywords.prefixItems);
  addOne(found, 'child', keywords.items);
  addOne(found, 'child', keywords.contains);
  addOne(found, 'child', keywords.unevaluatedItems);
  return found.length === 0 ? none : found;
}

type Step = SchemaReference['step'];

function addOne(found: SchemaReference[], step: Step, id: SchemaId | undefined): void {
  if (id !== undefined) found.push({ id, step });
}

function addAll(found: SchemaReference[], step: Step, ids: readonly SchemaId[] | undefined): void {
  if (ids !== undefined) for (const id of ids) found.push({ id, step });
}

function addNamed(
  found: SchemaReference[],
  step: Step,
  members: readonly (readonly [string, SchemaId])[] | undefined,
): void {
  if (members !== undefined) for (const [, id] of members) found.push({ id, step });
}

const none: readonly SchemaReference[] = [];
