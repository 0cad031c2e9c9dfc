import type { Server, ServerVariable } from '../../api.js';
import { mapAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { readVariable } from '../openapi/servers.js';

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
      valueNode.reporter.error(
        'invalid-extension',
        valueNode.origin,
        `"${name}" can not be the name of a variable`,
        {
          part: 'key',
          hint: 'a name is a letter and then letters and digits',
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
        root.reporter.warning(
          'conflicting-variable',
          server.origin,
          `the variable "${variable.name}" has another default or other values elsewhere`,
          {
            hint: 'variables of servers and "x-variables" share one name space; the first one is taken',
          },
        );
      }
    }
  }
  return [...variables.values()];
}

function sameVariable(left: ServerVariable, right: ServerVariable): boolean {
  return left.default === right.default && left.enum?.join('\n') === right.enum?.join('\n');
}
