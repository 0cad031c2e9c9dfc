import type { SchemaId } from '../../model/schema.js';
import type { CasePair } from './compare-cases.js';
import type { SchemaContext } from './compare-schemas.js';
import type { Case } from './meaning.js';
import { casePlace } from './places.js';

/** Compares the items of arrays, place by place, and then all others. */
export function compareArrays({ old, next, places }: CasePair, context: SchemaContext): void {
  const listed = Math.max(listedItems(old), listedItems(next));
  const around = {
    old: casePlace(old, 'prefixItems', 'items') ?? places.old,
    next: casePlace(next, 'prefixItems', 'items') ?? places.next,
  };
  for (let index = 0; index <= listed; index++) {
    const [left, right] = [itemsAt(old, index), itemsAt(next, index)];
    if (left.length + right.length > 0) context.compare(left, right, around);
  }
}

function listedItems({ parts }: Case): number {
  return Math.max(0, ...parts.map(({ keywords }) => keywords.prefixItems?.length ?? 0));
}

function itemsAt({ parts }: Case, index: number): readonly SchemaId[] {
  return parts.flatMap(
    ({ keywords: { prefixItems, items } }) => prefixItems?.[index] ?? items ?? [],
  );
}
