import { rejectTexts } from '../../runtime/fix/index.js';
import type { FixField, FixRecord } from '../model/fix.js';
import { missing } from './conditions.js';
import { frameFaults } from './frame.js';
import { byTag, frameNames, type Lexicon } from './lexicon.js';
import type { FoundMessage, RawField } from './scan.js';
import { faultOf, meaningOf } from './value.js';

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
  const reader = createReader(fields, lexicon, known?.record);
  const explained = reader.all();
  const faults = [
    ...(known === undefined && lexicon.isComplete ? [`${rejectTexts[11]}: "${msgType}"`] : []),
    ...missing(lexicon.api.header, explained),
    ...(known === undefined ? [] : missing(known.record, explained)),
    ...reader.faults,
  ];
  const name = lexicon.messageName(msgType) ?? (msgType === '' ? 'no message' : msgType);
  return { prefix: message.prefix, name, fields: explained, faults };
}

interface Reader {
  all(): readonly ExplainedField[];
  /** What was found wrong with entries of groups. */
  readonly faults: readonly string[];
}

function createReader(
  fields: readonly RawField[],
  lexicon: Lexicon,
  record: FixRecord | undefined,
): Reader {
  const faults: string[] = [];
  const body: ReadonlyMap<number, FixField> = record === undefined ? new Map() : byTag(record);
  const frame = frameFaults(fields, lexicon);
  const seen = new Set<string>();
  let at = 0;
  let isBody = false;

  function one(
    raw: RawField,
    field: FixField | undefined,
    more: readonly string[],
  ): ExplainedField {
    const tag = Number(raw.tag);
    const fault = field?.kind === 'value' ? faultOf(field, raw.value) : undefined;
    const own = fault === undefined ? [] : [fault];
    const empty = field === undefined && raw.value === '' ? [rejectTexts[4]] : [];
    return {
      tag: raw.tag,
      name: field?.name ?? lexicon.nameOf(tag),
      value: raw.value,
      meaning: wordFor(raw, field, lexicon),
      form: secretTags.has(tag) ? 'secret' : isData(field) ? 'data' : 'text',
      faults: [...more, ...own, ...empty],
      entries: [],
    };
  }

  function group(raw: RawField, field: FixField & { kind: 'group' }): ExplainedField {
    const more = seenTwice(raw);
    const inner = byTag(field.entry);
    const first = [...inner.values()].find(({ name }) => name === field.delimiter)?.tag;
    const entries: (readonly ExplainedField[])[] = [];
    const count = /^\d{1,7}$/.test(raw.value) ? Number(raw.value) : undefined;
    while (raw.value !== '0' && at < fields.length && inner.has(tagAt(at))) {
      const own = entry(inner, first);
      const place = `${field.name}[${entries.length + 1}]`;
      faults.push(...missing(field.entry, own, place));
      entries.push(own);
    }
    const { minItems = 0, maxItems = Infinity } = field;
    const isWrong =
      count === undefined ? rejectTexts[6] : count === entries.length ? undefined : rejectTexts[16];
    const isOut =
      entries.length < minItems || entries.length > maxItems ? rejectTexts[5] : undefined;
    return {
      ...one(raw, undefined, [...more, ...[isWrong, isOut].flatMap((fault) => fault ?? [])]),
      name: field.name,
      entries,
    };
  }

  function entry(
    inner: ReadonlyMap<number, FixField>,
    first: number | undefined,
  ): readonly ExplainedField[] {
    const explained: ExplainedField[] = [];
    const own = new Set<number>();
    for (; at < fields.length;) {
      const tag = tagAt(at);
      const field = inner.get(tag);
      if (field === undefined || (tag === first && explained.length > 0)) break;
      const raw = fields[at++];
      if (raw === undefined) break;
      const order = explained.length === 0 && tag !== first ? [rejectTexts[15]] : [];
      const twice = own.has(tag) ? [rejectTexts[13]] : [];
      own.add(tag);
      explained.push(
        field.kind === 'group' ? group(raw, field) : one(raw, field, [...order, ...twice]),
      );
    }
    return explained;
  }

  function tagAt(index: number): number {
    return Number(fields[index]?.tag);
  }

  function seenTwice(raw: RawField): readonly string[] {
    const isAgain = seen.has(raw.tag);
    seen.add(raw.tag);
    return isAgain ? [rejectTexts[13]] : [];
  }

  function next(): ExplainedField {
    const index = at;
    const raw = fields[at++] ?? { tag: '', value: '' };
    const tag = Number(raw.tag);
    const own = frame.get(index) ?? [];
    if (frameNames.has(tag)) return one(raw, undefined, [...own, ...seenTwice(raw)]);
    const inHeader = lexicon.header.get(tag);
    const field = body.get(tag);
    if (field?.kind === 'group' && inHeader === undefined) {
      isBody = true;
      return group(raw, field);
    }
    if (inHeader?.kind === 'group') return group(raw, inHeader);
    const isLate = inHeader !== undefined && field === undefined && isBody ? [rejectTexts[14]] : [];
    const known = field ?? inHeader ?? lexicon.trailer.get(tag);
    if (inHeader === undefined) isBody = true;
    const foreign = known === undefined ? foreignFault(raw, lexicon, record) : [];
    return one(raw, known, [...own, ...isLate, ...seenTwice(raw), ...foreign]);
  }

  return {
    all() {
      const explained: ExplainedField[] = [];
      while (at < fields.length) explained.push(next());
      return explained;
    },
    faults,
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

function foreignFault(
  { tag }: RawField,
  { api, has, isComplete }: Lexicon,
  record: FixRecord | undefined,
): readonly string[] {
  const number = Number(tag);
  if (!/^[1-9]\d*$/.test(tag)) return [rejectTexts[0]];
  if (!isComplete || record === undefined || api.unknownFields === 'keep') return [];
  if (has(number)) return [rejectTexts[2]];
  return api.unknownFields === 'keepUserDefined' && number >= 5000 ? [] : [rejectTexts[0]];
}

function valueOf(fields: readonly RawField[], tag: string): string | undefined {
  return fields.find((field) => field.tag === tag)?.value;
}
