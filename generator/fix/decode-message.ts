import type { FixField, FixRecord } from '../model/fix.js';
import { messageErrors } from './message-errors.js';
import { byTag, frameNames, type FixDictionary } from './dictionary.js';
import type { ScannedMessage, RawField } from './scan.js';
import { enumNameOf } from './field-value.js';

/** A decoded field with its errors. */
export interface DecodedField {
  /** The tag as written. */
  readonly tag: string;
  readonly name: string | undefined;
  readonly value: string;
  /** Name of the value. */
  readonly meaning: string | undefined;
  readonly form: 'text' | 'data' | 'secret';
  readonly faults: readonly string[];
  /** Fields of each entry, if the field is a group. */
  readonly entries: readonly (readonly DecodedField[])[];
}

/** A decoded message with its errors. */
export interface DecodedMessage {
  readonly prefix: string;
  /** Name of the MsgType, or the MsgType itself. */
  readonly name: string;
  readonly fields: readonly DecodedField[];
  /** Errors of the message as a whole, such as missing or contradictory fields. */
  readonly faults: readonly string[];
}

/** Decodes a message. Reports all errors, with the same texts as a session. */
export function decodeFixMessage(
  message: ScannedMessage,
  dictionary: FixDictionary,
): DecodedMessage {
  const { fields } = message;
  const msgType = valueOf(fields, '35') ?? '';
  const definition = dictionary.api.messages.find((each) => each.msgType === msgType);
  const errors = messageErrors(fields, dictionary);
  const reader = createReader(fields, dictionary, definition?.record, errors.byField);
  const decoded = reader.all();
  const missing = errors.missing.map(({ text, tag, index }) => {
    const entryLabel = index < 0 ? undefined : reader.entryLabels.get(index);
    const name = dictionary.nameOf(tag) ?? String(tag);
    return `${text}: ${name} (${tag})${entryLabel === undefined ? '' : ` in ${entryLabel}`}`;
  });
  const name = dictionary.messageName(msgType) ?? (msgType === '' ? 'no message' : msgType);
  return {
    prefix: message.prefix,
    name,
    fields: decoded,
    faults: [...errors.message, ...missing],
  };
}

interface Reader {
  all(): readonly DecodedField[];
  /** Labels of group entries, by the index of their first field. */
  readonly entryLabels: ReadonlyMap<number, string>;
}

/** Assigns fields to groups as the description defines them. `faults` contains the errors of individual fields. */
function createReader(
  fields: readonly RawField[],
  dictionary: FixDictionary,
  record: FixRecord | undefined,
  faults: ReadonlyMap<number, readonly string[]>,
): Reader {
  const entryLabels = new Map<number, string>();
  const body: ReadonlyMap<number, FixField> = record === undefined ? new Map() : byTag(record);
  let position = 0;

  function decodeField(index: number, field: FixField | undefined): DecodedField {
    const raw = fields[index] ?? { tag: '', value: '' };
    const tag = Number(raw.tag);
    return {
      tag: raw.tag,
      name: field?.name ?? dictionary.nameOf(tag),
      value: raw.value,
      meaning: valueName(raw, field, dictionary),
      form: secretTags.has(tag) ? 'secret' : isData(field) ? 'data' : 'text',
      faults: faults.get(index) ?? [],
      entries: [],
    };
  }

  function decodeGroup(index: number, field: FixField & { kind: 'group' }): DecodedField {
    const inner = byTag(field.entry);
    const first = [...inner.values()].find(({ name }) => name === field.delimiter)?.tag;
    const entries: (readonly DecodedField[])[] = [];
    while (fields[index]?.value !== '0' && position < fields.length && inner.has(tagAt(position))) {
      entryLabels.set(position, `${field.name}[${entries.length + 1}]`);
      entries.push(decodeEntry(inner, first));
    }
    return { ...decodeField(index, undefined), name: field.name, entries };
  }

  function decodeEntry(
    inner: ReadonlyMap<number, FixField>,
    first: number | undefined,
  ): readonly DecodedField[] {
    const decoded: DecodedField[] = [];
    while (position < fields.length) {
      const tag = tagAt(position);
      const field = inner.get(tag);
      if (field === undefined || (tag === first && decoded.length > 0)) break;
      const index = position++;
      decoded.push(field.kind === 'group' ? decodeGroup(index, field) : decodeField(index, field));
    }
    return decoded;
  }

  function tagAt(index: number): number {
    return Number(fields[index]?.tag);
  }

  function decodeNext(): DecodedField {
    const index = position++;
    const tag = tagAt(index);
    if (frameNames.has(tag)) return decodeField(index, undefined);
    const inHeader = dictionary.header.get(tag);
    const field = body.get(tag);
    if (field?.kind === 'group' && inHeader === undefined) return decodeGroup(index, field);
    if (inHeader?.kind === 'group') return decodeGroup(index, inHeader);
    return decodeField(index, field ?? inHeader ?? dictionary.trailer.get(tag));
  }

  return {
    all() {
      const decoded: DecodedField[] = [];
      while (position < fields.length) decoded.push(decodeNext());
      return decoded;
    },
    entryLabels,
  };
}

/** Passwords and signatures. */
const secretTags = new Set([96, 554, 925, 1402, 1404]);

function isData(field: FixField | undefined): boolean {
  return field?.kind === 'value' && field.form === 'data';
}

function valueName(
  raw: RawField,
  field: FixField | undefined,
  dictionary: FixDictionary,
): string | undefined {
  if (raw.tag === '35' || raw.tag === '372') return dictionary.messageName(raw.value);
  return field?.kind === 'value' ? enumNameOf(field, raw.value) : undefined;
}

function valueOf(fields: readonly RawField[], tag: string): string | undefined {
  return fields.find((field) => field.tag === tag)?.value;
}
