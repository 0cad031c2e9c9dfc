import { normaliseAuthority } from '../../core/server/authority.js';
import type { WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import type { Expression } from './template.js';

/** Values of the expressions about a request, equal on both sides of the connection. */
export interface RequestFacts {
  readonly method: string;
  /** In lower case, without the default port of the scheme. */
  readonly host: string;
  /** The target as sent, up to the first `?`. */
  readonly path: string;
}

/**
 * Returns the properties of a request that a token is bound to.
 *
 * @param authority that of the request on the client; one of the server's authorities on the server
 */
export function requestFacts(request: WireRequest, authority: string): RequestFacts {
  const query = request.target.indexOf('?');
  return {
    method: request.method.toUpperCase(),
    host: normaliseAuthority(authority, request.scheme),
    path: query < 0 ? request.target : request.target.slice(0, query),
  };
}

/**
 * Returns the value of an expression about the request or a variable; `undefined` for other expressions.
 *
 * @throws {AuthError} `parameter-missing` for a variable without a value
 */
export function requestExpression(
  expression: Expression,
  facts: RequestFacts,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  switch (expression.kind) {
    case 'method':
    case 'host':
    case 'path':
      return facts[expression.kind];
    case 'variables': {
      const value = Object.hasOwn(variables, expression.name)
        ? variables[expression.name]
        : undefined;
      if (value !== undefined) return value;
      throw new AuthError('parameter-missing', `The variable "${expression.name}" has no value`);
    }
    default:
      return undefined;
  }
}
