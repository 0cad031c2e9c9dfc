/** A field as it is written: `tag` is the text before the equals sign, whatever it is. */
export interface RawField {
  readonly tag: string;
  readonly value: string;
  /** Set for text in the place of a field that has no equals sign behind a number: all of it is `tag`. */
  readonly isOdd?: true;
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

/** Characters beyond which a message is cut, and what follows looked at anew. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;

/** Characters of a line that are shown before its message. */
const LONGEST_PREFIX = 200;

/** Characters of the longest delimiter, which may be there in part. */
const LONGEST_DELIMITER = 6;

/** A message of which some fields are there. */
interface Open {
  readonly prefix: string;
  readonly delimiter: string;
  readonly fields: RawField[];
  /** How many characters its fields have. */
  length: number;
  /** How many characters of the next field were looked at, without its end among them. */
  searched: number;
}

/**
 * A scanner for logs and streams: a message begins with `8=FIX`, its fields end with whatever follows that one, and it ends with
 * `10=`, with its line, or where another one begins. `counts` says of each length field which data field it counts the bytes of,
 * whose value may hold anything.
 */
export function createScanner(counts: ReadonlyMap<string, string>): Scanner {
  /** What was not looked at yet; in front of a message its line, as far as that is shown. */
  let buffer = '';
  let open: Open | undefined;

  /** Finds where a message begins, and leaves its first field in front; whether there is one. */
  function begin(isEnd: boolean): boolean {
    let from = 0;
    for (;;) {
      BEGIN.lastIndex = from;
      const found = BEGIN.exec(buffer);
      if (found === null) {
        const line = Math.max(buffer.lastIndexOf('\n') + 1, buffer.length - LONGEST_PREFIX);
        buffer = buffer.slice(line);
        return false;
      }
      const start = found.index;
      const end = start + found[0].length;
      const delimiter = DELIMITERS.find((each) => buffer.startsWith(each, end));
      if (delimiter !== undefined) {
        open = { prefix: lineBefore(buffer, start), delimiter, fields: [], length: 0, searched: 0 };
        buffer = buffer.slice(start);
        return true;
      }
      // Its delimiter may not be there yet.
      if (!isEnd && buffer.length - end < LONGEST_DELIMITER) return false;
      from = end;
    }
  }

  /** Takes fields of the open message; whether it is whole. */
  function fill(message: Open, isEnd: boolean): boolean {
    let at = 0;
    let isWhole = false;
    while (!isWhole) {
      const isLong = message.length + buffer.length - at > LONGEST_MESSAGE;
      const step = nextStep(buffer, at, message, counts, isEnd || isLong);
      if (step === undefined) {
        message.searched = Math.max(0, buffer.length - at - LONGEST_DELIMITER);
        break;
      }
      message.searched = 0;
      at = step.end;
      isWhole = step.isLast || message.length + at > LONGEST_MESSAGE;
    }
    message.length += at;
    buffer = buffer.slice(at);
    return isWhole;
  }

  function scan(isEnd: boolean): readonly FoundMessage[] {
    const found: FoundMessage[] = [];
    while (open !== undefined || begin(isEnd)) {
      const message = open;
      if (message === undefined || !fill(message, isEnd)) break;
      found.push({ prefix: message.prefix, fields: message.fields });
      open = undefined;
    }
    return found;
  }

  return {
    push(text) {
      buffer += text;
      return scan(false);
    },
    end: () => scan(true),
  };
}

/** What stands before a place on its line, or behind the message before. */
function lineBefore(text: string, at: number): string {
  return text
    .slice(Math.max(0, text.lastIndexOf('\n', at - 1) + 1, at - LONGEST_PREFIX), at)
    .replaceAll(/^[\s|;]+|\s+$/g, '');
}

interface Step {
  readonly end: number;
  readonly isLast: boolean;
}

/** Takes one field, or what stands in the place of one; `undefined` where more text is needed. */
function nextStep(
  text: string,
  at: number,
  { delimiter, fields, searched }: Open,
  counts: ReadonlyMap<string, string>,
  isEnd: boolean,
): Step | undefined {
  const tag = /^\d{1,10}(?==)/.exec(text.slice(at, at + 11))?.[0];
  if (tag === undefined) return odd(text, at, { delimiter, fields, searched }, isEnd);
  const from = at + tag.length + 1;
  // Another message begins: this one has no end.
  if (tag === '8' && fields.length > 0 && /^FIXT?\.\d/.test(text.slice(from, from + 6)))
    return { end: at, isLast: true };
  const length = dataLength(fields.at(-1), tag, counts);
  if (length !== undefined && from + length >= text.length && !isEnd) return undefined;
  const isData = length !== undefined && delimiter.length === 1;
  const stop =
    isData && text.startsWith(delimiter, from + length)
      ? { at: from + length, by: 'delimiter' as const }
      : endOfValue(text, Math.max(from, at + searched), delimiter);
  if (stop.by === 'end' && !isEnd) return undefined;
  fields.push({ tag, value: text.slice(from, stop.at) });
  const end = stop.by === 'delimiter' ? stop.at + delimiter.length : stop.at;
  return { end, isLast: tag === '10' || stop.by !== 'delimiter' };
}

/** Text without a tag: the end of a line, a piece of the value before, or nonsense. */
function odd(
  text: string,
  at: number,
  { delimiter, fields, searched }: Pick<Open, 'delimiter' | 'fields' | 'searched'>,
  isEnd: boolean,
): Step | undefined {
  const stop = endOfValue(text, at + searched, delimiter);
  if (stop.by === 'end' && !isEnd) return undefined;
  const piece = text.slice(at, stop.at);
  if (stop.by !== 'delimiter' && piece === '') return { end: at, isLast: true };
  const last = fields.at(-1);
  // A delimiter that people can type may stand in a value too.
  if (last !== undefined && delimiter !== '\u0001')
    fields[fields.length - 1] = { ...last, value: `${last.value}${delimiter}${piece}` };
  else fields.push({ tag: piece, value: '', isOdd: true });
  const end = stop.by === 'delimiter' ? stop.at + delimiter.length : stop.at;
  return { end, isLast: stop.by !== 'delimiter' };
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
