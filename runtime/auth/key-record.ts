import { isListedAddress } from '../core/address-list.js';
import { AuthError } from './error.js';

/**
 * True if a key is accepted from the address of a peer. A record that is no object is judged by whatever reads it next.
 *
 * @throws {AuthError} `description` if the list of the key is malformed
 */
export function acceptsAddress(
  record: { readonly addresses?: readonly string[] } | null | undefined,
  address: string | undefined,
): boolean {
  const addresses = record?.addresses;
  if (addresses === undefined) return true;
  if (!Array.isArray(addresses))
    throw new AuthError('description', 'keys: "addresses" is not a list');
  try {
    return isListedAddress(addresses, address);
  } catch (cause) {
    throw new AuthError('description', `keys: ${String(Object(cause).message)}`);
  }
}

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
