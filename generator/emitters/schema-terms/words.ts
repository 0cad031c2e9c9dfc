import { code, type Text } from '../../printer/code.js';
import type { MemberTerm, SchemaTerm } from './term.js';
import type { PlainKind } from './walk-term.js';

/** Names that most libraries have for schemas without parts. */
export const plainNames: { readonly [Kind in PlainKind]: Text } = {
  unknown: code`unknown`,
  never: code`never`,
  null: code`null`,
  boolean: code`boolean`,
  string: code`string`,
  number: code`number`,
};

/** Names that Zod and Valibot have for objects with any or no undeclared properties. */
export const objectNames: { readonly [Others in 'open' | 'closed']: Text } = {
  open: code`looseObject`,
  closed: code`strictObject`,
};

/** True for a tuple. */
export function isTuple(term: SchemaTerm): boolean {
  return term.kind === 'array' && term.prefix.length > 0;
}

/** True for an object that an array could be as well, for libraries to which arrays are objects. */
export function mayBeArray(term: SchemaTerm): boolean {
  return term.kind === 'record' || (term.kind === 'object' && !term.members.some(isNotOfArrays));
}

/** True for a required property that no array has. */
function isNotOfArrays({ name, optional }: MemberTerm): boolean {
  return !optional && !(name in Array.prototype) && !/^\d+$/u.test(name);
}
