import { fixKey, type FixRecordPlan } from '../emitters/fix/plan.js';
import type { Plan } from '../plan/plan.js';
import type { ChangedNodes, ChangedRecord } from './change.js';
import type { ChangedExport } from './exports.js';

/** Plans of the records of FIX by the keys of the records. */
export type FixNames = ReadonlyMap<string, FixRecordPlan>;

/** Collects the names of the records of FIX. */
export function fixNamesOf(plan: Plan): FixNames {
  const fix = plan.partOf(fixKey);
  const records = fix === undefined ? [] : [...fix.records, fix.header, fix.trailer];
  return new Map(records.map((each) => [each.record.key, each]));
}

/** The types of a record of FIX, and the member for its field. */
export function fixExports(
  before: FixNames,
  after: FixNames,
  { oldFix, nextFix }: ChangedNodes,
): readonly ChangedExport[] {
  const [old, next] = [memberOf(before, oldFix), memberOf(after, nextFix)];
  const found = next ?? old;
  if (found === undefined) return [];
  const { name, member } = found;
  const change = nextFix === undefined ? 'removed' : oldFix === undefined ? 'added' : 'changed';
  const isRenamed = old?.member !== undefined && member !== undefined && old.member !== member;
  return isRenamed
    ? [{ name, kind: 'type', member, change: 'renamed', before: `${old.name}.${old.member}` }]
    : [{ name, kind: 'type', ...(member !== undefined && { member }), change }];
}

function memberOf(
  names: FixNames,
  changed: ChangedRecord | undefined,
): { readonly name: string; readonly member?: string } | undefined {
  const plan = changed && names.get(changed.record.key);
  if (plan === undefined) return undefined;
  const member = plan.fields.find(({ field }) => field.name === changed?.field)?.member;
  return { name: plan.type.name, ...(member !== undefined && { member }) };
}
