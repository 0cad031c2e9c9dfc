import { defineWarning, type DiagnosticType } from '../core/diagnostic.js';
import { dictionaryDuplicate, dictionaryMember } from './dictionary-diagnostics.js';
import type { DictionaryField, FieldValue } from './dictionary.js';
import type { DictionaryReader } from './dictionary-reader.js';
import type { XmlElement } from './xml.js';

/** A data type that FIX does not define. */
export const dictionaryType: DiagnosticType<{ default: { type: string; field: string } }> =
  defineWarning('dictionary-type', {
    default: ({ type, field }) =>
      `"${type}" is not a data type of FIX, so "${field}" is treated as STRING`,
  });

/** Maximum tag, an Int32. Tags of FIX itself are far smaller. */
const MAX_TAG = 0x7fff_ffff;

/** Reads `<fields>` into a map by name. */
export function readFields(
  elements: readonly XmlElement[],
  reader: DictionaryReader,
): ReadonlyMap<string, DictionaryField> {
  const fields = new Map<string, DictionaryField>();
  const tags = new Map<number, string>();
  for (const element of elements) {
    const field = readField(element, reader);
    if (field === undefined) continue;
    const { name, tag } = field;
    const existing = tags.get(tag);
    if (fields.has(name)) {
      reader.report(dictionaryDuplicate.field({ name }), element);
    } else if (existing !== undefined) {
      reader.report(dictionaryDuplicate.tag({ name: existing, tag }), element);
    } else {
      fields.set(name, field);
      tags.set(tag, name);
    }
  }
  return fields;
}

function readField(element: XmlElement, reader: DictionaryReader): DictionaryField | undefined {
  const name = reader.nameOf(element);
  const tag = readTag(element, reader);
  const type = reader.attribute(element, 'type')?.toUpperCase();
  const values = readValues(element, reader);
  if (name === undefined || tag === undefined || type === undefined) return undefined;
  if (!isKnownType(type)) {
    reader.report(dictionaryType.default({ type, field: name }), element);
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

function readTag(element: XmlElement, reader: DictionaryReader): number | undefined {
  const text = reader.attribute(element, 'number');
  if (text === undefined) return undefined;
  const tag = Number(text);
  if (/^[1-9][0-9]{0,9}$/.test(text) && tag <= MAX_TAG) return tag;
  reader.report(dictionaryMember.tag({ text, maximum: MAX_TAG }), element);
  return undefined;
}

function readValues(element: XmlElement, reader: DictionaryReader): readonly FieldValue[] {
  const values = new Map<string, FieldValue>();
  for (const child of reader.children(element, 'value')) {
    const value = reader.attribute(child, 'enum');
    if (value === undefined) continue;
    if (values.has(value)) {
      reader.report(dictionaryDuplicate.value({ value }), child);
    } else if (!isFixText(value)) {
      reader.report(dictionaryMember.control(), child);
    } else {
      values.set(value, { value, name: child.attributes.get('description') ?? value });
    }
  }
  return [...values.values()];
}

function isFixText(text: string): boolean {
  return !/[\u0000-\u001f\u007f]/.test(text);
}

/** JSON type of a FIX data type in a description. Decimal numbers are strings, because they are exact. */
type JsonType = 'string' | 'integer' | 'boolean';

const integers = ['INT', 'LENGTH', 'SEQNUM', 'NUMINGROUP', 'TAGNUM', 'DAYOFMONTH'];
const numbers = ['FLOAT', 'QTY', 'QUANTITY', 'PRICE', 'PRICEOFFSET', 'AMT', 'PERCENTAGE'];
const texts = ['CHAR', 'STRING', 'CURRENCY', 'COUNTRY', 'EXCHANGE', 'LANGUAGE', 'XID', 'XIDREF'];
const lists = ['MULTIPLEVALUESTRING', 'MULTIPLESTRINGVALUE', 'MULTIPLECHARVALUE'];
const dates = ['MONTHYEAR', 'UTCDATEONLY', 'UTCDATE', 'DATE', 'LOCALMKTDATE'];
const times = ['UTCTIMESTAMP', 'UTCTIMEONLY', 'TIME', 'LOCALMKTTIME', 'TZTIMEONLY', 'TZTIMESTAMP'];
const bytes = ['DATA', 'XMLDATA'];

const jsonTypes: ReadonlyMap<string, JsonType> = new Map<string, JsonType>([
  ...integers.map((name) => [name, 'integer'] as const),
  ...[numbers, texts, lists, dates, times, bytes].flat().map((name) => [name, 'string'] as const),
  ['BOOLEAN', 'boolean'],
]);

/** True if the name is a data type of any version of FIX. */
function isKnownType(name: string): boolean {
  return jsonTypes.has(name);
}

/** The JSON type of a data type. Default: string. */
export function jsonTypeOf(name: string): JsonType {
  return jsonTypes.get(name) ?? 'string';
}

/** True for data types of arbitrary bytes, whose length is the value of the preceding field. */
export function isData(name: string): boolean {
  return bytes.includes(name);
}
