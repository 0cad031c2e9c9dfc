import type { HmacDescriptor } from '../../core/descriptor.js';
import { replayMemory } from '../replay.js';
import type { AnyHmacOptions } from './check-signature.js';
import { rememberingVerifier, type HmacVerifier } from './verifier.js';

/**
 * Creates a verifier of deliveries, like `hmacVerifier` for requests.
 *
 * A webhook receiver remembers handled deliveries itself; for it, the verifier returns the identity of each delivery. Otherwise, a
 * signature that was seen before is rejected for as long as its timestamp is accepted, and is remembered in this process.
 * `replay: false` disables both. Signatures without a timestamp are not remembered, because they would never expire.
 *
 * @throws {AuthError} `description` if the description or an option is invalid
 */
export function hmacDeliveryVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacVerifier<Scope> {
  const { replay, onWarning } = options;
  if (replay !== undefined || descriptor.timestamp === undefined)
    return rememberingVerifier(descriptor, options, undefined);
  const memory = replayMemory(onWarning === undefined ? {} : { onWarning });
  return rememberingVerifier(descriptor, options, memory);
}
