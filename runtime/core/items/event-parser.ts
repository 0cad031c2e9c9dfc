import { ItemTooLargeError } from './item-types.js';

/** An event with its unparsed fields. */
export interface RawEvent {
  /** Absent for an unnamed event, which is a `message`. */
  readonly event?: string;
  readonly data: string;
  /** Id that this event itself contains. */
  readonly id?: string;
  readonly retry?: number;
}

/** State that persists across events and connections, for reconnecting. */
export interface EventState {
  /** Empty if no event had an id. */
  lastEventId: string;
  /** Milliseconds to wait before reconnecting, if the stream set it. */
  retry: number | undefined;
}

/** Parses chunks of bytes into events. Chunks may be split anywhere. */
export interface EventParser {
  /**
   * The result must be consumed completely before the next chunk. When an event is yielded, the state includes it, but not the
   * events after it.
   *
   * @throws {ItemTooLargeError}
   */
  push(piece: Uint8Array): Iterable<RawEvent>;
}

/**
 * Creates a parser of event streams (WHATWG HTML section 9.2.6). Text after the last blank line is not an event. `limit` applies
 * to the characters of one event and of one line.
 */
export function createEventParser(limit: number, state: EventState): EventParser {
  return new Parser(limit, state);
}

const streamed = { stream: true } as const;

const lineFeed = 0x0a;
const space = 0x20;
const colon = 0x3a;

/** True if a line begins with `data:`. */
function isData(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x64 &&
    text.charCodeAt(at + 1) === 0x61 &&
    text.charCodeAt(at + 2) === 0x74 &&
    text.charCodeAt(at + 3) === 0x61 &&
    text.charCodeAt(at + 4) === colon
  );
}

class Parser implements EventParser, IterableIterator<RawEvent, undefined> {
  readonly #limit: number;
  readonly #state: EventState;
  // Removes one leading byte order mark, and replaces invalid UTF-8 by U+FFFD.
  #decoder = new TextDecoder();
  /** True if the last chunk was ASCII, which engines decode faster when not streaming. */
  #isAscii = false;
  #hasStreamed = false;
  /** Text of the current chunk, and the offset up to which it was parsed. */
  #text = '';
  #from = 0;
  /** Position of the next carriage return; -1 without one. */
  #return = -1;
  /** Start of an incomplete line. */
  #rest = '';
  #afterReturn = false;
  // Buffers of the current event.
  #name = '';
  #data: string | undefined;
  /** The "last event ID buffer" of the specification. */
  #lastEventId: string;
  #id: string | undefined;
  #retry: number | undefined;
  /** Reused result object. Each event is consumed before the next one is requested. */
  readonly #result: { done: false; value: RawEvent } = { done: false, value: { data: '' } };

  constructor(limit: number, state: EventState) {
    this.#limit = limit;
    this.#state = state;
    this.#lastEventId = state.lastEventId;
  }

  push(piece: Uint8Array): Iterable<RawEvent> {
    let text = this.#decode(piece);
    if (text !== '') {
      if (this.#afterReturn && text.startsWith('\n')) text = text.slice(1);
      this.#afterReturn = text.endsWith('\r');
    }
    this.#text = text;
    this.#from = 0;
    this.#return = text.indexOf('\r');
    return this;
  }

  #decode(piece: Uint8Array): string {
    const { length } = piece;
    // A chunk that ends with ASCII does not end within a character.
    const isComplete = this.#isAscii && (piece[length - 1] ?? 0xff) < 0x80;
    const text = this.#decoder.decode(piece, isComplete ? undefined : streamed);
    if (isComplete && this.#hasStreamed) {
      // The byte order mark of the stream was already removed. A later one is text.
      this.#decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    }
    this.#hasStreamed = !isComplete;
    this.#isAscii = text.length === length;
    return text;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<RawEvent, undefined> {
    const text = this.#text;
    let from = this.#from;
    for (;;) {
      const end = this.#return === -1 ? text.indexOf('\n', from) : this.#endOfLine(from);
      if (end === -1) break;
      const start = from;
      from = end + 1;
      if (this.#return === end && text.charCodeAt(from) === lineFeed) from += 1;
      if (this.#rest !== '') {
        const line = this.#rest + text.slice(start, end);
        this.#rest = '';
        this.#takeLine(line, 0, line.length);
        continue;
      }
      if (end > start) {
        this.#takeLine(text, start, end);
        // Most events consist of one line of data and a blank line.
        if (text.charCodeAt(from) !== lineFeed) continue;
        from += 1;
      }
      const event = this.#dispatch();
      if (event === undefined) continue;
      this.#from = from;
      this.#result.value = event;
      return this.#result;
    }
    if (from < text.length) this.#rest += text.slice(from);
    this.#from = text.length;
    if (this.#rest.length > this.#limit) throw new ItemTooLargeError(this.#limit);
    return { done: true, value: undefined };
  }

  /** Position of the next line end at or after `from`; -1 if the chunk has none. */
  #endOfLine(from: number): number {
    const text = this.#text;
    const feed = text.indexOf('\n', from);
    if (this.#return < from) this.#return = text.indexOf('\r', from);
    return this.#return !== -1 && (feed === -1 || this.#return < feed) ? this.#return : feed;
  }

  #takeLine(text: string, from: number, end: number): void {
    if (isData(text, from) && end >= from + 5) {
      const begin = end > from + 5 && text.charCodeAt(from + 5) === space ? from + 6 : from + 5;
      const value = text.slice(begin, end);
      if (this.#data === undefined && value.length < this.#limit) this.#data = value;
      else this.#addData(value);
      return;
    }
    let at = from;
    while (at < end && text.charCodeAt(at) !== colon) at += 1;
    if (at === from) return;
    const name = text.slice(from, at);
    const begin = at + 1 < end && text.charCodeAt(at + 1) === space ? at + 2 : at + 1;
    this.#takeField(name, at === end ? '' : text.slice(begin, end));
  }

  #takeField(name: string, value: string): void {
    switch (name) {
      case 'event':
        this.#name = value;
        break;
      case 'data':
        this.#addData(value);
        return;
      case 'id':
        if (!value.includes('\0')) this.#lastEventId = this.#id = value;
        break;
      case 'retry':
        // Takes effect immediately, even if no event is dispatched.
        if (/^[0-9]+$/.test(value)) this.#state.retry = this.#retry = Number(value);
        break;
    }
  }

  #addData(value: string): void {
    const data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    this.#data = data;
    if (data.length >= this.#limit) throw new ItemTooLargeError(this.#limit);
  }

  /** Dispatches an event at a blank line. An event without data is ignored. */
  #dispatch(): RawEvent | undefined {
    const data = this.#data;
    const name = this.#name;
    this.#data = undefined;
    if (name === '' && this.#id === undefined && this.#retry === undefined) {
      return data === undefined ? undefined : { data };
    }
    this.#state.lastEventId = this.#lastEventId;
    const event: { event?: string; data: string; id?: string; retry?: number } =
      name === '' ? { data: data ?? '' } : { event: name, data: data ?? '' };
    if (this.#id !== undefined) event.id = this.#id;
    if (this.#retry !== undefined) event.retry = this.#retry;
    this.#name = '';
    this.#id = undefined;
    this.#retry = undefined;
    return data === undefined ? undefined : event;
  }
}
