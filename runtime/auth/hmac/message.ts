import { systemTimers } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext, Verdict } from '../../core/security.js';
import { holdCredentials, type Given, type HmacCredentialOptions } from './credentials.js';
import {
  examiner,
  type HmacPrincipal,
  type HmacSecretOptions,
  type HmacVerifierOptions,
} from './examine.js';
import { chosenForm } from './form.js';
import { after, type Later } from './later.js';
import type { ValueOf } from './request-values.js';
import { signForm } from './sign-form.js';

/** Signs messages: gives the members that a message has to have, made anew each time. */
export interface HmacMessageSigner<Member extends string = string> {
  sign(context?: Partial<SecurityContext>): Later<{ readonly [Name in Member]: string }>;
}

/** Verifies the members of messages. */
export interface HmacMessageVerifier<Scope extends string = string> {
  /**
   * Says who signed.
   *
   * @param message the message as parsed: only its own members count. A timestamp may be a number too
   * @param demands scopes without which the key is refused
   */
  verify(
    message: object,
    demands?: Partial<SecurityContext> & { readonly scopes?: readonly Scope[] },
  ): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/** Nothing of a message but its own parts is signed. */
const noValue: ValueOf = () => undefined;

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

/**
 * Verifies messages of a channel as `x-hmac` describes.
 *
 * @throws {AuthError} `description` if the description or a setting is wrong
 */
export function hmacMessageVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: HmacVerifierOptions<Scope> | HmacSecretOptions,
): HmacMessageVerifier<Scope> {
  const { judge, begin, finish } = examiner<Scope>(descriptor, 'message', options);
  return {
    verify: (message, { variables = {}, scopes = [] } = {}) =>
      judge(async () => {
        const begun = await begin((name) => textsOf(message, name), scopes);
        await finish(begun, { context: { variables }, valueOf: noValue });
        return begun;
      }),
  };
}

/** A text, or a number in its shortest decimal spelling: what programs that keep timestamps as numbers sign. */
function textsOf(message: object, name: string): readonly string[] {
  const value: unknown = Object.hasOwn(message, name) ? Reflect.get(message, name) : undefined;
  if (typeof value === 'string') return [value];
  return typeof value === 'number' ? [String(value)] : [];
}
