import type { Demand } from './demand.js';
import { count } from './phrase.js';
import { isLonger, isShorter } from './text.js';

/** Says what a demanded keyword expects that is not satisfied. */
export type Add = (keyword: keyof Demand, expected: string) => void;

/** Validation 6.3, 7 and 8: lengths before patterns. */
export function stringFaults(value: string, demand: Demand, add: Add): void {
  const { minLength = 0, maxLength, pattern, format } = demand;
  if (isShorter(value, minLength)) add('minLength', `at least ${count(minLength, 'character')}`);
  if (maxLength !== undefined && isLonger(value, maxLength))
    add('maxLength', `at most ${count(maxLength, 'character')}`);
  // A pattern made from text has only its slashes escaped.
  if (pattern?.test(value) === false)
    add('pattern', `a string that matches ${pattern.source.replaceAll('\\/', '/')}`);
  if (typeof format === 'object' && !format[1](value))
    add('format', phrases[format[0]] ?? `a string of the format ${format[0]}`);
  for (const keyword of ['contentEncoding', 'contentMediaType'] as const) {
    const content = demand[keyword];
    if (content === undefined || content.test(value, content)) continue;
    const { mediaType = 'text', encoding } = content;
    add(keyword, encoding === undefined ? mediaType : `${mediaType} in ${encoding}`);
  }
}

const phrases: { readonly [format: string]: string } = {
  byte: 'base64 text with its padding',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  uuid: 'a UUID',
};
