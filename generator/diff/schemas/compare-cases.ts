import type { SchemaTable } from '../../model/schema.js';
import { compareDiscriminators } from '../rules/discriminator.js';
import { compareLists } from '../rules/enum.js';
import { compareKinds, compareWholeNumbers } from '../rules/type.js';
import { compareArrays } from './compare-arrays.js';
import { compareConditions } from './compare-conditions.js';
import { compareKeywords } from './compare-keywords.js';
import { compareObjects } from './compare-objects.js';
import type { SchemaContext, Schemas } from './compare-schemas.js';
import type { SchemaPlace } from './finding.js';
import { compareOverlaps, compareUnions, matchBranches } from './match-branches.js';
import { casesWithoutUnions, flatten, type Case } from './meaning.js';
import { schemaPlace, type Places } from './places.js';

/** Two cases of one kind of values. */
export interface CasePair {
  readonly old: Case;
  readonly next: Case;
  /** Places of the schemas as a whole. */
  readonly places: Places;
}

/** Compares schemas by the values that they accept, kind by kind. */
export function compareSchemas(old: Schemas, next: Schemas, context: SchemaContext): void {
  const places = placesOf(old, next, context);
  const before = context.meaning('old', old);
  const after = context.meaning('next', next);
  compareDiscriminators(
    flatten(context.old, old).parts,
    flatten(context.next, next).parts,
    places,
    context,
  );
  if (before.isTooLarge || after.isTooLarge) {
    compareUnions(old, next, places, context);
    const others = casesWithoutUnions(context.next, next);
    for (const left of casesWithoutUnions(context.old, old)) {
      const right = others.find(({ kind }) => kind === left.kind);
      if (right !== undefined) comparePair({ old: left, next: right, places }, context);
    }
    return;
  }
  compareKinds(before, after, places, context);
  for (const [kind, olds] of before.cases) {
    const nexts = after.cases.get(kind);
    const [left] = olds;
    const [right] = nexts ?? [];
    if (kind === 'null' || nexts === undefined || left === undefined || right === undefined)
      continue;
    if (olds.length === 1 && nexts.length === 1)
      context.compareCases({ old: left, next: right, places });
    else matchBranches(olds, nexts, places, context);
  }
  if (before.overlaps || after.overlaps)
    compareOverlaps(old, next, { before, after, places }, context);
}

/** Compares two cases of the same kind. */
export function comparePair(pair: CasePair, context: SchemaContext): void {
  if (compareLists(pair, context)) return;
  compareKeywords(pair, context);
  switch (pair.old.kind) {
    case 'number':
      compareWholeNumbers(pair, context);
      break;
    case 'object':
      compareObjects(pair, context);
      break;
    case 'array':
      compareArrays(pair, context);
      break;
  }
  compareConditions(pair, context);
}

function placesOf(old: Schemas, next: Schemas, context: SchemaContext): Places {
  const place = (table: SchemaTable, ids: Schemas): SchemaPlace | undefined =>
    ids.map((id) => schemaPlace(table, id)).find((each) => each !== undefined);
  return {
    old: place(context.old, old) ?? context.around.old,
    next: place(context.next, next) ?? context.around.next,
  };
}
