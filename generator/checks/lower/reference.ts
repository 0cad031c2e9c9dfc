import type { Keywords, Schema, SchemaId } from '../../model/schema.js';
import { applicators, schemasUnder, type Applicator } from '../../schema/applicators.js';
import { keywordGroupsOf, ofSchemas } from '../../model/analysis/keyword-groups.js';

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
  for (const applicator of applied) {
    if (keywords[applicator.name] === undefined) continue;
    const isDynamic = applicator.name === '$dynamicRef' && keywords.$dynamicRef !== undefined;
    const ids = isDynamic ? resolve(keywords.$dynamicRef) : schemasUnder(applicator, keywords);
    for (const id of ids) references.push({ id, step: applicator.applies });
  }
  return references.length === 0 ? none : references;
}

interface Applied extends Applicator {
  readonly applies: SchemaReference['step'];
}

/** Applicators that checks apply: first to the same instance, then to its parts. */
const applied: readonly Applied[] = (['in-place', 'child'] as const).flatMap((step) =>
  applicators.filter((each): each is Applied => each.applies === step),
);

const none: readonly SchemaReference[] = [];
