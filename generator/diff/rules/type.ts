import type { Answer } from '../../schema/comparison.js';
import type { CasePair } from '../schemas/compare-cases.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import type { SchemaRule } from '../schemas/finding.js';
import {
  simpleKeywords,
  valueKinds,
  type Case,
  type Meaning,
  type ValueKind,
} from '../schemas/meaning.js';
import { casePlace, type Places } from '../schemas/places.js';

/** The kinds of values that a schema accepts. */
export const typeRule: SchemaRule = {
  id: 'type',
  when: 'A schema accepts other types of values than before.',
  advice:
    'A type that is no longer accepted breaks whoever sends it, and a type that is accepted now breaks whoever receives it. In parameters and other values that travel as text, a number is a string too, so that `string` accepts all that `integer` accepts. Add a new property instead of changing the type of an existing one.',
};

/** Whether `null` is a value. */
export const nullable: SchemaRule = {
  id: 'nullable',
  when: '`null` became a value, or is no longer one, however that is written: `nullable: true`, a list of types, or a branch.',
  advice:
    'Programs that receive the value break if it may be `null` now, and programs that send it break if it must not be `null` any more.',
};

/** Compares the kinds of values that schemas accept. */
export function compareKinds(
  before: Meaning,
  after: Meaning,
  places: Places,
  context: SchemaContext,
): void {
  const lost = missing(before, after, context.isText);
  const gained = missing(after, before, context.isText);
  const located = { old: placeOf(before) ?? places.old, next: placeOf(after) ?? places.next };
  const isNull = (kind: ValueKind): boolean => kind === 'null';
  const others = {
    lost: lost.filter((kind) => !isNull(kind)),
    gained: gained.filter((kind) => !isNull(kind)),
  };
  // A value that had no other type is not called nullable.
  const isWhole = others.lost.length > 0 || others.gained.length > 0;
  if (isWhole) {
    context.report({
      rule: typeRule,
      message: `the type changed from ${namesOf(before)} to ${namesOf(after)}`,
      relation: { oldInNew: answer(lost), newInOld: answer(gained) },
      ...located,
    });
  } else if (lost.length + gained.length > 0) {
    context.report({
      rule: nullable,
      message: lost.length > 0 ? '"null" is no longer accepted' : '"null" is accepted now',
      relation: { oldInNew: answer(lost), newInOld: answer(gained) },
      ...located,
    });
  }
}

/** Compares whether numbers may have fractions. */
export function compareWholeNumbers({ old, next, places }: CasePair, context: SchemaContext): void {
  if (old.isInteger === next.isInteger) return;
  context.report({
    rule: typeRule,
    message: next.isInteger
      ? 'the type changed from "number" to "integer"'
      : 'the type changed from "integer" to "number"',
    relation: { oldInNew: next.isInteger ? 'no' : 'yes', newInOld: next.isInteger ? 'yes' : 'no' },
    old: casePlace(old, 'type') ?? places.old,
    next: casePlace(next, 'type') ?? places.next,
  });
}

function answer(kinds: readonly ValueKind[]): Answer {
  return kinds.length === 0 ? 'yes' : 'no';
}

/** Kinds of one meaning that the other one does not have. */
function missing(of: Meaning, other: Meaning, isText: boolean): readonly ValueKind[] {
  const acceptsText = isText && (other.cases.get('string') ?? []).some(isUnrestricted);
  return [...of.cases.keys()].filter(
    (kind) => !other.cases.has(kind) && !(acceptsText && (kind === 'number' || kind === 'boolean')),
  );
}

/** True if a case accepts every text. */
function isUnrestricted(text: Case): boolean {
  const names = [...(simpleKeywords.get('string') ?? []), 'not', 'if', 'contentSchema'] as const;
  return text.values === undefined && names.every((name) => text.of(name).length === 0);
}

function placeOf({ cases }: Meaning): ReturnType<typeof casePlace> {
  const [first] = [...cases.values()].flat();
  return first && casePlace(first, 'type');
}

function namesOf({ cases }: Meaning): string {
  if (cases.size === 0) return 'no value at all';
  if (valueKinds.every((kind) => cases.has(kind))) return 'any value';
  return [...cases]
    .map(([kind, of]) => {
      const isInteger = kind === 'number' && of.every((each) => each.isInteger);
      return `"${isInteger ? 'integer' : kind}"`;
    })
    .join(' or ');
}
