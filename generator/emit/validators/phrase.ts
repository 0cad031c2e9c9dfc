import type { TypeName } from '../../model/schema.js';
import { typeNames, type TypeSet } from './type-set.js';

/** What is expected, as people say it: `a string or null`. */
export function typePhrase(types: TypeSet): string {
  return alternatives(typeNames(types).map((name) => nouns[name]));
}

const nouns: { readonly [Name in TypeName]: string } = {
  null: 'null',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  integer: 'an integer',
  string: 'a string',
};

/** `a, b or c`; of many, the first. */
export function alternatives(items: readonly string[]): string {
  const rest = items.slice(shownAtMost + 1);
  return listed(
    rest.length === 0 ? items : [...items.slice(0, shownAtMost), `one of ${rest.length + 1} more`],
    'or',
  );
}

const shownAtMost = 12;

/** `a, b and c`. */
export function conjunction(items: readonly string[]): string {
  return listed(items, 'and');
}

function listed(items: readonly string[], word: string): string {
  const last = items.at(-1) ?? 'nothing';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** The values that are allowed; of many, the first. */
export function valuesPhrase(values: readonly unknown[]): string {
  return alternatives(valuePhrases(values));
}

/** The same one by one. */
export function valuePhrases(values: readonly unknown[]): readonly string[] {
  const shown = values.slice(0, shownAtMost).map((value) => {
    const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  });
  const rest = values.length - shown.length;
  return rest > 0 ? [...shown, `one of ${rest} more`] : shown;
}

/** `1 item`, `3 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
