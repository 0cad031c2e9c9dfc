import { code, stringLiteral, type Code } from '../../code.js';
import type { Check } from '../check.js';
import type { CheckFunction, FormPosition, Printing } from '../frame.js';
import { layOutLiteral } from '../literal-tree.js';
import { keywordMembers, type FormMember } from './keywords.js';

/**
 * The data from which the runtime says what is wrong with a value: `const policyForm: Form = { … };`. A relative
 * one is shared, and lies wherever the form that leads to it does.
 */
export function formDeclaration(
  check: Check,
  names: CheckFunction,
  printing: Printing,
  position: FormPosition,
): Code {
  const members: FormMember[] = [];
  if (names.recursive) members.push([code`recursive`, code`true`]);
  else {
    printing.want(names, 'guard');
    members.push([code`is`, names.guard]);
  }
  if (position === 'placed') members.push([code`place`, stringLiteral(check.place)]);
  members.push(...keywordMembers(check, printing));
  const start = code`const ${names.form}: ${printing.runtimeType('Form')} = `;
  return code`${start}${layOutLiteral(members, 0, start.length)};`;
}
