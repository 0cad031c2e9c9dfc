import type { KeywordSchema, Keywords, SchemaId } from '../../model/schema.js';
import type { Answer } from '../../schema/comparison.js';
import { additionalProperties } from '../rules/additional-properties.js';
import { schemaDefault, schemaDeprecation, schemaDocumentation } from '../rules/annotations.js';
import { keywordRule } from '../rules/keywords.js';
import { patternProperties } from '../rules/pattern-properties.js';
import { propertyRules } from '../rules/property-rules.js';
import { changeOf } from './compare-keywords.js';
import type { CasePair } from './compare-cases.js';
import type { SchemaContext } from './compare-schemas.js';
import { direct, type Effect } from './effect.js';
import type { Relation, SchemaRule } from './finding.js';
import type { ValueKind } from './meaning.js';
import { casePlace } from './places.js';

/** Names of keywords whose value is one schema. */
type SchemaKeyword =
  | 'not'
  | 'propertyNames'
  | 'contains'
  | 'unevaluatedItems'
  | 'unevaluatedProperties'
  | 'contentSchema';

const narrower: Relation = { oldInNew: 'no', newInOld: 'yes' };
const wider: Relation = { oldInNew: 'yes', newInOld: 'no' };
const unclear: Relation = { oldInNew: 'unknown', newInOld: 'unknown' };

/** Keywords that restrict values further, by the kind of values. */
const restrictions: ReadonlyMap<ValueKind, readonly (readonly [SchemaKeyword, Effect])[]> = new Map(
  [
    [
      'object',
      [
        ['propertyNames', direct],
        ['unevaluatedProperties', direct],
      ],
    ],
    ['array', [['unevaluatedItems', direct]]],
    ['string', [['contentSchema', direct]]],
  ],
);

const negation: Effect = { ...direct, isReversed: true };

/** Compares keywords that hold under conditions. One that is added restricts values, and one that is removed allows more. */
export function compareConditions(pair: CasePair, context: SchemaContext): void {
  compareNot(pair, context);
  compareIf(pair, context);
  for (const [name, effect] of restrictions.get(pair.old.kind) ?? [])
    compareOne(pair, name, effect, context);
  if (pair.old.kind === 'array') compareContains(pair, context);
  if (pair.old.kind === 'object') {
    compareDependentSchemas(pair, context);
    compareDependentRequired(pair, context);
  }
}

function report(
  { old, next, places }: CasePair,
  name: keyof Keywords,
  relation: Relation,
  message: string,
  context: SchemaContext,
): void {
  context.report({
    rule: keywordRule(name),
    message,
    relation,
    old: casePlace(old, name) ?? places.old,
    next: casePlace(next, name) ?? places.next,
  });
}

function around({ old, next, places }: CasePair, name: keyof Keywords): CasePair['places'] {
  return {
    old: casePlace(old, name) ?? places.old,
    next: casePlace(next, name) ?? places.next,
  };
}

function compareOne(
  pair: CasePair,
  name: SchemaKeyword,
  effect: Effect,
  context: SchemaContext,
): void {
  const olds = pair.old.of(name).map(({ value }) => value);
  const nexts = pair.next.of(name).map(({ value }) => value);
  if (olds.length === 0 && nexts.length === 0) return;
  if (olds.length === nexts.length)
    return olds.forEach((id, index) =>
      context.compare([id], [nexts[index] ?? id], around(pair, name), effect),
    );
  const isAdded = olds.length < nexts.length;
  const sentence = `"${name}" was ${isAdded ? 'added' : 'removed'}`;
  const isPlain = olds.length === 0 || nexts.length === 0;
  report(pair, name, isPlain ? (isAdded ? narrower : wider) : unclear, sentence, context);
}

/**
 * Compares what is excluded. Schemas that exclude less allow more. That senders send only what is listed does not help here, so objects must
 * be the same.
 */
function compareNot(pair: CasePair, context: SchemaContext): void {
  const [olds, nexts] = [pair.old.of('not'), pair.next.of('not')];
  const isUnclear =
    olds.length === nexts.length &&
    olds.some(({ value }, index) => {
      const other = nexts[index]?.value ?? value;
      const rules = context.differences([value], [other], around(pair, 'not'));
      return [...rules].some((rule) => objectRules.has(rule));
    });
  if (isUnclear) report(pair, 'not', unclear, 'the objects that "not" excludes changed', context);
  else compareOne(pair, 'not', negation, context);
}

const objectRules: ReadonlySet<SchemaRule> = new Set<SchemaRule>([
  ...propertyRules,
  additionalProperties,
  patternProperties,
]);

/** True if two schemas accept the same values, whatever senders do. */
function areEqual(
  pair: CasePair,
  old: readonly SchemaId[],
  next: readonly SchemaId[],
  context: SchemaContext,
): boolean {
  const rules = context.differences(old, next, around(pair, 'if'));
  return [...rules].every((rule) => wordRules.has(rule));
}

const wordRules: ReadonlySet<SchemaRule> = new Set([
  schemaDocumentation,
  schemaDeprecation,
  schemaDefault,
]);

/** Compares `if` with what follows from it. The same condition must have the same or compatible consequences. */
function compareIf(pair: CasePair, context: SchemaContext): void {
  const olds = conditionsOf(pair.old.parts);
  const nexts = conditionsOf(pair.next.parts);
  for (let index = 0; index < Math.max(olds.length, nexts.length); index++) {
    const [left, right] = [olds[index], nexts[index]];
    if (left === undefined || right === undefined) {
      const isAdded = left === undefined;
      const sentence = `"if" was ${isAdded ? 'added' : 'removed'}`;
      report(pair, 'if', isAdded ? narrower : wider, sentence, context);
      continue;
    }
    if (!areEqual(pair, [left.if], [right.if], context))
      report(pair, 'if', unclear, 'the condition of "if" changed', context);
    for (const name of ['then', 'else'] as const)
      if (left[name] !== undefined || right[name] !== undefined)
        context.compare(listOf(left[name]), listOf(right[name]), around(pair, name));
  }
}

interface Condition {
  readonly if: SchemaId;
  readonly then: SchemaId | undefined;
  readonly else: SchemaId | undefined;
}

function conditionsOf(parts: readonly KeywordSchema[]): readonly Condition[] {
  return parts.flatMap(({ keywords }) =>
    keywords.if === undefined || (keywords.then === undefined && keywords.else === undefined)
      ? []
      : [{ if: keywords.if, then: keywords.then, else: keywords.else }],
  );
}

function listOf(id: SchemaId | undefined): readonly SchemaId[] {
  return id === undefined ? [] : [id];
}

/** Compares `contains` with its limits. With an upper limit, a wider schema means more items to count. */
function compareContains(pair: CasePair, context: SchemaContext): void {
  const olds = countsOf(pair.old.parts);
  const nexts = countsOf(pair.next.parts);
  if (olds.length !== nexts.length) {
    const isAdded = olds.length < nexts.length;
    const sentence = `"contains" was ${isAdded ? 'added' : 'removed'}`;
    return report(pair, 'contains', isAdded ? narrower : wider, sentence, context);
  }
  olds.forEach((left, index) => {
    const right = nexts[index];
    if (right === undefined) return;
    const place = around(pair, 'contains');
    if (!areEqual(pair, [left.contains], [right.contains], context)) {
      if (left.max === Infinity && right.max === Infinity)
        context.compare([left.contains], [right.contains], place);
      else report(pair, 'contains', unclear, 'the schema of "contains" changed', context);
    }
    compareCount(pair, 'minContains', left.min, right.min, context);
    compareCount(pair, 'maxContains', left.max, right.max, context);
  });
}

function compareCount(
  pair: CasePair,
  name: 'minContains' | 'maxContains',
  old: number,
  next: number,
  context: SchemaContext,
): void {
  if (old === next) return;
  const isNarrower = name === 'minContains' ? next > old : next < old;
  const text = (limit: number): readonly string[] =>
    limit === Infinity ? [] : [`${name}: ${limit}`];
  const message = changeOf(text(old), text(next));
  report(pair, name, isNarrower ? narrower : wider, message, context);
}

interface Count {
  readonly contains: SchemaId;
  readonly min: number;
  readonly max: number;
}

function countsOf(parts: readonly KeywordSchema[]): readonly Count[] {
  return parts.flatMap(({ keywords: { contains, minContains = 1, maxContains = Infinity } }) =>
    contains === undefined ? [] : [{ contains, min: minContains, max: maxContains }],
  );
}

function compareDependentSchemas(pair: CasePair, context: SchemaContext): void {
  const name = 'dependentSchemas';
  const olds = entriesOf(pair.old.of(name));
  const nexts = entriesOf(pair.next.of(name));
  for (const property of new Set([...olds.keys(), ...nexts.keys()])) {
    const [left, right] = [olds.get(property), nexts.get(property)];
    if (left !== undefined && right !== undefined) {
      context.compare(left, right, around(pair, name));
      continue;
    }
    const isAdded = left === undefined;
    const sentence = `a schema for objects with the property "${property}" was ${isAdded ? 'added' : 'removed'}`;
    report(pair, name, isAdded ? narrower : wider, sentence, context);
  }
}

function entriesOf(
  given: readonly { readonly value: readonly (readonly [string, SchemaId])[] }[],
): ReadonlyMap<string, readonly SchemaId[]> {
  const entries = new Map<string, readonly SchemaId[]>();
  for (const { value } of given)
    for (const [name, id] of value) entries.set(name, [...(entries.get(name) ?? []), id]);
  return entries;
}

function compareDependentRequired(pair: CasePair, context: SchemaContext): void {
  const name = 'dependentRequired';
  const olds = requirementsOf(pair.old.of(name));
  const nexts = requirementsOf(pair.next.of(name));
  for (const property of new Set([...olds.keys(), ...nexts.keys()])) {
    const left = olds.get(property) ?? new Set<string>();
    const right = nexts.get(property) ?? new Set<string>();
    const added = [...right].filter((each) => !left.has(each));
    const removed = [...left].filter((each) => !right.has(each));
    if (added.length + removed.length === 0) continue;
    const relation: Relation = {
      oldInNew: answerOf(added.length === 0),
      newInOld: answerOf(removed.length === 0),
    };
    const parts = [
      ...(added.length === 0 ? [] : [`also requires ${quoted(added)}`]),
      ...(removed.length === 0 ? [] : [`no longer requires ${quoted(removed)}`]),
    ];
    report(pair, name, relation, `the property "${property}" ${parts.join(', and ')}`, context);
  }
}

function answerOf(isTrue: boolean): Answer {
  return isTrue ? 'yes' : 'no';
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function requirementsOf(
  given: readonly { readonly value: NonNullable<Keywords['dependentRequired']> }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const requirements = new Map<string, Set<string>>();
  for (const { value } of given)
    for (const [name, names] of value)
      requirements.set(name, new Set([...(requirements.get(name) ?? []), ...names]));
  return requirements;
}
