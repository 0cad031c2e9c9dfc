import { ItemTooLargeError } from './too-large.js';

/** An event as its fields say it, before anything of `data` is read. */
export interface RawEvent {
  /** Absent where no field named it: a `message`. */
  readonly event?: string;
  readonly data: string;
  /** The id that this very event brought. */
  readonly id?: string;
  readonly retry?: number;
}

/** What outlives an event, and a connection: what to go on from, and when. */
export interface EventState {
  /** Empty where none came. */
  lastEventId: string;
  /** Milliseconds to wait before reconnecting, where the stream said so. */
  retry: number | undefined;
}

/** Turns pieces of bytes into events, whatever the pieces are cut at. */
export interface EventParser {
  /**
   * To be read to its end before the next piece: an event has been taken up into the state when it is given, and those behind it have not.
   *
   * @throws {ItemTooLargeError}
   */
  push(piece: Uint8Array): Iterable<RawEvent>;
}

/**
 * Parses an event stream (WHATWG HTML section 9.2.6). What stands after the last blank line is no event. `limit` holds for the
 * characters of one event and of one line.
 */
export function createEventParser(limit: number, state: EventState): EventParser {
  // Takes one leading byte order mark off, and puts U+FFFD where there is no UTF-8.
  const decoder = new TextDecoder();
  let rest = '';
  let afterReturn = false;
  let open = emptyEvent(state);

  const take = (line: string): RawEvent | undefined => {
    if (line !== '') {
      takeField(open, line, state);
      if (open.data.length > limit) throw new ItemTooLargeError(limit);
      return undefined;
    }
    const event = dispatched(open, state);
    open = emptyEvent(state);
    return event;
  };

  return {
    *push(piece) {
      let text = decoder.decode(piece, { stream: true });
      if (text === '') return;
      if (afterReturn && text.startsWith('\n')) text = text.slice(1);
      afterReturn = text.endsWith('\r');
      let from = 0;
      const lineEnd = /\r\n|[\r\n]/g;
      for (let found = lineEnd.exec(text); found !== null; found = lineEnd.exec(text)) {
        const event = take(rest + text.slice(from, found.index));
        rest = '';
        from = lineEnd.lastIndex;
        if (event !== undefined) yield event;
      }
      rest += text.slice(from);
      if (rest.length > limit) throw new ItemTooLargeError(limit);
    },
  };
}

/** Buffers of the event whose lines are being read. */
interface OpenEvent {
  name: string;
  data: string;
  /** The "last event ID buffer". */
  lastEventId: string;
  id: string | undefined;
  retry: number | undefined;
}

function emptyEvent({ lastEventId }: EventState): OpenEvent {
  return { name: '', data: '', lastEventId, id: undefined, retry: undefined };
}

function takeField(open: OpenEvent, line: string, state: EventState): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const name = colon < 0 ? line : line.slice(0, colon);
  const begin = line[colon + 1] === ' ' ? colon + 2 : colon + 1;
  const value = colon < 0 ? '' : line.slice(begin);
  switch (name) {
    case 'event':
      open.name = value;
      return;
    case 'data':
      open.data += `${value}\n`;
      return;
    case 'id':
      if (!value.includes('\0')) open.lastEventId = open.id = value;
      return;
    case 'retry':
      // Takes effect at once, whether or not an event comes of it.
      if (/^[0-9]+$/.test(value)) state.retry = open.retry = Number(value);
      return;
  }
}

function dispatched(open: OpenEvent, state: EventState): RawEvent | undefined {
  state.lastEventId = open.lastEventId;
  if (open.data === '') return undefined;
  return {
    ...(open.name === '' ? {} : { event: open.name }),
    data: open.data.slice(0, -1),
    ...(open.id === undefined ? {} : { id: open.id }),
    ...(open.retry === undefined ? {} : { retry: open.retry }),
  };
}
