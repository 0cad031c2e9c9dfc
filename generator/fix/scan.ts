/** A field as it is written: `tag` is the text before the equals sign, whatever it is. */
export interface RawField {
  readonly tag: string;
  readonly value: string;
}

/** A message that was found in a text, cut into its fields. */
export interface FoundMessage {
  /** What stands before it on its line, such as a log's time. */
  readonly prefix: string;
  readonly fields: readonly RawField[];
}

/** Finds messages in a text that comes in pieces: one character for each byte. */
export interface Scanner {
  /** Takes more text, and gives the messages that are whole now. */
  push(text: string): readonly FoundMessage[];
  /** There is no more: gives what is left, whole or not. */
  end(): readonly FoundMessage[];
}

/** SOH, and how logs and people write it. */
const DELIMITERS = ['\u0001', '|', '^A', '<SOH>', '\\x01', '\\u0001', ';'] as const;

const BEGIN = /(?<![0-9A-Za-z])8=FIXT?\.\d\.\d/g;

/** Characters beyond which something is no message, but a text in which one seemed to begin. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/** Characters of a line that are shown before its message. */
const LONGEST_PREFIX = 200;

/**
 * A scanner for logs and streams: a message begins with `8=FIX`, its fields end with whatever follows that one, and it ends with
 * `10=` or with its line. `counts` says of each length field which data field it counts the bytes of, whose value may hold anything.
 */
export function createScanner(counts: ReadonlyMap<string, string>): Scanner {
  let buffer = '';
  const scan = (isEnd: boolean): readonly FoundMessage[] => {
    const found: FoundMessage[] = [];
    let at = 0;
    for (;;) {
      BEGIN.lastIndex = at;
      const begin = BEGIN.exec(buffer);
      if (begin === null) break;
      const start = begin.index;
      const delimiter = delimiterAt(buffer, start + begin[0].length);
      // Its delimiter may not be there yet.
      if (delimiter === undefined && !isEnd && buffer.length - start < 32) break;
      const message =
        delimiter === undefined ? undefined : cut(buffer, start, delimiter, counts, isEnd);
      if (message === 'unfinished' && buffer.length - start < LONGEST_MESSAGE) break;
      if (message === undefined || message === 'unfinished') {
        at = start + begin[0].length;
        continue;
      }
      found.push({ prefix: lineBefore(buffer, start), fields: message.fields });
      buffer = buffer.slice(message.end);
      at = 0;
    }
    buffer = isEnd ? '' : rest(buffer.slice(at));
    return found;
  };
  return {
    push(text) {
      buffer += text;
      return scan(false);
    },
    end: () => scan(true),
  };
}

function delimiterAt(text: string, at: number): string | undefined {
  return DELIMITERS.find((delimiter) => text.startsWith(delimiter, at));
}

/** What stands before a place on its line, or behind the message before. */
function lineBefore(text: string, at: number): string {
  return text
    .slice(Math.max(0, text.lastIndexOf('\n', at - 1) + 1, at - LONGEST_PREFIX), at)
    .replaceAll(/^[\s|;]+|\s+$/g, '');
}

/** Drops the lines in which no message begins, and of the last one what no prefix shows. */
function rest(text: string): string {
  BEGIN.lastIndex = 0;
  const begin = BEGIN.exec(text)?.index ?? text.length;
  const line = text.lastIndexOf('\n', begin - 1) + 1;
  return text.slice(Math.max(line, begin - LONGEST_PREFIX));
}

type Cut = { readonly fields: readonly RawField[]; readonly end: number } | 'unfinished';

function cut(
  text: string,
  start: number,
  delimiter: string,
  counts: ReadonlyMap<string, string>,
  isEnd: boolean,
): Cut {
  const fields: RawField[] = [];
  let at = start;
  for (;;) {
    const equals = endOfTag(text, at);
    // Less than a tag may be there yet.
    if (equals === undefined && at >= text.length - 11 && !isEnd && !text.slice(at).includes('\n'))
      return 'unfinished';
    if (equals === undefined) {
      const last = fields.at(-1);
      const stop = endOfValue(text, at, delimiter);
      // A delimiter that people can type may stand in a value too.
      const piece = text.slice(at, stop.at);
      if (/^[\r\n]?$/.test(piece)) return { fields, end: at };
      if (last !== undefined && delimiter !== '\u0001')
        fields[fields.length - 1] = { ...last, value: `${last.value}${delimiter}${piece}` };
      else fields.push({ tag: piece, value: '' });
      if (stop.by !== 'delimiter') return { fields, end: stop.at };
      at = stop.at + delimiter.length;
      continue;
    }
    const tag = text.slice(at, equals);
    const length = dataLength(fields.at(-1), tag, counts);
    const from = equals + 1;
    if (length !== undefined && from + length > text.length && !isEnd) return 'unfinished';
    const isData =
      length !== undefined && text.startsWith(delimiter, from + length) && delimiter.length === 1;
    const stop = isData
      ? { at: from + length, by: 'delimiter' as const }
      : endOfValue(text, from, delimiter);
    const value = text.slice(from, stop.at);
    if (stop.by === 'end' && !isEnd) return 'unfinished';
    fields.push({ tag, value });
    const next = stop.by === 'delimiter' ? stop.at + delimiter.length : stop.at;
    if (tag === '10' || stop.by !== 'delimiter') return { fields, end: next };
    at = next;
  }
}

/** The place of the equals sign behind a tag; `undefined` where none is written. */
function endOfTag(text: string, at: number): number | undefined {
  const [tag] = /^\d{1,10}(?==)/.exec(text.slice(at, at + 11)) ?? [];
  return tag === undefined ? undefined : at + tag.length;
}

function endOfValue(
  text: string,
  from: number,
  delimiter: string,
): { readonly at: number; readonly by: 'delimiter' | 'line' | 'end' } {
  const end = text.indexOf(delimiter, from);
  const line = text.indexOf('\n', from);
  if (end >= 0 && (line < 0 || end < line)) return { at: end, by: 'delimiter' };
  if (line < 0) return { at: text.length, by: 'end' };
  return { at: text.charAt(line - 1) === '\r' && line > from ? line - 1 : line, by: 'line' };
}

function dataLength(
  before: RawField | undefined,
  tag: string,
  counts: ReadonlyMap<string, string>,
): number | undefined {
  if (before === undefined || counts.get(before.tag) !== tag) return undefined;
  return /^\d{1,8}$/.test(before.value) ? Number(before.value) : undefined;
}
