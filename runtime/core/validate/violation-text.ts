import type { Violation } from '../check.js';

/**
 * A violation as one line that says what to change: `/rules/0/action (of SignEvmTransactionRule): expected one of
 * "accept", "reject", found "allow"`. Of a value that the description keeps secret it only says what was expected.
 */
export function violationText(violation: Violation): string {
  const { pointer, branch } = violation;
  const place = pointer === '' ? 'the value' : pointer;
  return `${branch === undefined ? place : `${place} (of ${branch})`}: ${violationPhrase(violation)}`;
}

/** The same without the place, for reports that tell the place by themselves. */
export function violationPhrase({ expected, found }: Violation): string {
  return `expected ${expected}${found === undefined ? '' : `, found ${found}`}`;
}

/** The place of a violation as names and indexes; a step is an index where the value has an array there. */
export function violationPath(value: unknown, pointer: string): readonly (string | number)[] {
  let at = value;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const key = Array.isArray(at) ? Number(name) : name;
      at = memberOf(at, name);
      return key;
    });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}
