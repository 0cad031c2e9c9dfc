import { isLonger, isShorter } from '../text.js';
import type { Form } from './form.js';
import { leaves } from './leaf.js';
import { count } from './phrase.js';
import type { Demand } from './prepare.js';

/** Validation 6.3, 7 and 8: lengths before patterns. */
export function stringDemands(form: Form): readonly Demand<string>[] {
  const { demands, add } = leaves<string>();
  add('minLength', form.minLength, isShorter, (limit) => `at least ${count(limit, 'character')}`);
  add('maxLength', form.maxLength, isLonger, (limit) => `at most ${count(limit, 'character')}`);
  add(
    'pattern',
    form.pattern,
    (value, pattern) => !pattern.test(value),
    // A pattern made from text has only its slashes escaped.
    ({ source }) => `a string that matches ${source.replaceAll('\\/', '/')}`,
  );
  add(
    'format',
    form.format?.[1] === undefined ? undefined : form.format,
    (value, [, isFormat]) => isFormat?.(value) === false,
    ([name]) => phrases[name] ?? `a string of the format ${name}`,
  );
  for (const keyword of ['contentEncoding', 'contentMediaType'] as const)
    add(
      keyword,
      form[keyword],
      (value, content) => !content.test(value, content),
      ({ mediaType = 'text', encoding }) =>
        encoding === undefined ? mediaType : `${mediaType} in ${encoding}`,
    );
  return demands;
}

const phrases: { readonly [format: string]: string } = {
  byte: 'base64 text with its padding',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  uuid: 'a UUID',
};
