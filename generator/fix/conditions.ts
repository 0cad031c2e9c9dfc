import { rejectTexts } from '../../runtime/fix/index.js';
import {
  fieldsOf,
  requiredOf,
  rulesOf,
  type FixForm,
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
  const forms = new Map(
    fieldsOf(record).flatMap((field) =>
      field.kind === 'value' ? [[field.name, field.form] as const] : [],
    ),
  );
  const holds = (predicate: FixPredicate): boolean => {
    switch (predicate.kind) {
      case 'present':
        return present.has(predicate.field);
      case 'value': {
        const value = present.get(predicate.field);
        const form = forms.get(predicate.field);
        return value === undefined || predicate.values.some((each) => isValue(each, value, form));
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

/** Whether a text says a value; of a list, whether it is in there. */
function isValue(
  wanted: string | number | boolean,
  text: string,
  form: FixForm | undefined,
): boolean {
  if (form === 'boolean') return text === (wanted === true ? 'Y' : 'N');
  if (form === 'decimal') return text !== '' && Number(text) === Number(wanted);
  return form === 'list' ? text.split(' ').includes(String(wanted)) : text === String(wanted);
}
