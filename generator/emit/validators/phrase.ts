import type { Json, TypeName } from '../../model/schema.js';
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

/** The values that are allowed; of many, the first. */
export function valuesPhrase(values: readonly Json[]): string {
  if (values.length === 0) return 'nothing';
  const shown = values.slice(0, 12).map(valuePhrase);
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} or one of ${rest} more` : alternatives(shown);
}

function valuePhrase(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** `a, b or c`. */
export function alternatives(items: readonly string[]): string {
  const last = items.at(-1) ?? 'nothing';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} or ${last}`;
}

/** `1 item`, `3 items`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
