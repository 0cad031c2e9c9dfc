import { isEqual } from '../../schema/equal-values.js';
import type { SchemaId, SchemaTable } from '../../model/schema.js';
import { ambiguousUnion, unionBranch } from '../rules/union-branch.js';
import type { SchemaContext, Schemas } from './compare-schemas.js';
import { direct } from './effect.js';
import { isSame, type Relation } from './finding.js';
import { flatten, markOf, type Case, type Meaning } from './meaning.js';
import { schemaPlace, type Places } from './places.js';

/** Compares several cases of one kind: those with the same name, then equal ones, then those with the same discriminating value. */
export function matchBranches(
  olds: readonly Case[],
  nexts: readonly Case[],
  places: Places,
  context: SchemaContext,
): void {
  const left = new Set(olds);
  const right = new Set(nexts);
  const pair = (old: Case, next: Case): void => {
    left.delete(old);
    right.delete(next);
    context.compareCases({ old, next, places: pairPlaces(old, next, places, context) });
  };
  const match = (fits: (old: Case, next: Case) => boolean): void => {
    for (const old of left) {
      const next = [...right].find((each) => fits(old, each));
      if (next !== undefined) pair(old, next);
    }
  };
  match((old, next) => {
    const name = nameOf('old', old, context);
    return name !== undefined && name === nameOf('next', next, context);
  });
  match(
    (old, next) =>
      (old.values === undefined) === (next.values === undefined) && old.values !== undefined,
  );
  match((old, next) => context.areIdentical({ old, next, places }));
  match((old, next) => haveSameMark(old, next, context));
  // Alternatives without names are the same ones if their number is the same.
  if (olds.length === nexts.length)
    match((old, next) => {
      const names = [nameOf('old', old, context), nameOf('next', next, context)];
      return names.every((name) => name === undefined) && keyOf(old) === keyOf(next);
    });
  const [lastOld] = [...left];
  const [lastNext] = [...right];
  const isOnlyPair = left.size === 1 && right.size === 1;
  if (isOnlyPair && lastOld !== undefined && lastNext !== undefined) {
    const names = [nameOf('old', lastOld, context), nameOf('next', lastNext, context)];
    if (names.includes(undefined)) pair(lastOld, lastNext);
  }
  for (const old of left) reportRest('old', old, nexts, places, context);
  for (const next of right) reportRest('next', next, olds, places, context);
}

/** Reports a branch that has no counterpart, unless another branch accepts its values. */
function reportRest(
  side: 'old' | 'next',
  branch: Case,
  others: readonly Case[],
  places: Places,
  context: SchemaContext,
): void {
  const isOld = side === 'old';
  const covering = others.find((other) => {
    const pair = isOld ? { old: branch, next: other } : { old: other, next: branch };
    const relation = context.probeCases({ ...pair, places });
    return (isOld ? relation.oldInNew : relation.newInOld) === 'yes';
  });
  const id = branch.branches.at(0) ?? branch.parts[0]?.id;
  const place = id && schemaPlace(context[side], id);
  const name = nameOf(side, branch, context);
  const what =
    name === undefined
      ? `an alternative of the kind "${branch.kind}"`
      : `the alternative "${name}"`;
  const isCovered = covering !== undefined;
  context.report({
    rule: unionBranch,
    message: `${what} was ${isOld ? 'removed' : 'added'}${isCovered ? ', whose values another one accepts' : ''}`,
    relation: {
      oldInNew: isOld && !isCovered ? 'no' : 'yes',
      newInOld: isOld || isCovered ? 'yes' : 'no',
    },
    old: isOld ? (place ?? places.old) : places.old,
    next: isOld ? places.next : (place ?? places.next),
  });
  if (covering !== undefined) {
    // What was assumed about schemas that contain themselves still has to hold.
    const [old, next] = isOld ? [branch, covering] : [covering, branch];
    context.compareCases(
      { old, next, places },
      { ...direct, needsOldInNew: isOld, needsNewInOld: !isOld },
    );
  }
}

/** The branches that lead to a case, by their places in the unions. */
function keyOf({ branches }: Case): string {
  return branches.map((id) => id.slice(id.lastIndexOf('/') + 1)).join(' ');
}

function pairPlaces(old: Case, next: Case, places: Places, context: SchemaContext): Places {
  const place = (side: 'old' | 'next', { branches }: Case): Places['old'] | undefined => {
    const [id] = branches;
    return id === undefined ? undefined : schemaPlace(context[side], id);
  };
  return { old: place('old', old) ?? places.old, next: place('next', next) ?? places.next };
}

/** Names of the branches that lead to a case. `undefined` if one of them has none. */
function nameOf(
  side: 'old' | 'next',
  { branches }: Case,
  context: SchemaContext,
): string | undefined {
  if (branches.length === 0) return undefined;
  const names = branches.map((id) => context.nameOf(side, id));
  return names.includes(undefined) ? undefined : names.join(' ');
}

/** True if both have a required property with the same single value. */
function haveSameMark(old: Case, next: Case, context: SchemaContext): boolean {
  for (const { keywords } of old.parts) {
    for (const [name] of keywords.properties ?? []) {
      const value = markOf(old, name, context.old);
      const other = markOf(next, name, context.next);
      if (value?.length === 1 && other?.length === 1 && isEqual(value[0] ?? null, other[0] ?? null))
        return true;
    }
  }
  return false;
}

/** Compares unions with too many branches to combine them: branches at the same place must be equal. */
export function compareUnions(
  old: Schemas,
  next: Schemas,
  places: Places,
  context: SchemaContext,
): void {
  const left = unionsOf(context.old, old);
  const right = unionsOf(context.next, next);
  const isAlike =
    left.length === right.length &&
    left.every((union, index) => union.length === right[index]?.length);
  if (!isAlike) {
    context.report({
      rule: ambiguousUnion,
      message: 'a union with many alternatives changed, which were not compared one by one',
      relation: { oldInNew: 'unknown', newInOld: 'unknown' },
      ...places,
    });
    return;
  }
  left.forEach((union, index) =>
    union.forEach((id, at) => {
      const other = right[index]?.[at];
      if (other !== undefined) context.compare([id], [other], places);
    }),
  );
}

function unionsOf(table: SchemaTable, ids: Schemas): readonly (readonly SchemaId[])[] {
  return flatten(table, ids).parts.flatMap(({ keywords: { anyOf, oneOf } }) =>
    [anyOf, oneOf].filter((union) => union !== undefined),
  );
}

/**
 * Reports a `oneOf` whose alternatives may match together, because it rejects values that match two of them: an alternative that accepts more
 * than before may exclude values of another one, and one that accepts less may let them in.
 */
export function compareOverlaps(
  old: Schemas,
  next: Schemas,
  {
    before,
    after,
    places,
  }: { readonly before: Meaning; readonly after: Meaning; readonly places: Places },
  context: SchemaContext,
): void {
  const relations = [
    ...overlappingBranches(context, 'next', next, old, places),
    ...overlappingBranches(context, 'old', old, next, places),
  ];
  const gains =
    after.overlaps && (!before.overlaps || relations.some(({ newInOld }) => newInOld !== 'yes'));
  const loses =
    before.overlaps && (!after.overlaps || relations.some(({ oldInNew }) => oldInNew !== 'yes'));
  if (!gains && !loses) return;
  context.report({
    rule: ambiguousUnion,
    message: 'alternatives of a "oneOf" changed that one value may match together',
    relation: { oldInNew: gains ? 'unknown' : 'yes', newInOld: loses ? 'unknown' : 'yes' },
    ...places,
  });
}

/** Relations of the branches of one side to their counterparts: those that are equal, or at the same place. */
function overlappingBranches(
  context: SchemaContext,
  side: 'old' | 'next',
  ids: Schemas,
  others: Schemas,
  places: Places,
): readonly Relation[] {
  const isOld = side === 'old';
  const counterparts = unionsOf(context[isOld ? 'next' : 'old'], others);
  const relation = (id: SchemaId, other: SchemaId): Relation =>
    context.probe([isOld ? id : other], [isOld ? other : id], places);
  return unionsOf(context[side], ids).flatMap((union, index) =>
    union.map((id, at) => {
      const candidates = counterparts[index] ?? [];
      const name = context.nameOf(side, id);
      const byName = candidates.find(
        (each) => name !== undefined && context.nameOf(isOld ? 'next' : 'old', each) === name,
      );
      if (byName !== undefined) return relation(id, byName);
      const equal = candidates.map((each) => relation(id, each)).find(isSame);
      if (equal !== undefined) return equal;
      const placed = candidates[at];
      if (placed !== undefined && name === undefined && candidates.length === union.length)
        return relation(id, placed);
      return isOld ? { oldInNew: 'no', newInOld: 'yes' } : { oldInNew: 'yes', newInOld: 'no' };
    }),
  );
}
