import { didYouMean } from '../core/suggestion.js';
import { fieldsOf, type FixField, type FixRecord } from '../model/fix.js';
import { checkSum, wire } from './frame.js';
import type { FixDictionary } from './dictionary.js';
import type { FieldsData } from './message-data.js';
import type { RawField } from './scan.js';
import { enumValueOf } from './field-value.js';

/** The fields of a message in order, or errors. */
export type EncodedMessage =
  | { readonly fields: readonly RawField[] }
  | { readonly faults: readonly string[] };

/**
 * Builds a message: replaces names of fields and values, and encodes text as UTF-8. Fields of header, body and trailer are in ascending
 * order of tags, and those of group entries in the order of the description, as the codec writes them. Computes BodyLength and CheckSum.
 */
export function encodeFixMessage(
  name: string,
  data: FieldsData,
  dictionary: FixDictionary,
): EncodedMessage {
  const { api } = dictionary;
  const message = api.messages.find((each) => each.name === name || each.msgType === name);
  if (message === undefined) {
    const { hint } = didYouMean(
      name,
      api.messages.map((each) => each.name),
    );
    return { faults: [`there is no message "${name}"${hint === undefined ? '' : `; ${hint}`}`] };
  }
  const faults: string[] = [];
  const header = fieldsOf(api.header);
  const trailer = fieldsOf(api.trailer);
  const body = fieldsOf(message.record);
  const parts = {
    header: [] as OrderedFields[],
    body: [] as OrderedFields[],
    trailer: [] as OrderedFields[],
  };
  for (const [key, value] of Object.entries(data)) {
    if (engineKeys.has(key)) continue;
    const match = ({ name: fieldName, tag }: FixField): boolean =>
      fieldName === key || String(tag) === key;
    const field = header.find(match) ?? body.find(match) ?? trailer.find(match);
    if (field === undefined && !/^[1-9]\d{0,9}$/.test(key)) {
      const { hint } = didYouMean(
        key,
        [...header, ...body].map((each) => each.name),
      );
      faults.push(
        `"${key}" is no field of ${message.name}${hint === undefined ? '' : `; ${hint}`}`,
      );
      continue;
    }
    const part = header.some(match) ? 'header' : trailer.some(match) ? 'trailer' : 'body';
    const order = field?.tag ?? Number(key);
    parts[part].push({ order, fields: fieldsFor(field, key, value, faults) });
  }
  if (faults.length > 0) return { faults };
  const rest = [
    { tag: '35', value: message.msgType },
    ...sorted(withLengths(parts.header, api.header)),
    ...sorted(withLengths(parts.body, message.record)),
    ...sorted(withLengths(parts.trailer, api.trailer)),
  ];
  const begin = { tag: '8', value: api.beginString };
  const length = { tag: '9', value: String(wire(rest).length) };
  const fields = [begin, length, ...rest];
  return { fields: [...fields, { tag: '10', value: checkSum(wire(fields)) }] };
}

/** Names and tags of computed fields. */
const engineKeys = new Set([
  'BeginString',
  'BodyLength',
  'MsgType',
  'CheckSum',
  '8',
  '9',
  '35',
  '10',
]);

interface OrderedFields {
  readonly order: number;
  readonly fields: readonly RawField[];
}

function fieldsFor(
  field: FixField | undefined,
  key: string,
  value: FieldsData[string] | undefined,
  faults: string[],
): readonly RawField[] {
  const tag = String(field?.tag ?? key);
  if (field?.kind === 'group') {
    if (!Array.isArray(value)) {
      faults.push(`"${key}" is a group: a list of entries`);
      return [];
    }
    const entries = value.flatMap((entry: unknown, index) => {
      if (typeof entry === 'object' && entry !== null && !Array.isArray(entry))
        return entryFields(field.entry, field.delimiter, entry, faults);
      faults.push(`"${key}" has an entry, ${index + 1}, that is no object`);
      return [];
    });
    return [{ tag, value: String(value.length) }, ...entries];
  }
  const text = textOf(value);
  if (text === undefined) {
    faults.push(`"${key}" is no text, number, boolean or { "base64": … }`);
    return [];
  }
  if (field?.form !== 'data' && text.includes('\u0001')) {
    faults.push(`"${key}" holds SOH, which ends a field`);
    return [];
  }
  return [{ tag, value: field === undefined ? text : enumValueOf(field, text) }];
}

function entryFields(
  record: FixRecord,
  delimiter: string,
  entry: object,
  faults: string[],
): readonly RawField[] {
  const recordFields = fieldsOf(record);
  const ordered = Object.entries(entry).flatMap(([key, value]): readonly OrderedFields[] => {
    const index = recordFields.findIndex(({ name, tag }) => name === key || String(tag) === key);
    const field = recordFields[index];
    if (field === undefined) faults.push(`"${key}" is no field of an entry`);
    const order = field?.name === delimiter ? -1 : index;
    return field === undefined ? [] : [{ order, fields: fieldsFor(field, key, value, faults) }];
  });
  return sorted(withLengths(ordered, record));
}

/** Inserts the length before each data field, and discards lengths in the input. */
function withLengths(
  ordered: readonly OrderedFields[],
  record: FixRecord,
): readonly OrderedFields[] {
  const recordFields = fieldsOf(record);
  const lengths = recordFields.flatMap((field) =>
    field.kind === 'value' && field.lengthOf !== undefined ? [field] : [],
  );
  const lengthTags = new Set(lengths.map(({ tag }) => String(tag)));
  const withoutLengths = ordered.filter(({ fields: [first] }) => !lengthTags.has(first?.tag ?? ''));
  return withoutLengths.map((each) => {
    const [first] = each.fields;
    const data = recordFields.find(({ tag }) => String(tag) === first?.tag);
    const length = lengths.find(({ lengthOf }) => lengthOf === data?.name);
    if (first === undefined || length === undefined) return each;
    return {
      ...each,
      fields: [{ tag: String(length.tag), value: String(first.value.length) }, ...each.fields],
    };
  });
}

function sorted(ordered: readonly OrderedFields[]): readonly RawField[] {
  return [...ordered].sort((a, b) => a.order - b.order).flatMap(({ fields }) => fields);
}

/** The bytes of a value, one for each character. Returns `undefined` if the value is invalid. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  // A lone surrogate has no UTF-8 encoding.
  if (typeof value === 'string' && !/\p{Cs}/u.test(value))
    return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join(
      '',
    );
  const base64: unknown =
    typeof value === 'object' && value !== null && 'base64' in value ? value.base64 : undefined;
  try {
    return typeof base64 === 'string' ? atob(base64) : undefined;
  } catch {
    return undefined;
  }
}
