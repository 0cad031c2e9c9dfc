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

/** `a, b or c`. */
function alternatives(items: readonly string[]): string {
  const last = items.at(-1) ?? 'nothing';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} or ${last}`;
}
