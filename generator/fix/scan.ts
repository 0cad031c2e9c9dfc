/** A field as written. `tag` is the text before the equals sign, whether or not it is a number. */
export interface RawField {
  readonly tag: string;
  readonly value: string;
  /** Set for text without a tag and an equals sign. The entire text is in `tag`. */
  readonly isOdd?: true;
}

/** A message found in a text, split into fields. */
export interface ScannedMessage {
  /** Text before the message on its line, such as the timestamp of a log. */
  readonly prefix: string;
  readonly fields: readonly RawField[];
}

/** Finds messages in a stream of text, one character for each byte. */
export interface Scanner {
  /** Adds text and returns the messages that are complete. */
  push(text: string): readonly ScannedMessage[];
  /** Ends the input and returns the remaining messages, complete or not. */
  end(): readonly ScannedMessage[];
}

/** SOH, and its usual representations in logs. */
const DELIMITERS = ['\u0001', '|', '^A', '<SOH>', '\\x01', '\\u0001', ';'] as const;

const BEGIN = /(?<![0-9A-Za-z])8=FIXT?\.\d\.\d/g;

/** Maximum length of a message in characters. A longer one is cut, and scanning continues after the cut. */
const MAX_MESSAGE_LENGTH = 4 * 1024 * 1024;

/** Maximum length of a prefix in characters. */
const MAX_PREFIX_LENGTH = 200;

/** Length of the longest delimiter in characters. A chunk may end within a delimiter. */
const MAX_DELIMITER_LENGTH = 6;

/** A message that is not complete yet. */
interface OpenMessage {
  readonly prefix: string;
  readonly delimiter: string;
  readonly fields: RawField[];
  /** Number of characters in its fields. */
  length: number;
  /** Number of characters of the next field that contain no delimiter. */
  searched: number;
}

/**
 * Creates a scanner for logs and streams. A message begins with `8=FIX`. Its delimiter is the text after that first field. It ends with
 * field 10, at the end of its line, or at the next message. `counts` maps length fields to data fields, whose values may contain any bytes.
 */
export function createScanner(counts: ReadonlyMap<string, string>): Scanner {
  /** Text that has not been processed. Before a message it contains the current line, up to the maximum prefix. */
  let buffer = '';
  let open: OpenMessage | undefined;

  /** Finds the beginning of a message and discards the text before it. Returns true if there is one. */
  function begin(isEnd: boolean): boolean {
    let from = 0;
    for (;;) {
      BEGIN.lastIndex = from;
      const match = BEGIN.exec(buffer);
      if (match === null) {
        const line = Math.max(buffer.lastIndexOf('\n') + 1, buffer.length - MAX_PREFIX_LENGTH);
        buffer = buffer.slice(line);
        return false;
      }
      const start = match.index;
      const end = start + match[0].length;
      const delimiter = DELIMITERS.find((each) => buffer.startsWith(each, end));
      if (delimiter !== undefined) {
        open = { prefix: lineBefore(buffer, start), delimiter, fields: [], length: 0, searched: 0 };
        buffer = buffer.slice(start);
        return true;
      }
      // The delimiter may not have arrived yet.
      if (!isEnd && buffer.length - end < MAX_DELIMITER_LENGTH) return false;
      from = end;
    }
  }

  /** Reads fields of the open message. Returns true if it is complete. */
  function fill(message: OpenMessage, isEnd: boolean): boolean {
    let offset = 0;
    let isComplete = false;
    while (!isComplete) {
      const isLong = message.length + buffer.length - offset > MAX_MESSAGE_LENGTH;
      const step = nextStep(buffer, offset, message, counts, isEnd || isLong);
      if (step === undefined) {
        message.searched = Math.max(0, buffer.length - offset - MAX_DELIMITER_LENGTH);
        break;
      }
      message.searched = 0;
      offset = step.end;
      isComplete = step.isLast || message.length + offset > MAX_MESSAGE_LENGTH;
    }
    message.length += offset;
    buffer = buffer.slice(offset);
    return isComplete;
  }

  function scan(isEnd: boolean): readonly ScannedMessage[] {
    const messages: ScannedMessage[] = [];
    while (open !== undefined || begin(isEnd)) {
      const message = open;
      if (message === undefined || !fill(message, isEnd)) break;
      messages.push({ prefix: message.prefix, fields: message.fields });
      open = undefined;
    }
    return messages;
  }

  return {
    push(text) {
      buffer += text;
      return scan(false);
    },
    end: () => scan(true),
  };
}

/** Text before an offset on the same line, or after the previous message. */
function lineBefore(text: string, offset: number): string {
  return text
    .slice(Math.max(0, text.lastIndexOf('\n', offset - 1) + 1, offset - MAX_PREFIX_LENGTH), offset)
    .replaceAll(/^[\s|;]+|\s+$/g, '');
}

interface Step {
  readonly end: number;
  readonly isLast: boolean;
}

/** Reads one field, or text in its position. Returns `undefined` if more text is needed. */
function nextStep(
  text: string,
  start: number,
  { delimiter, fields, searched }: OpenMessage,
  counts: ReadonlyMap<string, string>,
  isEnd: boolean,
): Step | undefined {
  const tag = /^\d{1,10}(?==)/.exec(text.slice(start, start + 11))?.[0];
  if (tag === undefined) return readUntagged(text, start, { delimiter, fields, searched }, isEnd);
  const valueStart = start + tag.length + 1;
  // The next message begins before this one has ended.
  if (tag === '8' && fields.length > 0 && /^FIXT?\.\d/.test(text.slice(valueStart, valueStart + 6)))
    return { end: start, isLast: true };
  const length = dataLength(fields.at(-1), tag, counts);
  if (length !== undefined && valueStart + length >= text.length && !isEnd) return undefined;
  const isData = length !== undefined && delimiter.length === 1;
  const stop =
    isData && text.startsWith(delimiter, valueStart + length)
      ? { at: valueStart + length, by: 'delimiter' as const }
      : endOfValue(text, Math.max(valueStart, start + searched), delimiter);
  if (stop.by === 'end' && !isEnd) return undefined;
  fields.push({ tag, value: text.slice(valueStart, stop.at) });
  const end = stop.by === 'delimiter' ? stop.at + delimiter.length : stop.at;
  return { end, isLast: tag === '10' || stop.by !== 'delimiter' };
}

/** Handles text without a tag: the end of a line, the rest of the previous value, or garbage. */
function readUntagged(
  text: string,
  start: number,
  { delimiter, fields, searched }: Pick<OpenMessage, 'delimiter' | 'fields' | 'searched'>,
  isEnd: boolean,
): Step | undefined {
  const stop = endOfValue(text, start + searched, delimiter);
  if (stop.by === 'end' && !isEnd) return undefined;
  const piece = text.slice(start, stop.at);
  if (stop.by !== 'delimiter' && piece === '') return { end: start, isLast: true };
  const last = fields.at(-1);
  // A printable delimiter may also be part of a value.
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
  previous: RawField | undefined,
  tag: string,
  counts: ReadonlyMap<string, string>,
): number | undefined {
  if (previous === undefined || counts.get(previous.tag) !== tag) return undefined;
  return /^\d{1,8}$/.test(previous.value) ? Number(previous.value) : undefined;
}
