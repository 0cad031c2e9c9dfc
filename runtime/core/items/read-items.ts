import type { DatesDescriptor } from '../dates/descriptor.js';
import { decoded } from '../dates/turned.js';
import type { ContentDescriptor, EventDescriptor, IntegersDescriptor } from '../descriptor.js';
import { JsonError } from '../json.js';
import { createEventParser, type EventState, type RawEvent } from './event-parser.js';
import { formsOf, onlyForm, unnamed } from './forms.js';
import { createLineFramer, createSequenceFramer, FramingError } from './json-framer.js';

/** An item, and which of its content's forms it may be; or why it is none. */
export type ReadItem =
  | { readonly value: unknown; readonly forms: readonly number[] }
  | { readonly fault: string };

/** How a stream of items is read. */
export interface ItemReading {
  readonly content: ContentDescriptor;
  /** Bytes of one item. */
  readonly limit: number;
  /** Of an event stream: kept up to date. */
  readonly state: EventState;
  /** Reads JSON. @throws {JsonError} @throws {SyntaxError} */
  readonly read: (text: string, integers: IntegersDescriptor | undefined) => unknown;
}

/** Takes pieces of a body, and gives the items in them. `undefined` among them: the stream says that it is over. */
export interface ItemReader {
  /** To be read to its end before the next piece. @throws {ItemTooLargeError} */
  push(piece: Uint8Array): Iterable<ReadItem | undefined>;
  end(): Iterable<ReadItem | undefined>;
}

/**
 * The items of a body, each as soon as it is whole; the source is asked for more only when an item is. An item that is none is given
 * as a fault, after which nothing comes.
 *
 * @throws {ItemTooLargeError}
 */
export async function* readItems(
  pieces: AsyncIterable<Uint8Array>,
  reading: ItemReading,
): AsyncGenerator<ReadItem, void, undefined> {
  const reader = createItemReader(reading);
  for await (const piece of pieces) {
    for (const item of reader.push(piece)) {
      if (item === undefined) return;
      yield item;
      if ('fault' in item) return;
    }
  }
  for (const item of reader.end()) {
    if (item === undefined) return;
    yield item;
  }
}

/** Prepares the reading of one body. */
export function createItemReader(reading: ItemReading): ItemReader {
  const { content, limit, state } = reading;
  if (content.codec === 'sse') {
    const parser = createEventParser(limit, state);
    const readEvent = eventReader(reading);
    return {
      *push(piece) {
        for (const event of parser.push(piece)) yield readEvent(event);
      },
      end: () => [],
    };
  }
  const framer =
    content.codec === 'json-seq' ? createSequenceFramer(limit) : createLineFramer(limit);
  const cut = (texts: () => readonly Uint8Array[]): readonly ReadItem[] => {
    try {
      return texts().map((text) => readText(text, reading));
    } catch (error) {
      if (error instanceof FramingError) return [{ fault: error.message }];
      throw error;
    }
  };
  return { push: (piece) => cut(() => framer.push(piece)), end: () => cut(() => framer.end()) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes: Uint8Array, { content, read }: ItemReading): ReadItem {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { fault: 'an item is not UTF-8' };
  }
  return readJsonItem(text, content.integers, content.itemDates, read);
}

function readJsonItem(
  text: string,
  integers: IntegersDescriptor | undefined,
  dates: DatesDescriptor | undefined,
  read: ItemReading['read'],
): { readonly value: unknown; readonly forms: readonly number[] } | { readonly fault: string } {
  try {
    const value = read(text, integers);
    const { value: made, faults } = decoded(value, dates);
    const [fault] = faults;
    if (fault === undefined) return { value: made, forms: onlyForm };
    return { fault: `an item is refused: ${fault.pointer} is not ${fault.expected}` };
  } catch (error) {
    if (error instanceof JsonError) return { fault: `an item is refused: ${error.message}` };
    if (error instanceof SyntaxError) return { fault: 'an item is not JSON' };
    throw error;
  }
}

/** How streams of JSON say that they are over, where they say it; no JSON text is spelt so. */
const over = '[DONE]';

/** What an event of one name may be. */
interface EventForms {
  readonly json: readonly number[];
  readonly text: readonly number[];
  /** Some form names it, so that an event without a name shows the name that it has by default. */
  readonly isNamed: boolean;
}

/** Forms of events by their names, found once for each name that is declared, and once for all others. */
function eventForms(events: readonly EventDescriptor[]): (name: string | undefined) => EventForms {
  const formsNamed = (name: string | undefined): EventForms => {
    const forms = formsOf(events, name);
    const ofData = (data: 'json' | 'text'): readonly number[] =>
      forms.filter((form) => events[form]?.data === data);
    const isNamed = forms.some((form) => events[form]?.names !== undefined);
    return { json: ofData('json'), text: ofData('text'), isNamed };
  };
  const declared = new Set([unnamed, ...events.flatMap(({ names = [] }) => names)]);
  const known = new Map([...declared].map((name) => [name, formsNamed(name)]));
  const others = formsNamed('\n');
  return (name = unnamed) => known.get(name) ?? others;
}

function eventReader({
  content: { events },
  read,
}: ItemReading): (event: RawEvent) => ReadItem | undefined {
  if (events === undefined) return (event) => ({ value: event, forms: onlyForm });
  const formsFor = eventForms(events);
  return (event) => {
    const { json, text, isNamed } = formsFor(event.event);
    const whole = isNamed && event.event === undefined ? { event: unnamed, ...event } : event;
    const [form] = json;
    if (form === undefined) return { value: whole, forms: text };
    const item = readJsonItem(event.data, events[form]?.integers, events[form]?.dates, read);
    if ('value' in item) return { value: { ...whole, data: item.value }, forms: json };
    if (text.length > 0) return { value: whole, forms: text };
    return event.data === over ? undefined : item;
  };
}
