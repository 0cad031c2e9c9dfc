import type { Parameter } from '../model/api.js';
import type { Shape, Use } from '../model/shape.js';
import { sendableShape } from '../model/sendable.js';
import { spellableShape } from '../model/spellable.js';
import type { Plan } from '../plan/plan.js';
import { changeDocs } from './change-docs.js';
import { code, type Code, commentLines, join, propertyName } from './code.js';
import type { Member } from './declare.js';
import type { FileScope } from './source-file.js';
import { shapeType, typeOf } from './type-of.js';

/** Parameters as members of an interface, under their names on the wire, as a handler gets them. */
export function parameterMembers(
  plan: Plan,
  scope: FileScope,
  parameters: readonly Parameter[],
  direction: 'send' | 'receive',
): readonly Member[] {
  return membersOf(plan, scope, parameters, direction, spellableShape);
}

/** The same as a caller gives them. */
export function givenParameters(
  plan: Plan,
  scope: FileScope,
  parameters: readonly Parameter[],
  direction: 'send' | 'receive',
): readonly Member[] {
  return membersOf(plan, scope, parameters, direction, sendableShape);
}

function membersOf(
  plan: Plan,
  scope: FileScope,
  parameters: readonly Parameter[],
  direction: 'send' | 'receive',
  shapeOf: typeof sendableShape,
): readonly Member[] {
  const use = { direction, representation: 'value' } as const;
  return parameters.map((parameter) => ({
    name: propertyName(parameter.name),
    type: parameterType(plan, scope, parameter, use, shapeOf(plan.shapes, parameter, use)),
    optional: !parameter.required,
    docs: parameterDocs(plan, parameter),
  }));
}

/** What its schema says, as far as its style can spell it. */
function parameterType(
  plan: Plan,
  scope: FileScope,
  parameter: Parameter,
  use: Use,
  spelt: Shape | undefined,
): Code {
  return spelt === undefined
    ? typeOf(plan, scope, parameter.schema, use)
    : shapeType(plan, scope, spelt, use);
}

function parameterDocs(
  plan: Plan,
  { description, deprecated, origin }: Parameter,
): readonly Code[] {
  const lines = description === undefined ? [] : commentLines(description.trim());
  const all = deprecated ? [...lines, code`@deprecated`] : lines;
  const changes = changeDocs(plan.changesAt(origin));
  const sections = [...(all.length === 0 ? [] : [join(all, '\n')]), ...changes];
  return sections.length === 0 ? [] : [join(sections, '\n\n')];
}
