import type { FixValueField } from '../model/fix.js';

/** What a value is called: the name of one of the values that a field may have. */
export function meaningOf(field: FixValueField, value: string): string | undefined {
  const { values } = field;
  if (values?.names === undefined) return undefined;
  const { names } = values;
  const items = field.form === 'list' ? value.split(' ') : [value];
  const words = items.map(
    (item) => names[values.values.findIndex((each) => String(each) === item)],
  );
  return words.includes(undefined) ? undefined : words.join(' ');
}

/** The text of a value that is given by its name, or as it stands on the wire. */
export function valueCalled(field: FixValueField, text: string): string {
  const { values } = field;
  const items = field.form === 'list' ? text.split(' ') : [text];
  const found = items.map((item) => {
    if (values?.values.some((value) => String(value) === item) === true) return item;
    const at = values?.names?.indexOf(item) ?? -1;
    return at < 0 ? item : String(values?.values[at]);
  });
  return found.join(' ');
}

/** One byte for each character. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
