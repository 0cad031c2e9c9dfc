import { normaliseAuthority } from '../../core/server/authority.js';
import type { WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import type { Expression } from './template.js';

/** What the expressions about a request stand for, on either side of the wire. */
export interface RequestFacts {
  readonly method: string;
  /** Lower case, without the scheme's default port. */
  readonly host: string;
  /** The target as sent, up to the first `?`. */
  readonly path: string;
}

/**
 * The facts that a token is bound to.
 *
 * @param authority the request's own where it is made, one of the server's where it is received
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
 * The text of a fact or a variable; `undefined` for expressions that are about neither.
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
