import type { FixPlan, FixRecordPlan } from '../../plan/fix.js';

/** A component of fewer fields is written out wherever it is used. */
const FEW_FIELDS = 3;

/** Whether the fields of a component are read and written by functions of its own. */
export function isShared({ shares }: FixPlan, { kind, fields }: FixRecordPlan): boolean {
  return shares && kind === 'component' && fields.length >= FEW_FIELDS;
}
