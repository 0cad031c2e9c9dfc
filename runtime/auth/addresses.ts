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
