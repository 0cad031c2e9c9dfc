import { type DatesDescriptor, decodeDates } from '../dates/descriptor.js';
import type { ContentDescriptor, EventDescriptor, IntegersDescriptor } from '../descriptor.js';
import { JsonError } from '../json.js';
import { createEventParser, type EventState, type RawEvent } from './event-parser.js';
import { eventTypes, soleItemType, unnamed } from './item-types.js';
import { createLineFramer, createSequenceFramer, FramingError } from './json-framer.js';

/** An item with the variants of its content that it may be, or the reason why it is invalid. */
export type ReadItem =
  | { readonly value: unknown; readonly variants: readonly number[] }
  | { readonly fault: string };

/** Inputs for reading a stream of items. */
export interface ItemReading {
  readonly content: ContentDescriptor;
  /** Maximum size of one item in bytes. */
  readonly limit: number;
  /** For an event stream: updated while reading. */
  readonly state: EventState;
  /** Parses JSON. @throws {JsonError} @throws {SyntaxError} */
  readonly read: (text: string, integers: IntegersDescriptor | undefined) => unknown;
}

/** Reads the items in chunks of a body. The value `undefined` marks the end of the stream. */
export interface ItemReader {
  /** The result must be consumed completely before the next chunk. @throws {ItemTooLargeError} */
  push(piece: Uint8Array): Iterable<ReadItem | undefined>;
  end(): Iterable<ReadItem | undefined>;
}

/**
 * Yields the items of a body, each as soon as it is complete. The source is only read when an item is requested. An invalid item
 * is yielded as a fault and ends the iteration.
 *
 * @throws {ItemTooLargeError}
 */
export async function* readItems(
  chunks: AsyncIterable<Uint8Array>,
  reading: ItemReading,
): AsyncGenerator<ReadItem, void, undefined> {
  const reader = createItemReader(reading);
  for await (const chunk of chunks) {
    for (const item of reader.push(chunk)) {
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

/** Creates the reader of one body. */
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

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

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
): { readonly value: unknown; readonly variants: readonly number[] } | { readonly fault: string } {
  try {
    const value = read(text, integers);
    const { value: made, faults } = decodeDates(value, dates);
    const [fault] = faults;
    if (fault === undefined) return { value: made, variants: soleItemType };
    return { fault: `an item is invalid: ${fault.pointer} is not ${fault.expected}` };
  } catch (error) {
    if (error instanceof JsonError) return { fault: `an item cannot be decoded: ${error.message}` };
    if (error instanceof SyntaxError) return { fault: 'an item is not JSON' };
    throw error;
  }
}

/** End marker of some streams of JSON. It is not valid JSON. */
const endMarker = '[DONE]';

/** Variants of events with one name. */
interface EventVariants {
  readonly json: readonly number[];
  readonly text: readonly number[];
  /** True if a variant lists the name. An unnamed event then gets its default name. */
  readonly isNamed: boolean;
}

/** Returns the variants of events by name. They are computed once for each declared name, and once for all others. */
function eventVariants(
  events: readonly EventDescriptor[],
): (name: string | undefined) => EventVariants {
  const variantsNamed = (name: string | undefined): EventVariants => {
    const variants = eventTypes(events, name);
    const ofData = (data: 'json' | 'text'): readonly number[] =>
      variants.filter((variant) => events[variant]?.data === data);
    const isNamed = variants.some((variant) => events[variant]?.names !== undefined);
    return { json: ofData('json'), text: ofData('text'), isNamed };
  };
  const declared = new Set([unnamed, ...events.flatMap(({ names = [] }) => names)]);
  const byName = new Map([...declared].map((name) => [name, variantsNamed(name)]));
  const others = variantsNamed('\n');
  return (name = unnamed) => byName.get(name) ?? others;
}

function eventReader({
  content: { events },
  read,
}: ItemReading): (event: RawEvent) => ReadItem | undefined {
  if (events === undefined) return (event) => ({ value: event, variants: soleItemType });
  const variantsFor = eventVariants(events);
  return (event) => {
    const { json, text, isNamed } = variantsFor(event.event);
    const complete = isNamed && event.event === undefined ? { event: unnamed, ...event } : event;
    const [variant] = json;
    if (variant === undefined) return { value: complete, variants: text };
    const item = readJsonItem(event.data, events[variant]?.integers, events[variant]?.dates, read);
    if ('value' in item) return { value: { ...complete, data: item.value }, variants: json };
    if (text.length > 0) return { value: complete, variants: text };
    return event.data === endMarker ? undefined : item;
  };
}
