import type { WireType } from '../../core/descriptor.js';
import { isExact } from '../../core/exact-numbers.js';

/** Stands for a text that is none of the types wanted; `undefined` means absence. */
export const unreadable: unique symbol = Symbol('unreadable');

/** The types of a parameter or of one of its parts, where the description says nothing. */
export const textType: WireType = { types: ['string'] };

const integerText = /^-?(?:0|[1-9][0-9]*)$/;
const numberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Reads one text as the first type that it is a spelling of, without any coercion: booleans are `true` and
 * `false` alone, numbers are spelt as in JSON, integers have no fraction or exponent and must survive in a
 * double, `null` is that word.
 */
export function readScalar(text: string, type: WireType): unknown {
  for (const name of type.types) {
    const value = readAs(text, name);
    if (value !== unreadable) return value;
  }
  return unreadable;
}

function readAs(text: string, name: WireType['types'][number]): unknown {
  switch (name) {
    case 'string':
      return text;
    case 'integer':
      return integerText.test(text) ? readNumber(text) : unreadable;
    case 'bigint':
      return integerText.test(text) && text.length <= 21 ? BigInt(text) : unreadable;
    case 'number':
      return readNumber(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : unreadable;
    case 'null':
      return text === 'null' ? null : unreadable;
    case 'array':
    case 'object':
      return unreadable;
  }
}

/** A number that a double holds; of integers, exactly. Adding zero makes `-0` what everybody means by it. */
function readNumber(text: string): unknown {
  if (!numberText.test(text)) return unreadable;
  const value = Number(text);
  return isExact(text, value) ? value + 0 : unreadable;
}

const phrases: { readonly [Name in WireType['types'][number]]: string } = {
  string: 'text',
  integer: 'an integer',
  bigint: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'members',
};

/** What a type expects, as a phrase. */
export function expectation(type: WireType): string {
  return `expected ${type.types.map((name) => phrases[name]).join(' or ')}`;
}
