import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext, Verdict } from '../../core/security.js';
import { examiner, type AnyHmacOptions, type HmacPrincipal } from './examine.js';
import { noValue } from './message-signer.js';

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

/**
 * Verifies messages of a channel as `x-hmac` describes.
 *
 * @throws {AuthError} `description` if the description or a setting is wrong
 */
export function hmacMessageVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacMessageVerifier<Scope> {
  const { judge, begin, finish } = examiner<Scope>(descriptor, 'message', options);
  return {
    verify: (message, { variables = {}, scopes = [] } = {}) =>
      judge(async () => {
        const begun = await begin((name) => textsOf(message, name), scopes);
        return finish(begun, { context: { variables }, valueOf: noValue });
      }),
  };
}

/** A text, or a number in its shortest decimal spelling: what programs that keep timestamps as numbers sign. */
function textsOf(message: object, name: string): readonly string[] {
  const value: unknown = Object.hasOwn(message, name) ? Reflect.get(message, name) : undefined;
  if (typeof value === 'string') return [value];
  return typeof value === 'number' ? [String(value)] : [];
}
