import { defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Server, ServerVariable } from '../../api.js';
import { mapAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { readVariable } from '../openapi/servers.js';

/** A variable with two descriptions that differ. */
export const conflictingVariable: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'conflicting-variable',
  {
    default: ({ name }) =>
      `the variable "${name}" has a different default or different values elsewhere`,
  },
);

/**
 * Reads `x-variables` of the document, then the variables of its servers. They share one namespace and are set when the client is created.
 */
export function readVariables(
  root: ObjectNode,
  servers: readonly Server[],
): readonly ServerVariable[] {
  const variables = new Map<string, ServerVariable>();
  for (const [name, valueNode] of mapAt(root, 'x-variables')) {
    if (name === 'x-basis') continue;
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) {
      valueNode.reporter.report(
        invalidExtension.name({ name, kind: 'a variable' }),
        valueNode.origin,
        {
          part: 'key',
          hint: 'a name consists of letters and digits, and begins with a letter',
        },
      );
      continue;
    }
    const variable = readVariable(name, valueNode);
    if (variable !== undefined) variables.set(name, variable);
  }
  for (const server of servers) {
    for (const variable of server.variables) {
      const known = variables.get(variable.name);
      if (known === undefined) variables.set(variable.name, variable);
      else if (!sameVariable(known, variable)) {
        root.reporter.report(conflictingVariable.default({ name: variable.name }), server.origin, {
          hint: 'variables of servers and "x-variables" share one namespace, and the first variable is used',
        });
      }
    }
  }
  return [...variables.values()];
}

function sameVariable(left: ServerVariable, right: ServerVariable): boolean {
  return left.default === right.default && left.enum?.join('\n') === right.enum?.join('\n');
}
