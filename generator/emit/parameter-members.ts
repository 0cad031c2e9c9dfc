import type { Parameter } from '../model/api.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, commentLines, join, propertyName } from './code.js';
import type { Member } from './declare.js';
import type { FileScope } from './source-file.js';
import { typeOf } from './type-of.js';

/** Parameters as members of an interface, under their names on the wire. */
export function parameterMembers(
  plan: Plan,
  scope: FileScope,
  parameters: readonly Parameter[],
  direction: 'send' | 'receive',
): readonly Member[] {
  return parameters.map((parameter) => ({
    name: propertyName(parameter.name),
    type: typeOf(plan, scope, parameter.schema, { direction, representation: 'value' }),
    optional: !parameter.required,
    docs: parameterDocs(parameter),
  }));
}

function parameterDocs({ description, deprecated }: Parameter): readonly Code[] {
  const lines = description === undefined ? [] : commentLines(description.trim());
  const all = deprecated ? [...lines, code`@deprecated`] : lines;
  return all.length === 0 ? [] : [join(all, '\n')];
}
