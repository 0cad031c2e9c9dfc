import { rejectTexts } from '../../runtime/fix/index.js';
import {
  fieldsOf,
  requiredOf,
  rulesOf,
  type FixPredicate,
  type FixRecord,
  type FixRule,
} from '../model/fix.js';

/** What a record lacks, and which of its conditions do not hold, in the words of a Reject. `place` names an entry of a group. */
export function missing(
  record: FixRecord,
  fields: readonly { readonly tag: string; readonly value: string }[],
  place?: string,
): readonly string[] {
  const known = fieldsOf(record);
  const names = new Map(known.map(({ tag, name }) => [String(tag), name]));
  const present = new Map<string, string>();
  for (const { tag, value } of fields) {
    const name = names.get(tag);
    if (name !== undefined && !present.has(name)) present.set(name, value);
  }
  const shown = (name: string): string => {
    const tag = known.find((field) => field.name === name)?.tag;
    return `${name} (${tag})${place === undefined ? '' : ` in ${place}`}`;
  };
  const lacking = [...requiredOf(record)].filter((name) => !present.has(name));
  const broken = brokenRules(record, present).filter(({ field }) => !lacking.includes(field));
  return [
    ...lacking.map((name) => `${rejectTexts[1]}: ${shown(name)}`),
    ...broken.map(({ reason, field }) => `${rejectTexts[reason]}: ${shown(field)}`),
  ];
}

/** The conditions of a record that do not hold for the values that are there, by the names of their fields. */
function brokenRules(record: FixRecord, present: ReadonlyMap<string, string>): readonly FixRule[] {
  const booleans = new Set(
    fieldsOf(record).flatMap((field) =>
      field.kind === 'value' && field.form === 'boolean' ? [field.name] : [],
    ),
  );
  const holds = (predicate: FixPredicate): boolean => {
    switch (predicate.kind) {
      case 'present':
        return present.has(predicate.field);
      case 'value': {
        const value = present.get(predicate.field);
        const text = (each: string | number | boolean): string =>
          booleans.has(predicate.field) ? (each === true ? 'Y' : 'N') : String(each);
        return value === undefined || predicate.values.some((each) => text(each) === value);
      }
      case 'all':
        return predicate.of.every(holds);
      case 'any':
        return predicate.of.some(holds);
      case 'one':
        return predicate.of.filter(holds).length === 1;
      case 'most-one':
        return predicate.of.filter(holds).length <= 1;
      case 'not':
        return !holds(predicate.of);
    }
  };
  return rulesOf(record).filter(({ when, demand }) => {
    const applies = when === undefined || holds(when);
    return applies && !holds(demand);
  });
}
