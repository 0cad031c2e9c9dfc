import type { WireType } from '../../../core/descriptor.js';
import { isExact } from '../../../core/exact-numbers.js';

/** Result for a text that matches none of the types; `undefined` means absence. */
export const unparsable: unique symbol = Symbol('unreadable');

/** Default type of a parameter, property or item. */
export const textType: WireType = { types: ['string'] };

const integerText = /^-?(?:0|[1-9][0-9]*)$/;
const numberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Parses a text as the first type in the list that it represents, without coercion.
 *
 * Booleans are `true` and `false`, null is `null`, and numbers have the syntax of JSON. Integers have no fraction or
 * exponent and must be exact as a double.
 */
export function parseScalar(text: string, type: WireType): unknown {
  for (const name of type.types) {
    const value = parseAs(text, name);
    if (value !== unparsable) return value;
  }
  return unparsable;
}

function parseAs(text: string, name: WireType['types'][number]): unknown {
  switch (name) {
    case 'string':
      return text;
    case 'integer':
      return integerText.test(text) ? readNumber(text) : unparsable;
    case 'bigint':
      return integerText.test(text) && text.length <= 21 ? BigInt(text) : unparsable;
    case 'number':
      return readNumber(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : unparsable;
    case 'null':
      return text === 'null' ? null : unparsable;
    case 'array':
    case 'object':
      return unparsable;
  }
}

/** Parses a number that a double represents; integers must be exact. Adding zero normalises `-0`. */
function readNumber(text: string): unknown {
  if (!numberText.test(text)) return unparsable;
  const value = Number(text);
  return isExact(text, value) ? value + 0 : unparsable;
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

/** Describes the expected types in a phrase. */
export function expectation(type: WireType): string {
  return `expected ${type.types.map((name) => phrases[name]).join(' or ')}`;
}
