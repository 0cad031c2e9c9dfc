import type { DictionaryField, FieldValue } from './dictionary.js';
import { isKnownType } from './field-types.js';
import type { Reading } from './reading.js';
import type { XmlElement } from './xml.js';

/** The greatest tag: what an Int32 holds. FIX itself ends far below. */
const GREATEST_TAG = 0x7fff_ffff;

/** Reads `<fields>`: every field of the version, by name. */
export function readFields(
  elements: readonly XmlElement[],
  reading: Reading,
): ReadonlyMap<string, DictionaryField> {
  const fields = new Map<string, DictionaryField>();
  const tags = new Map<number, string>();
  for (const element of elements) {
    const field = readField(element, reading);
    if (field === undefined) continue;
    const { name, tag } = field;
    const holder = tags.get(tag);
    if (fields.has(name)) {
      reading.error('dictionary-duplicate', element, `there are two fields "${name}"`);
    } else if (holder !== undefined) {
      reading.error('dictionary-duplicate', element, `"${holder}" has the tag ${tag} already`);
    } else {
      fields.set(name, field);
      tags.set(tag, name);
    }
  }
  return fields;
}

function readField(element: XmlElement, reading: Reading): DictionaryField | undefined {
  const name = reading.nameOf(element);
  const tag = readTag(element, reading);
  const type = reading.attribute(element, 'type')?.toUpperCase();
  const values = readValues(element, reading);
  if (name === undefined || tag === undefined || type === undefined) return undefined;
  if (!isKnownType(type)) {
    reading.warning(
      'dictionary-type',
      element,
      `"${type}" is no data type of FIX; "${name}" is taken as STRING`,
    );
  }
  const open = element.attributes.get('allowOtherValues') ?? '';
  return {
    name,
    tag,
    type: isKnownType(type) ? type : 'STRING',
    values,
    isOpen: /^(?:y|true)$/i.test(open),
    position: element.position,
  };
}

function readTag(element: XmlElement, reading: Reading): number | undefined {
  const text = reading.attribute(element, 'number');
  if (text === undefined) return undefined;
  const tag = Number(text);
  if (/^[1-9][0-9]{0,9}$/.test(text) && tag <= GREATEST_TAG) return tag;
  reading.error(
    'dictionary-member',
    element,
    `${JSON.stringify(text)} is no tag: a whole number from 1 to ${GREATEST_TAG}`,
  );
  return undefined;
}

function readValues(element: XmlElement, reading: Reading): readonly FieldValue[] {
  const values = new Map<string, FieldValue>();
  for (const child of reading.children(element, 'value')) {
    const value = reading.attribute(child, 'enum');
    if (value === undefined) continue;
    if (values.has(value)) {
      reading.error('dictionary-duplicate', child, `the value "${value}" is listed twice`);
    } else if (!isFixText(value)) {
      reading.error('dictionary-member', child, 'a value of FIX has no control characters');
    } else {
      values.set(value, { value, name: child.attributes.get('description') ?? value });
    }
  }
  return [...values.values()];
}

function isFixText(text: string): boolean {
  return !/[\u0000-\u001f\u007f]/.test(text);
}
