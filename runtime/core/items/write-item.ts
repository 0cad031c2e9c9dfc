import { type DatesDescriptor, encodeDates } from '../dates/descriptor.js';
import type { ContentDescriptor, IntegersDescriptor } from '../descriptor.js';
import { EncodingError } from '../parameters/encoding-error.js';
import { jsonText } from '../parameters/content.js';
import { eventTypes, soleItemType } from './item-types.js';

/** An encoded item. */
export interface WrittenItem {
  readonly text: string;
  /** Variants of its content that it may be. */
  readonly variants: readonly number[];
  /** JSON that a check validates; absent if the check uses the item's data directly. */
  readonly json?: string;
}

/**
 * Encodes one item as a line of JSON, a record of RFC 7464, or an event.
 *
 * @throws {EncodingError}
 */
export function writeItem(content: ContentDescriptor, item: unknown): WrittenItem {
  if (content.codec === 'sse') return writeEvent(content, item);
  const wire = encodeDates(item, content.itemDates, '');
  const json = jsonText(wire, '', content.integers !== undefined);
  const text = content.codec === 'json-seq' ? `\u001e${json}\n` : `${json}\n`;
  return { text, variants: soleItemType, json };
}

/** Encodes an event (WHATWG HTML section 9.2.6). Each line of its data becomes a separate field. */
function writeEvent({ events }: ContentDescriptor, item: unknown): WrittenItem {
  if (typeof item !== 'object' || item === null || !('data' in item))
    throw new EncodingError('', 'an event with data', 'type');
  const name = fieldOf(item, 'event');
  const id = fieldOf(item, 'id');
  const retry = 'retry' in item ? item.retry : undefined;
  if (retry !== undefined && !(typeof retry === 'number' && retry >= 0 && Number.isInteger(retry)))
    throw new EncodingError('/retry', 'milliseconds', 'type');
  const variants = events === undefined ? [] : eventTypes(events, name);
  const kinds = variants.map((variant) => events?.[variant]?.data);
  const isText = typeof item.data === 'string' && (kinds.length === 0 || kinds.includes('text'));
  if (!isText && kinds.length > 0 && !kinds.includes('json'))
    throw new EncodingError('/data', 'text', 'type');
  const matching = variants.filter(
    (variant) => events?.[variant]?.data === (isText ? 'text' : 'json'),
  );
  const wire = isText ? item.data : encodeDates(item.data, datesOf(events, matching), '/data');
  const data = isText ? String(wire) : jsonText(wire, '/data', hasIntegers(events, matching));
  const fields = [
    ...(name === undefined ? [] : [`event: ${name}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${String(retry)}`]),
    ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  const text = `${fields.join('\n')}\n\n`;
  return isText ? { text, variants: matching } : { text, variants: matching, json: data };
}

function hasIntegers(events: ContentDescriptor['events'], variants: readonly number[]): boolean {
  return variants.some((variant) => integersOf(events, variant) !== undefined);
}

/** The first variant that matches determines the dates of an event. */
function datesOf(
  events: ContentDescriptor['events'],
  [variant = -1]: readonly number[],
): DatesDescriptor | undefined {
  return events?.[variant]?.dates;
}

function integersOf(
  events: ContentDescriptor['events'],
  variant: number,
): IntegersDescriptor | undefined {
  return events?.[variant]?.integers;
}

/** Reads a field that must be text on one line, because a stream cannot represent anything else. */
function fieldOf(item: object, name: 'event' | 'id'): string | undefined {
  const value: unknown = name in item ? Reflect.get(item, name) : undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || /[\r\n\0]/.test(value))
    throw new EncodingError(`/${name}`, 'text on one line', 'type');
  return value;
}

/** True for a synchronous or asynchronous iterable. Text and bytes are excluded, although JavaScript can iterate them. */
export function hasItems(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}
