import { isArray } from './shape.js';

/** A value in at most a few words; strings are cut, structures only counted. */
export function abbreviate(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value.length > 48 ? `${start(value, 45)}...` : value);
    case 'object':
      if (value === null) return 'null';
      return isArray(value) ? `an array of ${value.length} items` : 'an object';
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}

/** The start of a text, which never ends within a character. */
function start(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** `JSON.stringify` of text, which is slow to begin with. */
function quoted(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit > 0x7e) return JSON.stringify(text);
  }
  return `"${text}"`;
}
