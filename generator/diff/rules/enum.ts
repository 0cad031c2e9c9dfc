import { isEqual } from '../../schema/equal-values.js';
import type { Json } from '../../model/schema.js';
import type { Answer } from '../../schema/comparison.js';
import { acceptsValue } from '../schemas/accepts-value.js';
import type { CasePair } from '../schemas/compare-cases.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import { same, type SchemaRule } from '../schemas/finding.js';
import type { Case } from '../schemas/meaning.js';
import { casePlace } from '../schemas/places.js';
import { verdictOf } from '../verdict.js';

/** A list of values. */
export const enumRule: SchemaRule = {
  id: 'enum',
  when: 'Values were added to or removed from a list (`enum`), the list was opened to any value, or values are listed now.',
  advice:
    'A value that is no longer listed breaks whoever sends it. A new value is risky for programs that receive it: those that treat unknown values as one more case go on. Declare a list that will grow as `x-extensible-enum`.',
  judge: ({ oldInNew, newInOld }) => ({
    sender: verdictOf(oldInNew),
    receiver: newInOld === 'no' ? 'risky' : verdictOf(newInOld),
  }),
};

/** A single value. */
export const constRule: SchemaRule = {
  id: 'const',
  when: 'The only value (`const`) changed, or is no longer the only one.',
  advice:
    'Programs tell alternatives apart by such values. Another value breaks those that send the old one and those that expect it.',
};

/** Values of an open list. */
export const knownValues: SchemaRule = {
  id: 'known-values',
  when: 'The known values of an open list (`x-extensible-enum`) changed.',
  advice:
    'Any value stays valid. A value that is no longer known is risky for programs that send it, because the other side may not handle it.',
};

/** Compares lists of values. True if at least one case is a list, which leaves nothing else to compare. */
export function compareLists(pair: CasePair, context: SchemaContext): boolean {
  const { old, next, places } = pair;
  if (old.values === undefined && next.values === undefined) {
    compareKnownValues(pair, context);
    return false;
  }
  const removed = rejected(old, next, context.next);
  const added = rejected(next, old, context.old);
  if (removed.answer === 'yes' && added.answer === 'yes') return true;
  const wasConstant = old.of('const').length > 0 && old.values?.length === 1;
  context.report({
    rule: wasConstant ? constRule : enumRule,
    message: messageOf(pair, removed.values, added.values),
    relation: { oldInNew: removed.answer, newInOld: added.answer },
    old: casePlace(old, 'enum', 'const') ?? places.old,
    next: casePlace(next, 'enum', 'const') ?? places.next,
  });
  return true;
}

/** Values of a case that another one rejects, and whether it accepts all of them. */
function rejected(
  of: Case,
  by: Case,
  table: SchemaContext['old'],
): { readonly values: readonly Json[]; readonly answer: Answer } {
  if (of.values === undefined) return { values: [], answer: 'no' };
  const answers = of.values.map((value): Answer =>
    by.values === undefined
      ? acceptsValue(by, value, table)
      : by.values.some((other) => isEqual(value, other))
        ? 'yes'
        : 'no',
  );
  const isUncertain = by.isUncertain === true && conditionsOf(by) !== conditionsOf(of);
  const isUnknown = isUncertain || answers.includes('unknown');
  return {
    values: of.values.filter((_, index) => answers[index] === 'no'),
    answer: answers.includes('no') ? 'no' : isUnknown ? 'unknown' : 'yes',
  };
}

/** Text of the keywords beside a list that it may not satisfy. */
function conditionsOf({ parts }: Case): string {
  return parts
    .flatMap(({ keywords }) =>
      Object.entries(keywords)
        .filter(([name]) => !listKeywords.has(name))
        .map(([name, value]) => `${name} ${JSON.stringify(value)}`),
    )
    .sort()
    .join('\n');
}

const listKeywords: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
]);

function messageOf(
  { old, next }: CasePair,
  removed: readonly Json[],
  added: readonly Json[],
): string {
  const removal = removed.length === 0 ? '' : `${listOf(removed)} ${be(removed)} removed`;
  if (old.values === undefined) return `the values are listed now: ${listOf(next.values ?? [])}`;
  if (next.values === undefined)
    return ['the list of values became open', removal].filter((part) => part !== '').join(', and ');
  const addition = added.length === 0 ? '' : `${listOf(added)} ${be(added)} added`;
  const parts = [removal, addition].filter((part) => part !== '');
  return parts.length === 0
    ? 'the list of values changed'
    : `of the values, ${parts.join(', and ')}`;
}

function be(values: readonly Json[]): string {
  return values.length === 1 ? 'was' : 'were';
}

/** Maximum number of values in a sentence. */
const maxValues = 8;

function listOf(values: readonly Json[]): string {
  const shown = values
    .slice(0, maxValues)
    .map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value)));
  const rest = values.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function compareKnownValues({ old, next, places }: CasePair, context: SchemaContext): void {
  const [before, after] = [known(old), known(next)];
  if (before === undefined || after === undefined) return;
  const removed = before.filter((value) => !after.some((other) => isEqual(value, other)));
  const added = after.filter((value) => !before.some((other) => isEqual(value, other)));
  if (removed.length + added.length === 0) return;
  context.report({
    rule: knownValues,
    message: messageOf(
      { old: { ...old, values: before }, next: { ...next, values: after }, places },
      removed,
      added,
    ),
    relation: same,
    ...places,
    ...(removed.length > 0 && { verdicts: { sender: 'risky' } }),
  });
}

function known({ parts }: Case): readonly Json[] | undefined {
  for (const { annotations } of parts) {
    const values = annotations.extensions['x-extensible-enum'];
    if (Array.isArray(values)) return values as readonly Json[];
  }
  return undefined;
}
