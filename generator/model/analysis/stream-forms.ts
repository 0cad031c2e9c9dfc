import type { Content } from '../api.js';
import type { KeywordSchema, SchemaId, SchemaTable } from '../schema.js';
import {
  branchesOf,
  isText,
  namesOf,
  partsOf,
  textsOf,
  typesOf,
  variantsOf,
} from './schema-variants.js';

/** One form that the items of a stream have. */
export interface StreamForm {
  /** Of events: what they are called; absent where they have none of the names of other forms. */
  readonly names?: readonly string[];
  /** How the item, or the data of the event, travels. */
  readonly data: 'json' | 'text';
  /** Schema of the item, or of the data of the event; absent where nothing is said of it. */
  readonly schema?: SchemaId;
}

/** Whether a body is a stream of items, which come and go one by one. */
export function isStream({ codec }: Content): boolean {
  return codec === 'sse' || codec === 'json-lines' || codec === 'json-seq';
}

/** Codecs of bodies that are sent as a whole, the ones that are written most easily first. */
const wholeCodecs: readonly Content['codec'][] = [
  'json',
  'form',
  'multipart',
  'text',
  'xml',
  'xml-text',
  'binary',
  'opaque',
];

/** The contents that are sent as a whole, which a stream is not: the one that is written most easily first. */
export function wholeContents(contents: readonly Content[]): readonly Content[] {
  return contents
    .filter((content) => !isStream(content))
    .toSorted((left, right) => wholeCodecs.indexOf(left.codec) - wholeCodecs.indexOf(right.codec));
}

/**
 * The forms of a stream's items: one, unless it is a stream of events that says more. `itemSchema` describes items; a `schema` without
 * it, as older documents have it, describes them by its `items` where it is a list, and itself where it is not.
 */
export function streamForms(table: SchemaTable, content: Content): readonly StreamForm[] {
  const root = content.item ?? itemOfList(table, content.schema);
  if (content.codec === 'sse') return eventForms(table, root, content.item !== undefined);
  // A text that describes the whole body says nothing of its lines.
  const isWhole = content.item === undefined && root !== undefined && isText(table, root);
  return [root === undefined || isWhole ? { data: 'json' } : { data: 'json', schema: root }];
}

function itemOfList(table: SchemaTable, id: SchemaId | undefined): SchemaId | undefined {
  if (id === undefined) return undefined;
  for (const { keywords } of partsOf(table, id)) {
    const isList = keywords.type === undefined || keywords.type.includes('array');
    if (keywords.items !== undefined && isList) return keywords.items;
  }
  return id;
}

const fields: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry', 'comment']);

/**
 * An object with the fields of an event describes events. Anything else describes their data: JSON, unless it can only be text.
 */
function eventForms(
  table: SchemaTable,
  root: SchemaId | undefined,
  isItem: boolean,
): readonly StreamForm[] {
  if (root === undefined) return [{ data: 'text' }];
  const names = namesOf(table, root);
  const describesEvents =
    names.includes('data') && (isItem || names.every((name) => fields.has(name)));
  if (!describesEvents) return dataForms(table, [root]);
  const forms = variantsOf(table, root).flatMap((parts) => variantForms(table, parts));
  return merged(forms);
}

function variantForms(table: SchemaTable, parts: readonly KeywordSchema[]): readonly StreamForm[] {
  const member = (name: string): readonly SchemaId[] =>
    parts.flatMap(
      ({ keywords }) => keywords.properties?.find(([each]) => each === name)?.[1] ?? [],
    );
  const names = [...new Set(member('event').flatMap((id) => textsOf(table, id)))];
  const data = dataForms(table, member('data'));
  return names.length === 0 ? data : data.map((form) => ({ ...form, names }));
}

/** Forms of data that several schemas describe together. */
function dataForms(table: SchemaTable, ids: readonly SchemaId[]): readonly StreamForm[] {
  for (const id of ids) {
    for (const { keywords } of partsOf(table, id)) {
      const { contentMediaType: type, contentSchema } = keywords;
      if (type !== undefined && !/[/+]json\s*(?:;|$)/i.test(type)) continue;
      if (contentSchema !== undefined) return [{ data: 'json', schema: contentSchema }];
      if (type !== undefined) return [{ data: 'json' }];
    }
  }
  const subject =
    ids.find((id) => textsOf(table, id).length > 0) ??
    ids.find((id) => typesOf(table, id) !== undefined) ??
    ids.find((id) => !partsOf(table, id).every(isEmpty));
  if (subject === undefined) return [{ data: 'text' }];
  if (isText(table, subject)) return [{ data: 'text', schema: subject }];
  const branches = branchesOf(table, subject);
  const texts = branches.filter((id) => isText(table, id));
  if (texts.length === 0) return [{ data: 'json', schema: subject }];
  return branches.map((schema) => ({ data: texts.includes(schema) ? 'text' : 'json', schema }));
}

/** Whether a schema says nothing of values but how their text is to be taken. */
function isEmpty({ keywords }: KeywordSchema): boolean {
  return Object.entries(keywords).every(
    ([name, value]) =>
      value === undefined || name === 'contentMediaType' || name === 'contentEncoding',
  );
}

/** Events of one form once, whatever the number of ways to describe them. */
function merged(forms: readonly StreamForm[]): readonly StreamForm[] {
  const known = new Map<string, StreamForm>();
  for (const form of forms) known.set(JSON.stringify(form), form);
  return [...known.values()];
}
