import { AuthError } from './error.js';

/**
 * Returns the scopes of a key; none if absent. A text is rejected, because every substring of it would count as a scope.
 *
 * @throws {AuthError} `description` if `scopes` is not a list
 */
export function grantedScopes<Scope extends string>(
  option: string,
  { scopes }: { readonly scopes?: readonly Scope[] },
): readonly Scope[] {
  if (scopes === undefined || Array.isArray(scopes)) return scopes ?? [];
  throw new AuthError('description', `${option}: "scopes" is not a list`);
}
