import type { FixField } from '../../fix.js';

type Value = string | number | boolean;

/** Returns the reason why no message satisfies a condition on a field; `undefined` if one can. */
export function neverEqual(
  field: FixField,
  values: readonly Value[],
): { readonly message: string; readonly hint: string } | undefined {
  const { name } = field;
  if (field.kind === 'group' || field.form === 'data' || field.lengthOf !== undefined) {
    const kind = field.kind === 'group' ? 'a group' : 'data, or counts its bytes';
    return {
      message: `"${name}" is ${kind}, which has no value to compare`,
      hint: 'ask with "required" whether it is there',
    };
  }
  if (values.length === 0) {
    return { message: `the condition on "${name}" has no values`, hint: 'list one at least' };
  }
  const listed = field.values?.values;
  const impossible = values.find(
    (value) => !(listed?.includes(value as never) ?? hasForm(field.form, value)),
  );
  if (impossible === undefined) return undefined;
  return {
    message: `"${name}" is never ${JSON.stringify(impossible)}`,
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
  return form === 'decimal' ? 'a decimal number' : 'a text, which stands in quotes';
}
