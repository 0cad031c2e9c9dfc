import { systemTimers } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext } from '../../core/security.js';
import { holdCredentials, type Given, type HmacCredentialOptions } from './credentials.js';
import { chosenForm } from './form.js';
import { after, type Later } from './later.js';
import type { ValueOf } from './request-values.js';
import { signForm } from './sign-form.js';

/** Signs messages: gives the members that a message has to have, made anew each time. */
export interface HmacMessageSigner<Member extends string = string> {
  sign(context?: Partial<SecurityContext>): Later<{ readonly [Name in Member]: string }>;
}

/** Nothing of a message but its own parts is signed. */
export const noValue: ValueOf = () => undefined;

/**
 * Signs messages of a channel as `x-hmac` describes.
 *
 * @throws {AuthError} if a part is missing, the secret is not in its spelling, or the description is wrong
 */
export function hmacMessageSigner<Member extends string = string>(
  descriptor: HmacDescriptor,
  credentials: Given | (() => Later<Given>),
  options: HmacCredentialOptions = {},
): HmacMessageSigner<Member> {
  const { alternative, clock = systemTimers } = options;
  const form = chosenForm(descriptor, 'message', alternative);
  const hold = holdCredentials<[]>(descriptor, form, credentials);
  const sign = ({ variables = {} }: Partial<SecurityContext> = {}): Later<Record<Member, string>> =>
    after(hold(), (held) =>
      after(
        signForm(descriptor, form, {
          held,
          now: clock.now(),
          context: { variables },
          valueOf: noValue,
        }),
        (pairs) => Object.fromEntries(pairs) as Record<Member, string>,
      ),
    );
  return Object.freeze({ sign });
}
