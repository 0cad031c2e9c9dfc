import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType, Sentence } from '../../../core/diagnostic.js';
import type { FixField } from '../../fix.js';

/** A condition on fields that cannot be checked. */
export const fixCondition: DiagnosticType<{
  requiredIf: { name: string };
  nestedIf: void;
  empty: void;
  noValues: { name: string };
  keyword: { name: string };
  field: { name: string };
  incomparable: { name: string; reason: 'group' | 'data' };
  impossible: { name: string; value: string | number | boolean };
}> = defineError('fix-condition', {
  requiredIf: ({ name }) =>
    `"x-fix-required-if" of "${name}" must have a "field" and a list of its values`,
  nestedIf: () => 'an "if" is inside another condition',
  empty: () => 'a condition does not mention fields',
  noValues: ({ name }) => `the condition on "${name}" has no values`,
  keyword: ({ name }) => `"${name}" is not supported in a condition on fields`,
  field: ({ name }) => `"${name}" is not a field of this record`,
  incomparable: ({ name, reason }) =>
    `"${name}" cannot be compared, because it is ${reason === 'group' ? 'a group' : 'data, or counts the bytes of data'}`,
  impossible: ({ name, value }) => `"${name}" is never ${JSON.stringify(value)}`,
});

type Value = string | number | boolean;

/** Returns the reason why no message satisfies a condition on a field; `undefined` if one can. */
export function neverEqual(
  field: FixField,
  values: readonly Value[],
): { readonly sentence: Sentence; readonly hint: string } | undefined {
  const { name } = field;
  if (field.kind === 'group' || field.form === 'data' || field.lengthOf !== undefined) {
    const reason = field.kind === 'group' ? 'group' : 'data';
    return {
      sentence: fixCondition.incomparable({ name, reason }),
      hint: 'test its presence with "required"',
    };
  }
  if (values.length === 0) {
    return { sentence: fixCondition.noValues({ name }), hint: 'list at least one value' };
  }
  const listed = field.values?.values;
  const impossible = values.find(
    (value) => !(listed?.includes(value as never) ?? hasForm(field.form, value)),
  );
  if (impossible === undefined) return undefined;
  return {
    sentence: fixCondition.impossible({ name, value: impossible }),
    hint:
      listed === undefined
        ? `it is ${expectedOf(field.form)}`
        : `it is one of ${listed.map((each) => JSON.stringify(each)).join(', ')}`,
  };
}

type ValueForm = Extract<FixField, { readonly kind: 'value' }>['form'];

function hasForm(form: ValueForm, value: Value): boolean {
  if (form === 'integer' || form === 'unsigned') return Number.isSafeInteger(value);
  if (form === 'boolean') return typeof value === 'boolean';
  if (form === 'decimal') return /^-?\d+(?:\.\d+)?$/.test(String(value));
  return typeof value === 'string' && value !== '';
}

function expectedOf(form: ValueForm): string {
  if (form === 'integer' || form === 'unsigned') return 'an integer';
  if (form === 'boolean') return 'true or false';
  return form === 'decimal' ? 'a decimal number' : 'a text in quotes';
}
