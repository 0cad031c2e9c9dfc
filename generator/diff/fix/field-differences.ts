import type { FixField, FixForm, FixGroup, FixValueField } from '../../model/fix.js';
import type { ChangeRule } from '../change.js';
import type { SideVerdicts } from '../collect-changes.js';
import {
  fixFormatRule,
  fixGroupRule,
  fixGroupSize,
  fixTagRule,
  fixTypeRule,
} from '../rules/fix.js';

/** A difference of two fields on the wire. */
export interface FieldDifference {
  readonly rule: ChangeRule;
  readonly message: string;
  readonly verdicts: SideVerdicts;
}

/** Verdicts if something is no longer accepted, which breaks its sender, or newly sent, which breaks its receiver. */
export function lostAndGained(isLost: boolean, isGained: boolean): SideVerdicts {
  return {
    requester: isLost ? 'breaking' : 'compatible',
    answerer: isGained ? 'breaking' : 'compatible',
  };
}

/** Differences of two fields, apart from their values. `sameForm` is true if values of both are written alike. */
export function fieldDifferences(
  old: FixField,
  next: FixField,
): { readonly differences: readonly FieldDifference[]; readonly sameForm: boolean } {
  const tag = old.tag === next.tag ? [] : [different(fixTagRule, 'the tag', old.tag, next.tag)];
  if (old.kind === 'group' && next.kind === 'group')
    return { differences: [...tag, ...groupDifferences(old, next)], sameForm: true };
  if (old.kind === 'group' || next.kind === 'group')
    return {
      differences: [...tag, different(fixGroupRule, 'the field', kindOf(old), kindOf(next))],
      sameForm: false,
    };
  return {
    differences: [...tag, ...typeDifferences(old, next), ...formatDifferences(old, next)],
    sameForm: old.form === next.form,
  };
}

function different(
  rule: ChangeRule,
  what: string,
  from: string | number,
  to: string | number,
  verdicts: SideVerdicts = lostAndGained(true, true),
): FieldDifference {
  return { rule, message: `${what} changed from ${from} to ${to}`, verdicts };
}

function kindOf({ kind }: FixField): string {
  return kind === 'group' ? 'a group' : 'a single value';
}

function groupDifferences(old: FixGroup, next: FixGroup): readonly FieldDifference[] {
  const delimiter =
    old.delimiter === next.delimiter
      ? []
      : [
          different(
            fixGroupRule,
            'the first field of an entry',
            `"${old.delimiter}"`,
            `"${next.delimiter}"`,
          ),
        ];
  const [from, to] = [old, next].map(({ minItems = 0, maxItems = Infinity }) => ({
    minItems,
    maxItems,
  })) as [Range, Range];
  if (from.minItems === to.minItems && from.maxItems === to.maxItems) return delimiter;
  const isLost = to.minItems > from.minItems || to.maxItems < from.maxItems;
  const isGained = to.minItems < from.minItems || to.maxItems > from.maxItems;
  return [
    ...delimiter,
    different(
      fixGroupSize,
      'the number of entries',
      rangeText(from),
      rangeText(to),
      lostAndGained(isLost, isGained),
    ),
  ];
}

interface Range {
  readonly minItems: number;
  readonly maxItems: number;
}

function rangeText({ minItems, maxItems }: Range): string {
  return maxItems === Infinity ? `at least ${minItems}` : `${minItems} to ${maxItems}`;
}

function typeDifferences(old: FixValueField, next: FixValueField): readonly FieldDifference[] {
  if (old.type === next.type) return [];
  return [
    different(
      fixTypeRule,
      'the type',
      old.type,
      next.type,
      lostAndGained(!contains(next.form, old.form), !contains(old.form, next.form)),
    ),
  ];
}

/** The next wider form of each form whose values another one accepts. */
const wider: { readonly [Form in FixForm]?: FixForm } = {
  unsigned: 'integer',
  integer: 'decimal',
  decimal: 'text',
  boolean: 'character',
  character: 'text',
  list: 'text',
  timestamp: 'text',
  time: 'text',
  date: 'text',
  'local-time': 'text',
  month: 'text',
  'zoned-time': 'text',
  'zoned-timestamp': 'text',
};

/** True if a form accepts all values of another one, as they are written. */
function contains(form: FixForm, other: FixForm): boolean {
  for (let each: FixForm | undefined = other; each !== undefined; each = wider[each])
    if (each === form) return true;
  return false;
}

function formatDifferences(old: FixValueField, next: FixValueField): readonly FieldDifference[] {
  const differences: FieldDifference[] = [];
  if (old.form === next.form) {
    const [from, to] = [old.precision ?? anyPrecision, next.precision ?? anyPrecision];
    const isLost = from.some((digits) => !to.includes(digits));
    const isGained = to.some((digits) => !from.includes(digits));
    if (isLost || isGained)
      differences.push(
        different(
          fixFormatRule,
          'the fractional digits of a second',
          from.join(', '),
          to.join(', '),
          lostAndGained(isLost, isGained),
        ),
      );
  }
  if (old.canonical !== next.canonical)
    differences.push({
      rule: fixFormatRule,
      message: `leading zeros are ${next.canonical === true ? 'no longer' : 'now'} allowed`,
      verdicts: lostAndGained(next.canonical === true, old.canonical === true),
    });
  if (old.lengthOf !== next.lengthOf)
    differences.push(
      different(
        fixFormatRule,
        'the data field whose bytes the field counts',
        old.lengthOf === undefined ? 'none' : `"${old.lengthOf}"`,
        next.lengthOf === undefined ? 'none' : `"${next.lengthOf}"`,
      ),
    );
  return differences;
}

/** Fractional digits that are allowed without `x-fix-precision`. */
const anyPrecision: readonly number[] = [0, 3, 6, 9, 12];
