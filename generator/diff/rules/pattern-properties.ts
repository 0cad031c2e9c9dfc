import type { SchemaId, SchemaTable } from '../../model/schema.js';
import type { Answer } from '../../schema/comparison.js';
import type { CasePair } from '../schemas/compare-cases.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import type { SchemaRule } from '../schemas/finding.js';
import { flatten, type Case } from '../schemas/meaning.js';
import { casePlace } from '../schemas/places.js';

/** Properties whose names match a pattern. */
export const patternProperties: SchemaRule = {
  id: 'pattern-properties',
  when: 'A pattern of property names (`patternProperties`) was added or removed.',
  advice:
    'The properties that match a new pattern must have its schema, which breaks programs that send others. Without the pattern, programs that receive them may get any value.',
};

/** Compares patterns of property names. Patterns with the same text have the same properties. */
export function comparePatternProperties(
  { old, next, places }: CasePair,
  context: SchemaContext,
): void {
  const [before, after] = [patternsOf(old), patternsOf(next)];
  const located = {
    old: casePlace(old, 'patternProperties') ?? places.old,
    next: casePlace(next, 'patternProperties') ?? places.next,
  };
  for (const pattern of new Set([...before.keys(), ...after.keys()])) {
    const [left, right] = [before.get(pattern), after.get(pattern)];
    if (left !== undefined && right !== undefined) {
      context.compare(left, right, located);
      continue;
    }
    const isAdded = left === undefined;
    const without = isAdded ? restOf(old, context.old) : restOf(next, context.next);
    const [intoPattern, outOfPattern] = withoutPattern[without];
    context.report({
      rule: patternProperties,
      message: `the properties that match "${pattern}" were ${isAdded ? 'added' : 'removed'}`,
      relation: isAdded
        ? { oldInNew: intoPattern, newInOld: outOfPattern }
        : { oldInNew: outOfPattern, newInOld: intoPattern },
      ...located,
    });
  }
}

function patternsOf(of: Case): ReadonlyMap<string, readonly SchemaId[]> {
  const patterns = new Map<string, readonly SchemaId[]>();
  for (const { value } of of.of('patternProperties'))
    for (const [pattern, id] of value)
      patterns.set(pattern, [...(patterns.get(pattern) ?? []), id]);
  return patterns;
}

/**
 * Where an object has no pattern: whether the values of its other properties fit the pattern, and whether those of the pattern fit in.
 */
const withoutPattern: Readonly<Record<ReturnType<typeof restOf>, readonly [Answer, Answer]>> = {
  open: ['no', 'yes'],
  closed: ['yes', 'no'],
  restricted: ['unknown', 'unknown'],
};

/** What is allowed of properties that are not listed. */
function restOf({ parts }: Case, table: SchemaTable): 'open' | 'closed' | 'restricted' {
  const rest = parts.flatMap(({ keywords }) => keywords.additionalProperties ?? []);
  if (rest.length === 0) return 'open';
  return flatten(table, rest).isNever ? 'closed' : 'restricted';
}
