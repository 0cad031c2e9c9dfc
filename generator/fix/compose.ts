import { didYouMean } from '../core/suggestion.js';
import { fieldsOf, type FixField, type FixRecord } from '../model/fix.js';
import { checkSum, wire } from './frame.js';
import type { Lexicon } from './lexicon.js';
import type { FieldsData } from './message-data.js';
import type { RawField } from './scan.js';
import { valueCalled } from './value.js';

/** The fields of a message from first to last, or why there is none. */
export type Composed =
  | { readonly fields: readonly RawField[] }
  | { readonly faults: readonly string[] };

/**
 * Puts a message together: names become tags, words values, texts UTF-8. Header, body and trailer are by ascending tags,
 * and the entries of groups in the order of their description, as a codec writes them. BodyLength and CheckSum are computed.
 */
export function compose(name: string, data: FieldsData, lexicon: Lexicon): Composed {
  const { api } = lexicon;
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
  const parts = { header: [] as Placed[], body: [] as Placed[], trailer: [] as Placed[] };
  for (const [key, value] of Object.entries(data)) {
    if (engineKeys.has(key)) continue;
    const match = ({ name: own, tag }: FixField): boolean => own === key || String(tag) === key;
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

/** What is computed, under every name that data may have for it. */
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

interface Placed {
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
  return [{ tag, value: field === undefined ? text : valueCalled(field, text) }];
}

function entryFields(
  record: FixRecord,
  delimiter: string,
  entry: object,
  faults: string[],
): readonly RawField[] {
  const known = fieldsOf(record);
  const placed = Object.entries(entry).flatMap(([key, value]): readonly Placed[] => {
    const at = known.findIndex(({ name, tag }) => name === key || String(tag) === key);
    const field = known[at];
    if (field === undefined) faults.push(`"${key}" is no field of an entry`);
    const order = field?.name === delimiter ? -1 : at;
    return field === undefined ? [] : [{ order, fields: fieldsFor(field, key, value, faults) }];
  });
  return sorted(withLengths(placed, record));
}

/** Puts the length of each data field before it, whatever it was said to be. */
function withLengths(placed: readonly Placed[], record: FixRecord): readonly Placed[] {
  const known = fieldsOf(record);
  const lengths = known.flatMap((field) =>
    field.kind === 'value' && field.lengthOf !== undefined ? [field] : [],
  );
  const lengthTags = new Set(lengths.map(({ tag }) => String(tag)));
  const kept = placed.filter(({ fields: [first] }) => !lengthTags.has(first?.tag ?? ''));
  return kept.map((each) => {
    const [first] = each.fields;
    const data = known.find(({ tag }) => String(tag) === first?.tag);
    const length = lengths.find(({ lengthOf }) => lengthOf === data?.name);
    if (first === undefined || length === undefined) return each;
    return {
      ...each,
      fields: [{ tag: String(length.tag), value: String(first.value.length) }, ...each.fields],
    };
  });
}

function sorted(placed: readonly Placed[]): readonly RawField[] {
  return [...placed].sort((a, b) => a.order - b.order).flatMap(({ fields }) => fields);
}

/** The bytes of a value, one for each character; `undefined` for what is no value. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  // A half of a surrogate pair is nothing that UTF-8 can say.
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
