import type { Origin } from '../../../core/origin.js';
import type { Parameter } from '../../api.js';
import type { Security, SecurityScheme } from '../../security.js';

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
      ...(parameter.description === undefined ? {} : { description: parameter.description }),
      scheme: { kind: 'apiKey', in: 'path', name: parameter.name },
      origin: parameter.origin,
    });
  }
  return [...schemes.values()];
}
