import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext, Verdict } from '../../core/security.js';
import type { Peer } from '../../core/wire.js';
import {
  createSignatureChecker,
  type AnyHmacOptions,
  type HmacPrincipal,
} from './check-signature.js';
import { noValue } from './message-signer.js';

/** Verifies signed messages. */
export interface HmacMessageVerifier<Scope extends string = string> {
  /**
   * Verifies a signature and returns the principal.
   *
   * @param message the parsed message; only own properties are read, and a timestamp may be a number
   * @param demands scopes that the key must have, the peer of the connection for keys that are limited to addresses, and the operation and
   * channels for lookups. A feed server passes all but the scopes
   */
  verify(
    message: object,
    demands?: Partial<SecurityContext> & {
      readonly scopes?: readonly Scope[];
      readonly peer?: Peer | undefined;
      readonly operation?: string;
      readonly channels?: readonly string[];
    },
  ): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/**
 * Creates a verifier of messages on a channel, as described by `x-hmac`.
 *
 * @throws {AuthError} `description` if the description or an option is invalid
 */
export function hmacMessageVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacMessageVerifier<Scope> {
  const {
    judge: checker,
    begin,
    finish,
  } = createSignatureChecker<Scope>(descriptor, 'message', options);
  return {
    verify: (message, { variables = {}, scopes = [], peer, operation, channels } = {}) =>
      checker(async () => {
        const begun = await begin((name) => textsOf(message, name), scopes, {
          ...(peer === undefined ? {} : { peer }),
          ...(operation === undefined ? {} : { operation }),
          ...(channels === undefined ? {} : { channels }),
        });
        return finish(begun, { context: { variables }, valueOf: noValue });
      }),
  };
}

/** Returns a text, or a number in its shortest decimal form, which is what programs with numeric timestamps sign. */
function textsOf(message: object, name: string): readonly string[] {
  const value: unknown = Object.hasOwn(message, name) ? Reflect.get(message, name) : undefined;
  if (typeof value === 'string') return [value];
  return typeof value === 'number' ? [String(value)] : [];
}
