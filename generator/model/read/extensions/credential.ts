import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Parameter } from '../../api.js';
import { isObject, member } from '../json.js';
import type { ObjectNode } from '../openapi/node.js';
import { refuse, trueAt } from './extension.js';

/** Reads `x-credential` of a path parameter: true if its value is a secret. */
export function readCredential(node: ObjectNode, location: Parameter['in']): boolean {
  if (!trueAt(node, 'x-credential')) return false;
  if (location === 'path') {
    const schema = member(node.value, 'schema');
    const type = isObject(schema) ? member(schema, 'type') : undefined;
    if (type === undefined || type === 'string') return true;
    refuse(
      node,
      ['x-credential'],
      invalidExtension.location({ name: 'x-credential', what: 'a parameter that is not a string' }),
    );
    return false;
  }
  refuse(
    node,
    ['x-credential'],
    invalidExtension.location({
      name: 'x-credential',
      what: 'a parameter that is not in the path',
    }),
    'describe the credential as a security scheme',
  );
  return false;
}
