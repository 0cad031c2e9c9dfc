import { systemTimers } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext } from '../../core/security.js';
import {
  prepareCredentials,
  type CredentialInput,
  type HmacCredentialOptions,
} from './credentials.js';
import { chosenForm } from './signature-layout.js';
import { after, type Later } from './later.js';
import type { ValueOf } from './request-values.js';
import { createSignature } from './create-signature.js';

/** Signs messages: creates the members that a message must contain, for each message. */
export interface HmacMessageSigner<Member extends string = string> {
  sign(context?: Partial<SecurityContext>): Later<{ readonly [Name in Member]: string }>;
}

/** Only parts of the credential are signed, nothing else of the message. */
export const noValue: ValueOf = () => undefined;

/**
 * Creates a signer of messages on a channel, as described by `x-hmac`.
 *
 * @throws {AuthError} if a part is missing, the secret is malformed, or the description is invalid
 */
export function hmacMessageSigner<Member extends string = string>(
  descriptor: HmacDescriptor,
  credentials: CredentialInput | (() => Later<CredentialInput>),
  options: HmacCredentialOptions = {},
): HmacMessageSigner<Member> {
  const { alternative, clock = systemTimers } = options;
  const form = chosenForm(descriptor, 'message', alternative);
  const prepare = prepareCredentials<[]>(descriptor, form, credentials);
  const sign = ({ variables = {} }: Partial<SecurityContext> = {}): Later<Record<Member, string>> =>
    after(prepare(), (prepared) =>
      after(
        createSignature(descriptor, form, {
          credentials: prepared,
          now: clock.now(),
          context: { variables },
          valueOf: noValue,
        }),
        (pairs) => Object.fromEntries(pairs) as Record<Member, string>,
      ),
    );
  return Object.freeze({ sign });
}
