import type { TypeName } from '../../model/schema.js';
import { typeNames, type TypeSet } from '../type-set.js';

/** Phrase for types: `a string or null`. */
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

/** Names of types as a check reports them: `string or null`. */
export function typesPhrase(types: TypeSet): string {
  return joinWith(typeNames(types), 'or');
}

/** Joins items as `a, b or c`. If there are many, only the first are listed. */
export function alternatives(items: readonly string[]): string {
  const rest = items.slice(maxShown + 1);
  return joinWith(
    rest.length === 0 ? items : [...items.slice(0, maxShown), `one of ${rest.length + 1} more`],
    'or',
  );
}

const maxShown = 12;

/** Joins items as `a, b and c`. */
export function conjunction(items: readonly string[]): string {
  return joinWith(items, 'and');
}

function joinWith(items: readonly string[], word: string): string {
  const last = items.at(-1) ?? 'nothing';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** Phrase for the allowed values. If there are many, only the first are listed. */
export function valuesPhrase(values: readonly unknown[]): string {
  return alternatives(valuePhrases(values));
}

/** Phrases for the allowed values, one by one. */
export function valuePhrases(values: readonly unknown[]): readonly string[] {
  const shown = values.slice(0, maxShown).map((value) => {
    const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  });
  const rest = values.length - shown.length;
  return rest > 0 ? [...shown, `one of ${rest} more`] : shown;
}

/** True if a branch has a name rather than only a position. */
export function isNamedBranch(name: string): boolean {
  return !/^(?:anyOf|oneOf)\/\d+$/.test(name);
}

/** Number with a noun: `1 item`, `3 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
