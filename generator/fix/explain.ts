import type { FixField, FixRecord } from '../model/fix.js';
import { faultsOf } from './faults.js';
import { byTag, frameNames, type Lexicon } from './lexicon.js';
import type { FoundMessage, RawField } from './scan.js';
import { meaningOf } from './value.js';

/** A field, with what there is to say about it. */
export interface ExplainedField {
  /** The tag as it is written. */
  readonly tag: string;
  readonly name: string | undefined;
  readonly value: string;
  /** The name of its value. */
  readonly meaning: string | undefined;
  readonly form: 'text' | 'data' | 'secret';
  readonly faults: readonly string[];
  /** Of a group, the fields of each entry. */
  readonly entries: readonly (readonly ExplainedField[])[];
}

/** A message, with what there is to say about it. */
export interface ExplainedMessage {
  readonly prefix: string;
  /** What its MsgType is called, or the MsgType. */
  readonly name: string;
  readonly fields: readonly ExplainedField[];
  /** What is wrong with no field in particular: what is missing, what contradicts itself. */
  readonly faults: readonly string[];
}

/** Names, words and faults of a message. Every fault is told, in the words that a session has for it. */
export function explain(message: FoundMessage, lexicon: Lexicon): ExplainedMessage {
  const { fields } = message;
  const msgType = valueOf(fields, '35') ?? '';
  const known = lexicon.api.messages.find((each) => each.msgType === msgType);
  const told = faultsOf(fields, lexicon);
  const reader = createReader(fields, lexicon, known?.record, told.byField);
  const explained = reader.all();
  const missing = told.missing.map(({ text, tag, index }) => {
    const place = index < 0 ? undefined : reader.places.get(index);
    const name = lexicon.nameOf(tag) ?? String(tag);
    return `${text}: ${name} (${tag})${place === undefined ? '' : ` in ${place}`}`;
  });
  const name = lexicon.messageName(msgType) ?? (msgType === '' ? 'no message' : msgType);
  return {
    prefix: message.prefix,
    name,
    fields: explained,
    faults: [...told.message, ...missing],
  };
}

interface Reader {
  all(): readonly ExplainedField[];
  /** Of fields that begin an entry, by their places: which entry it is. */
  readonly places: ReadonlyMap<number, string>;
}

/** Puts fields in their places, as far as the description has places for them; `faults` are those of single fields. */
function createReader(
  fields: readonly RawField[],
  lexicon: Lexicon,
  record: FixRecord | undefined,
  faults: ReadonlyMap<number, readonly string[]>,
): Reader {
  const places = new Map<number, string>();
  const body: ReadonlyMap<number, FixField> = record === undefined ? new Map() : byTag(record);
  let at = 0;

  function one(index: number, field: FixField | undefined): ExplainedField {
    const raw = fields[index] ?? { tag: '', value: '' };
    const tag = Number(raw.tag);
    return {
      tag: raw.tag,
      name: field?.name ?? lexicon.nameOf(tag),
      value: raw.value,
      meaning: wordFor(raw, field, lexicon),
      form: secretTags.has(tag) ? 'secret' : isData(field) ? 'data' : 'text',
      faults: faults.get(index) ?? [],
      entries: [],
    };
  }

  function group(index: number, field: FixField & { kind: 'group' }): ExplainedField {
    const inner = byTag(field.entry);
    const first = [...inner.values()].find(({ name }) => name === field.delimiter)?.tag;
    const entries: (readonly ExplainedField[])[] = [];
    while (fields[index]?.value !== '0' && at < fields.length && inner.has(tagAt(at))) {
      places.set(at, `${field.name}[${entries.length + 1}]`);
      entries.push(entry(inner, first));
    }
    return { ...one(index, undefined), name: field.name, entries };
  }

  function entry(
    inner: ReadonlyMap<number, FixField>,
    first: number | undefined,
  ): readonly ExplainedField[] {
    const explained: ExplainedField[] = [];
    while (at < fields.length) {
      const tag = tagAt(at);
      const field = inner.get(tag);
      if (field === undefined || (tag === first && explained.length > 0)) break;
      const index = at++;
      explained.push(field.kind === 'group' ? group(index, field) : one(index, field));
    }
    return explained;
  }

  function tagAt(index: number): number {
    return Number(fields[index]?.tag);
  }

  function next(): ExplainedField {
    const index = at++;
    const tag = tagAt(index);
    if (frameNames.has(tag)) return one(index, undefined);
    const inHeader = lexicon.header.get(tag);
    const field = body.get(tag);
    if (field?.kind === 'group' && inHeader === undefined) return group(index, field);
    if (inHeader?.kind === 'group') return group(index, inHeader);
    return one(index, field ?? inHeader ?? lexicon.trailer.get(tag));
  }

  return {
    all() {
      const explained: ExplainedField[] = [];
      while (at < fields.length) explained.push(next());
      return explained;
    },
    places,
  };
}

/** Passwords and signatures, which have no business on a screen. */
const secretTags = new Set([96, 554, 925, 1402, 1404]);

function isData(field: FixField | undefined): boolean {
  return field?.kind === 'value' && field.form === 'data';
}

function wordFor(raw: RawField, field: FixField | undefined, lexicon: Lexicon): string | undefined {
  if (raw.tag === '35' || raw.tag === '372') return lexicon.messageName(raw.value);
  return field?.kind === 'value' ? meaningOf(field, raw.value) : undefined;
}

function valueOf(fields: readonly RawField[], tag: string): string | undefined {
  return fields.find((field) => field.tag === tag)?.value;
}
