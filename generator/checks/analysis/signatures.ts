import type { Json } from '../../model/schema.js';
import type { Check, CheckKey, MemberCheck, Target } from '../check.js';
import type { TypeSet } from '../type-set.js';

/**
 * Returns a number that is equal for checks with the same code: they accept the same values and
 * report the same violations.
 */
export type Signatures = (check: Check) => number;

/**
 * Creates the numbering. Nested checks are replaced by their numbers, so that texts do not grow
 * with the nesting. Functions with equal checks are equal, unless they are recursive.
 */
export function createSignatures(
  checkOf: (key: CheckKey) => Check,
  locationOf: (key: CheckKey) => string,
  isRecursive: (key: CheckKey) => boolean,
): Signatures {
  const numbers = new Map<string, number>();
  const typeSignatures = new Map<number, number>();
  const cache = new Map<Check, number>();

  function signatureOf(check: Check): number {
    const before = cache.get(check);
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
    cache.set(check, signature);
    return signature;
  }

  /** Shortcut for checks that consist only of types, which is the common case. */
  function signatureOfTypes(types: TypeSet, secret: boolean): number {
    const key = secret ? ~types : types;
    let signature = typeSignatures.get(key);
    if (signature === undefined) {
      signature = numberOf(secret ? `s${types};;;;` : `${types};;;;`);
      typeSignatures.set(key, signature);
    }
    return signature;
  }

  function numberOf(text: string): number {
    const signature = numbers.get(text) ?? numbers.size;
    numbers.set(text, signature);
    return signature;
  }

  /** Text of properties, which are the most frequent part. */
  function textOfMembers(members: readonly MemberCheck[]): string {
    let text = '(';
    for (const { name, required, target } of members)
      text += `${name.length}"${name}${required ? '!' : '?'}${textOfTarget(target)},`;
    return `${text})`;
  }

  /**
   * Text of a part of a check. Strings are prefixed with their lengths, so that different parts
   * have different texts.
   */
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
      return `#${signatureOf(target.check)} ${textOf(target.pointer ?? target.location)}`;
    if (isRecursive(target.key)) return textOf(target.key);
    const location = target.pointer ?? locationOf(target.key);
    return `#${signatureOf(checkOf(target.key))} ${textOf(location)}`;
  }

  return signatureOf;
}

function isTarget(value: object): value is Target {
  return 'kind' in value && typeof value.kind === 'string' && kinds.has(value.kind);
}

const kinds = new Set(['anything', 'nothing', 'inline', 'function']);

/** JSON has no `bigint`. A list with one contains only `bigint` values and `null`. */
function textOfValues(values: readonly Json[]): string {
  return values.some((value) => typeof value === 'bigint') ? values.join() : JSON.stringify(values);
}
