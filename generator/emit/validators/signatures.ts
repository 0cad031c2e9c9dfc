import type { Json } from '../../model/schema.js';
import type { Check, CheckKey, MemberCheck, Target } from './check.js';
import type { TypeSet } from './type-set.js';

/** Numbers that are equal for checks that accept the same values, for reasons that are written in the same way. */
export type Signatures = (check: Check) => number;

/**
 * Begins to number checks. What is inside has been numbered before, so that no text grows with the nesting; a function
 * is as good as another one that checks the same, unless it leads back to itself.
 */
export function createSignatures(
  checkOf: (key: CheckKey) => Check,
  placeOf: (key: CheckKey) => string,
  isRecursive: (key: CheckKey) => boolean,
): Signatures {
  const numbers = new Map<string, number>();
  const ofTypes = new Map<number, number>();
  const known = new Map<Check, number>();

  function signatureOf(check: Check): number {
    const before = known.get(check);
    if (before !== undefined) return before;
    const { types, literals, number, string, array, object, any, secret } = check;
    const parts = number.length + string.length + array.length + object.length + any.length;
    if (literals === undefined && parts === 0) return signatureOfTypes(types, secret);
    let text = secret ? `s${types}` : `${types}`;
    if (literals !== undefined) text += `${literals.keyword}${textOfValues(literals.values)}`;
    text += number.length === 0 ? ';' : textOf(number);
    text += string.length === 0 ? ';' : textOf(string);
    text += array.length === 0 ? ';' : textOf(array);
    for (const part of object)
      text += part.keyword === 'properties' ? textOfMembers(part.members) : textOf(part);
    text += any.length === 0 ? ';' : `;${textOf(any)}`;
    const signature = numberOf(text);
    known.set(check, signature);
    return signature;
  }

  /** Most checks are of types and nothing else. */
  function signatureOfTypes(types: TypeSet, secret: boolean): number {
    const key = secret ? ~types : types;
    let signature = ofTypes.get(key);
    if (signature === undefined) {
      signature = numberOf(secret ? `s${types};;;;` : `${types};;;;`);
      ofTypes.set(key, signature);
    }
    return signature;
  }

  function numberOf(text: string): number {
    const signature = numbers.get(text) ?? numbers.size;
    numbers.set(text, signature);
    return signature;
  }

  /** Members, of which there are more than of anything else. */
  function textOfMembers(members: readonly MemberCheck[]): string {
    let text = '(';
    for (const { name, required, target } of members)
      text += `${name.length}"${name}${required ? '!' : '?'}${textOfTarget(target)},`;
    return `${text})`;
  }

  /** A part of a check as text: strings with their lengths, so that no two have one text. */
  function textOf(value: unknown): string {
    if (typeof value === 'string') return `${value.length}"${value}`;
    if (typeof value !== 'object' || value === null) return String(value);
    let text: string;
    if (Array.isArray(value)) {
      text = '[';
      for (const item of value) text += `${textOf(item)},`;
      return `${text}]`;
    }
    if (isTarget(value)) return textOfTarget(value);
    text = '{';
    for (const name of Object.keys(value))
      text += `${name}:${textOf((value as { readonly [name: string]: unknown })[name])},`;
    return `${text}}`;
  }

  function textOfTarget(target: Target): string {
    if (target.kind === 'anything' || target.kind === 'nothing') return target.kind;
    if (target.kind === 'inline')
      return `#${signatureOf(target.check)} ${textOf(target.at ?? target.place)}`;
    if (isRecursive(target.key)) return textOf(target.key);
    const place = target.at ?? placeOf(target.key);
    return `#${signatureOf(checkOf(target.key))} ${textOf(place)}`;
  }

  return signatureOf;
}

function isTarget(value: object): value is Target {
  return 'kind' in value && typeof value.kind === 'string' && kinds.has(value.kind);
}

const kinds = new Set(['anything', 'nothing', 'inline', 'function']);

/** JSON has no `bigint`; a list that holds one holds nothing but those and `null`. */
function textOfValues(values: readonly Json[]): string {
  return values.some((value) => typeof value === 'bigint') ? values.join() : JSON.stringify(values);
}
