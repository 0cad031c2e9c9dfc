import type { Parameter } from '../model/api.js';
import type { Shape, Use } from '../model/shape/shape.js';
import { sendableShape, encodableShape } from '../model/shape/sendable.js';
import type { Plan } from '../plan/plan.js';
import { changeDocs } from './docblock.js';
import { code, type Code, commentLines, join, propertyName } from '../printer/code.js';
import type { Member } from '../printer/declare.js';
import type { FileScope } from '../printer/source-file.js';
import { shapeType, typeExpression } from './type-expression.js';

/** Converts parameters to interface members with their wire names, as a handler receives them. */
export function parameterMembers(
  plan: Plan,
  scope: FileScope,
  parameters: readonly Parameter[],
  direction: 'send' | 'receive',
): readonly Member[] {
  return membersOf(plan, scope, parameters, direction, encodableShape);
}

/** Converts parameters to interface members, as a caller passes them. */
export function callerParameters(
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

/** Type of a parameter, limited to values that its style can serialise. */
function parameterType(
  plan: Plan,
  scope: FileScope,
  parameter: Parameter,
  use: Use,
  shape: Shape | undefined,
): Code {
  return shape === undefined
    ? typeExpression(plan, scope, parameter.schema, use)
    : shapeType(plan, scope, shape, use);
}

function parameterDocs(
  plan: Plan,
  { description, deprecated, origin }: Parameter,
): readonly Code[] {
  const lines = description === undefined ? [] : commentLines(description.text.trim());
  const all = deprecated ? [...lines, code`@deprecated`] : lines;
  const changes = changeDocs(plan.changesAt(origin));
  const sections = [...(all.length === 0 ? [] : [join(all, '\n')]), ...changes];
  return sections.length === 0 ? [] : [join(sections, '\n\n')];
}
