import { chooseVerbatimFirst, isIdentifier, noFixedNames } from './names.js';
import type { IdentifierName } from '../plan.js';
import { nameOf } from './name-scope.js';
import { pascalCase, withMarks, wordsOf } from './words.js';

/** A value that can become a member of a constant object or an enum. */
export type EnumValue = string | number | bigint | boolean;

/**
 * Chooses member names for a list of values: the names from the description, or names derived from
 * the values. Names are unique identifiers. Which of two conflicting values gets a name does not
 * depend on their order.
 */
export function enumMemberNames(
  values: readonly EnumValue[],
  nameFromDescription: (value: EnumValue) => string | undefined,
): ReadonlyMap<EnumValue, IdentifierName> {
  const taken = new Set(reserved);
  const requests = values.map((value) => {
    const name = nameFromDescription(value);
    const candidates = [...candidatesOf(name, true), ...candidatesOf(textOf(value), false)];
    // A name from the description has precedence over a derived one.
    return { key: keyOf(value), candidates, isVerbatim: candidates[0] === (name ?? value) };
  });
  const names = chooseVerbatimFirst(requests, taken, noFixedNames);
  return new Map(values.map((value) => [value, nameOf(names, keyOf(value))]));
}

/** Names that are not ordinary members of an object or an enum. */
const reserved = ['__proto__', 'constructor', 'prototype', 'NaN', 'Infinity'];

function keyOf(value: EnumValue): string {
  return `${typeof value} ${value}`;
}

/** Spells a number in words that form a name: `-1.5` becomes `minus 1 point 5`. */
function textOf(value: EnumValue): string {
  if (typeof value !== 'number' && typeof value !== 'bigint') return String(value);
  return String(value).replace(/^-/u, 'minus ').replace('e-', 'e minus ').replace('.', ' point ');
}

/**
 * Candidates for a member name. A valid name from the description is kept, and so is a value that
 * begins with a capital letter. Anything else is converted to PascalCase.
 */
function candidatesOf(text: string | undefined, isName: boolean): readonly string[] {
  if (text === undefined) return [];
  const converted = [text, withMarks(text)].map((each) =>
    withValidStart(pascalCase(wordsOf(each)), text),
  );
  if (!isIdentifier(text)) return converted;
  return isName || /^\p{Lu}/u.test(text) ? [text, ...converted] : [...converted, text];
}

/** Ensures that a name is not empty and does not begin with a digit. */
function withValidStart(name: string, text: string): string {
  if (name === '') return text === '' ? 'Empty' : 'Value';
  return /^[\p{ID_Start}_$]/u.test(name) ? name : `Value${name}`;
}
