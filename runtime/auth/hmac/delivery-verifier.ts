import type { HmacDescriptor } from '../../core/descriptor.js';
import { replayMemory } from '../replay.js';
import type { AnyHmacOptions } from './examine.js';
import { rememberingVerifier, type HmacVerifier } from './verifier.js';

/**
 * Verifies deliveries as `hmacVerifier` does requests. A receiver remembers by itself which deliveries were handled: for it this says what
 * each is known by. Where no receiver does, a signature that was seen before is refused as long as its timestamp would let it pass; it is
 * remembered in this process. `replay: false` turns both off. Signatures without a timestamp would have to be remembered for ever, so they
 * are not.
 *
 * @throws {AuthError} `description` if the description or a setting is wrong
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
