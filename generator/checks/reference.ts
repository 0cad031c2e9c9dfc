import type { Keywords, Schema, SchemaId } from '../model/schema.js';
import { keywordGroupsOf, ofSchemas } from '../model/analysis/keyword-groups.js';

/** Use of another schema: for the same instance, or for a part of it. */
export interface SchemaReference {
  readonly id: SchemaId;
  readonly step: 'in-place' | 'child';
}

/** All schemas that the check of a schema depends on. */
export function referencesOf(
  schema: Schema,
  resolve: (reference: NonNullable<Keywords['$dynamicRef']>) => readonly SchemaId[],
): readonly SchemaReference[] {
  if (schema.kind === 'boolean') return none;
  const { keywords } = schema;
  if ((keywordGroupsOf(keywords) & ofSchemas) === 0) return none;
  const references: SchemaReference[] = [];
  addOne(references, 'in-place', keywords.$ref);
  if (keywords.$dynamicRef !== undefined)
    addAll(references, 'in-place', resolve(keywords.$dynamicRef));
  addAll(references, 'in-place', keywords.allOf);
  addAll(references, 'in-place', keywords.anyOf);
  addAll(references, 'in-place', keywords.oneOf);
  addOne(references, 'in-place', keywords.not);
  if (keywords.if !== undefined) {
    addOne(references, 'in-place', keywords.if);
    addOne(references, 'in-place', keywords.then);
    addOne(references, 'in-place', keywords.else);
  }
  addMembers(references, 'in-place', keywords.dependentSchemas);
  addMembers(references, 'child', keywords.properties);
  addMembers(references, 'child', keywords.patternProperties);
  addOne(references, 'child', keywords.additionalProperties);
  addOne(references, 'child', keywords.propertyNames);
  addOne(references, 'child', keywords.unevaluatedProperties);
  addAll(references, 'child', keywords.prefixItems);
  addOne(references, 'child', keywords.items);
  addOne(references, 'child', keywords.contains);
  addOne(references, 'child', keywords.unevaluatedItems);
  return references.length === 0 ? none : references;
}

type Step = SchemaReference['step'];

function addOne(references: SchemaReference[], step: Step, id: SchemaId | undefined): void {
  if (id !== undefined) references.push({ id, step });
}

function addAll(
  references: SchemaReference[],
  step: Step,
  ids: readonly SchemaId[] | undefined,
): void {
  if (ids !== undefined) for (const id of ids) references.push({ id, step });
}

function addMembers(
  references: SchemaReference[],
  step: Step,
  members: readonly (readonly [string, SchemaId])[] | undefined,
): void {
  if (members !== undefined) for (const [, id] of members) references.push({ id, step });
}

const none: readonly SchemaReference[] = [];
