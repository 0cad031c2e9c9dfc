import type { DatesDescriptor } from '../dates/descriptor.js';
import { encoded } from '../dates/turned.js';
import type { ContentDescriptor, IntegersDescriptor } from '../descriptor.js';
import { EncodingError } from '../parameters/encoding-error.js';
import { jsonText } from '../parameters/content.js';
import { formsOf, onlyForm } from './forms.js';

/** An item as it travels. */
export interface WrittenItem {
  readonly text: string;
  /** The forms of its content that it may be. */
  readonly forms: readonly number[];
  /** JSON of what a check looks at; absent where that is the item's data as it is. */
  readonly json?: string;
}

/**
 * Writes one item: a line of JSON, a record of RFC 7464, or an event.
 *
 * @throws {EncodingError}
 */
export function writeItem(content: ContentDescriptor, item: unknown): WrittenItem {
  if (content.codec === 'sse') return writeEvent(content, item);
  const wire = encoded(item, content.itemDates, '');
  const json = jsonText(wire, '', content.integers !== undefined);
  const text = content.codec === 'json-seq' ? `\u001e${json}\n` : `${json}\n`;
  return { text, forms: onlyForm, json };
}

/** WHATWG HTML section 9.2.6: fields of an event, one line for each line of its data. */
function writeEvent({ events }: ContentDescriptor, item: unknown): WrittenItem {
  if (typeof item !== 'object' || item === null || !('data' in item))
    throw new EncodingError('', 'an event with data', 'type');
  const name = fieldOf(item, 'event');
  const id = fieldOf(item, 'id');
  const retry = 'retry' in item ? item.retry : undefined;
  if (retry !== undefined && !(typeof retry === 'number' && retry >= 0 && Number.isInteger(retry)))
    throw new EncodingError('/retry', 'milliseconds', 'type');
  const forms = events === undefined ? [] : formsOf(events, name);
  const kinds = forms.map((form) => events?.[form]?.data);
  const isText = typeof item.data === 'string' && (kinds.length === 0 || kinds.includes('text'));
  if (!isText && kinds.length > 0 && !kinds.includes('json'))
    throw new EncodingError('/data', 'text', 'type');
  const kept = forms.filter((form) => events?.[form]?.data === (isText ? 'text' : 'json'));
  const wire = isText ? item.data : encoded(item.data, datesOf(events, kept), '/data');
  const data = isText ? String(wire) : jsonText(wire, '/data', hasIntegers(events, kept));
  const fields = [
    ...(name === undefined ? [] : [`event: ${name}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${String(retry)}`]),
    ...data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  const text = `${fields.join('\n')}\n\n`;
  return isText ? { text, forms: kept } : { text, forms: kept, json: data };
}

function hasIntegers(events: ContentDescriptor['events'], forms: readonly number[]): boolean {
  return forms.some((form) => integersOf(events, form) !== undefined);
}

/** An event is of the first form that its name leaves. */
function datesOf(
  events: ContentDescriptor['events'],
  [form = -1]: readonly number[],
): DatesDescriptor | undefined {
  return events?.[form]?.dates;
}

function integersOf(
  events: ContentDescriptor['events'],
  form: number,
): IntegersDescriptor | undefined {
  return events?.[form]?.integers;
}

/** A field whose text is one line, which is all that a stream can carry. */
function fieldOf(item: object, name: 'event' | 'id'): string | undefined {
  const value: unknown = name in item ? Reflect.get(item, name) : undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || /[\r\n\0]/.test(value))
    throw new EncodingError(`/${name}`, 'text on one line', 'type');
  return value;
}

/** Whether a value holds items, now or later. Text and bytes do, for JavaScript, but are meant as they are. */
export function hasItems(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}
