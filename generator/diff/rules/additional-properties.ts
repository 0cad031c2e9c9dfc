import type { SchemaId, SchemaTable } from '../../model/schema.js';
import type { CasePair } from '../schemas/compare-cases.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import type { SchemaRule } from '../schemas/finding.js';
import { flatten, type Case } from '../schemas/meaning.js';
import { casePlace } from '../schemas/places.js';

/** Properties that are not listed. */
export const additionalProperties: SchemaRule = {
  id: 'additional-properties',
  when: 'An object forbids properties that it does not list (`additionalProperties: false`), or no longer does.',
  advice:
    'Forbidding them breaks programs that send more than is listed. Allowing them breaks programs that receive objects and accept only what is listed.',
};

/** Compares what is allowed beyond the listed properties. */
export function compareAdditional({ old, next, places }: CasePair, context: SchemaContext): void {
  const [before, after] = [restOf(old, context.old), restOf(next, context.next)];
  const located = {
    old: casePlace(old, 'additionalProperties') ?? places.old,
    next: casePlace(next, 'additionalProperties') ?? places.next,
  };
  if (before.isClosed && after.isClosed) return;
  if (before.isClosed || after.isClosed) {
    context.report({
      rule: additionalProperties,
      message: after.isClosed
        ? 'properties that are not listed are forbidden now'
        : 'properties that are not listed are allowed now',
      relation: after.isClosed
        ? { oldInNew: 'no', newInOld: 'yes' }
        : { oldInNew: 'yes', newInOld: 'no' },
      ...located,
    });
    return;
  }
  if (before.schemas.length + after.schemas.length > 0)
    context.compare(before.schemas, after.schemas, located);
}

function restOf(
  { parts }: Case,
  table: SchemaTable,
): { readonly schemas: readonly SchemaId[]; readonly isClosed: boolean } {
  const schemas = parts.flatMap(({ keywords }) => keywords.additionalProperties ?? []);
  return { schemas, isClosed: flatten(table, schemas).isNever };
}
