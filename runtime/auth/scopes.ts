import { AuthError } from './error.js';

/**
 * The scopes of a key; none if absent. A text, as tables have it, would carry every scope that is a part of it, so it is refused.
 *
 * @throws {AuthError} `description` for anything but a list
 */
export function grantedScopes<Scope extends string>(
  option: string,
  { scopes }: { readonly scopes?: readonly Scope[] },
): readonly Scope[] {
  if (scopes === undefined || Array.isArray(scopes)) return scopes ?? [];
  throw new AuthError('description', `${option}: "scopes" is not a list`);
}
