import type { FixValueField } from '../model/fix.js';

/** The names of a field's value, or of each item of a list. Returns `undefined` if any has no name. */
export function enumNameOf(field: FixValueField, value: string): string | undefined {
  const { values } = field;
  if (values?.names === undefined) return undefined;
  const { names } = values;
  const items = field.form === 'list' ? value.split(' ') : [value];
  const itemNames = items.map(
    (item) => names[values.values.findIndex((each) => String(each) === item)],
  );
  return itemNames.includes(undefined) ? undefined : itemNames.join(' ');
}

/** Converts names of values to their wire form. Other text is returned unchanged. */
export function enumValueOf(field: FixValueField, text: string): string {
  const { values } = field;
  const items = field.form === 'list' ? text.split(' ') : [text];
  const encoded = items.map((item) => {
    if (values?.values.some((value) => String(value) === item) === true) return item;
    const index = values?.names?.indexOf(item) ?? -1;
    return index < 0 ? item : String(values?.values[index]);
  });
  return encoded.join(' ');
}

/** Converts text to bytes, one for each character. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
