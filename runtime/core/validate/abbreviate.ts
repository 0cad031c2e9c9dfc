import { isArray } from './shape.js';
import { codePoints } from './lengths.js';

/** Describes a value in a few words. Long strings are truncated; of arrays only the length is shown. */
export function abbreviate(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > 48
        ? `${quoted(`${start(value, 45)}...`)} of ${codePoints(value)} characters`
        : quoted(value);
    case 'object':
      if (value === null) return 'null';
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : 'a Date';
      return isArray(value) ? arrayPhrase(value.length) : 'an object';
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}

function arrayPhrase(length: number): string {
  return length === 0 ? 'an empty array' : `an array of ${length} item${length === 1 ? '' : 's'}`;
}

/** Returns the start of a text without splitting a surrogate pair. */
function start(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** Quotes a text like `JSON.stringify`, avoiding its startup cost for plain text. */
function quoted(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit > 0x7e) return JSON.stringify(text);
  }
  return `"${text}"`;
}
