import { chooseOwnFirst, isIdentifier, noFixedNames } from './names.js';
import type { IdentifierName } from './plan.js';
import { nameOf } from './exported.js';
import { pascalCase, withMarks, wordsOf } from './words.js';

/** A value that can be a member of an object or of an enum. */
export type EnumValue = string | number | bigint | boolean;

/**
 * What the values of one list are called: as the description says, or after the value. Each name is an identifier, and no two values
 * have the same; which of two gets which does not depend on their order.
 */
export function enumMemberNames(
  values: readonly EnumValue[],
  given: (value: EnumValue) => string | undefined,
): ReadonlyMap<EnumValue, IdentifierName> {
  const taken = new Set(reserved);
  const wishes = values.map((value) => {
    const name = given(value);
    const candidates = [...candidatesOf(name, true), ...candidatesOf(textOf(value), false)];
    // What is called so in the description does not give way to what would be spelt so.
    return { key: keyOf(value), candidates, isOwn: candidates[0] === (name ?? value) };
  });
  const names = chooseOwnFirst(wishes, taken, noFixedNames);
  return new Map(values.map((value) => [value, nameOf(names, keyOf(value))]));
}

/** Names that are no ordinary member of an object or an enum. */
const reserved = ['__proto__', 'constructor', 'prototype', 'NaN', 'Infinity'];

function keyOf(value: EnumValue): string {
  return `${typeof value} ${value}`;
}

/** A number in words that make a name: `-1.5` is `minus 1 point 5`. */
function textOf(value: EnumValue): string {
  if (typeof value !== 'number' && typeof value !== 'bigint') return String(value);
  return String(value).replace(/^-/u, 'minus ').replace('e-', 'e minus ').replace('.', ' point ');
}

/** A name stays as it is spelt if it is one, and so does a value that begins with a capital; all else is spelt in this language's way. */
function candidatesOf(text: string | undefined, isName: boolean): readonly string[] {
  if (text === undefined) return [];
  const made = [text, withMarks(text)].map((each) => begun(pascalCase(wordsOf(each)), text));
  if (!isIdentifier(text)) return made;
  return isName || /^\p{Lu}/u.test(text) ? [text, ...made] : [...made, text];
}

/** A name does not begin with a digit, and is not empty. */
function begun(name: string, text: string): string {
  if (name === '') return text === '' ? 'Empty' : 'Value';
  return /^[\p{ID_Start}_$]/u.test(name) ? name : `Value${name}`;
}
