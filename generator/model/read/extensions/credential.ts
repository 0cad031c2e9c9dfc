import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Parameter } from '../../api.js';
import { isObject, member } from '../json.js';
import type { ObjectNode } from '../openapi/node.js';
import { refuse, trueAt } from './extension.js';
import type { Origin } from '../../../core/origin.js';
import type { Security, SecurityScheme } from '../../security.js';

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

/** Adds the credentials in the path (`x-credential`) to every alternative of an operation's security. */
export function needCredentials(
  security: Security,
  parameters: readonly Parameter[],
  origin: Origin,
): Security {
  const needed = parameters
    .filter((parameter) => parameter.credential === true)
    .map((parameter) => ({ key: parameter.name, scopes: [] }));
  if (needed.length === 0) return security;
  const alternatives = security.length === 0 ? [{ schemes: [], origin }] : security;
  return alternatives.map((requirement) => ({
    ...requirement,
    schemes: [...requirement.schemes, ...needed],
  }));
}

/** Returns the security schemes that path parameters with `x-credential` represent, one for each name. */
export function credentialSchemes(
  parameters: Iterable<Parameter>,
  declared: readonly SecurityScheme[],
): readonly SecurityScheme[] {
  const schemes = new Map<string, SecurityScheme>();
  for (const parameter of parameters) {
    if (parameter.credential !== true || schemes.has(parameter.name)) continue;
    if (declared.some((scheme) => scheme.key === parameter.name)) continue;
    schemes.set(parameter.name, {
      key: parameter.name,
      ...(parameter.description === undefined ? {} : { description: parameter.description.text }),
      scheme: { kind: 'apiKey', in: 'path', name: parameter.name },
      origin: parameter.origin,
    });
  }
  return [...schemes.values()];
}
