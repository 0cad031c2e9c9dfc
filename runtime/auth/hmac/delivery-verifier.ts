import type { HmacDescriptor } from '../../core/descriptor.js';
import { replayMemory } from '../replay.js';
import type { HmacSecretOptions, HmacVerifierOptions } from './examine.js';
import { hmacVerifier, type HmacVerifier } from './verifier.js';

/**
 * {@link hmacVerifier} for deliveries: what was seen before is refused as long as its timestamp would let it pass. It is remembered in
 * this process unless `replay` says where; `replay: false` remembers nothing. Signatures without a timestamp would have to be remembered for
 * ever, so they are not.
 *
 * @throws {AuthError} `description` if the description or a setting is wrong
 */
export function hmacDeliveryVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: HmacVerifierOptions<Scope> | HmacSecretOptions,
): HmacVerifier<Scope> {
  if (options.replay !== undefined || descriptor.timestamp === undefined)
    return hmacVerifier(descriptor, options);
  return hmacVerifier(descriptor, { ...options, replay: replayMemory() });
}
