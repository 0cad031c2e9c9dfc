import { systemTimers } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { SecurityContext, Verdict } from '../../core/security.js';
import { holdCredentials, type Given, type HmacCredentialOptions } from './credentials.js';
import { examiner, type AnyHmacOptions, type HmacPrincipal } from './examine.js';
import { chosenForm, type Form } from './form.js';
import { after, type Later } from './later.js';
import { signForm } from './sign-form.js';
import type { ValueOf } from './request-values.js';

/** The text of a field of the message at hand; `undefined` where it has none. */
export type FieldOf = (tag: number) => string | undefined;

/** Signs FIX messages: gives the fields that carry the signature and its companions, made anew each time. */
export interface HmacFieldSigner {
  /**
   * Signs a message, in any order of its fields.
   *
   * @throws {AuthError} `parameter-missing` for a signed field that the message does not have
   */
  sign(
    field: FieldOf,
    context?: Partial<SecurityContext>,
  ): Later<readonly (readonly [tag: number, text: string])[]>;
}

/** Verifies the fields of FIX messages. */
export interface HmacFieldVerifier<Scope extends string = string> {
  /**
   * Says who signed.
   *
   * @param demands scopes without which the key is refused
   */
  verify(
    field: FieldOf,
    demands?: Partial<SecurityContext> & { readonly scopes?: readonly Scope[] },
  ): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/**
 * Signs FIX messages, such as a Logon, as `x-hmac` describes.
 *
 * @throws {AuthError} if a part is missing, the secret is not in its spelling, or the description is wrong
 */
export function hmacFieldSigner(
  descriptor: HmacDescriptor,
  credentials: Given | (() => Later<Given>),
  options: HmacCredentialOptions = {},
): HmacFieldSigner {
  const { alternative, clock = systemTimers } = options;
  const form = chosenForm(descriptor, 'fields', alternative);
  const hold = holdCredentials<[]>(descriptor, form, credentials);
  return Object.freeze({
    sign: (field: FieldOf, { variables = {} }: Partial<SecurityContext> = {}) =>
      after(hold(), (held) => {
        const own = new Map([
          ...tagsOf(form, 'key', held.key),
          ...tagsOf(form, 'passphrase', held.passphrase),
        ]);
        const occasion = {
          held,
          now: clock.now(),
          context: { variables },
          valueOf: fieldValues((tag) => own.get(tag) ?? field(tag)),
        };
        return after(signForm(descriptor, form, occasion), (pairs) =>
          pairs.map(([tag, text]) => [Number(tag), text] as const),
        );
      }),
  });
}

/**
 * Verifies FIX messages, such as a Logon, as `x-hmac` describes.
 *
 * @throws {AuthError} `description` if the description or a setting is wrong
 */
export function hmacFieldVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacFieldVerifier<Scope> {
  const { judge, begin, finish } = examiner<Scope>(descriptor, 'fields', options);
  return {
    verify: (field, { variables = {}, scopes = [] } = {}) =>
      judge(async () => {
        const begun = await begin((tag) => {
          const text = field(Number(tag));
          return text === undefined ? [] : [text];
        }, scopes);
        return finish(begun, { context: { variables }, valueOf: fieldValues(field) });
      }),
  };
}

/** The fields that hold a part of the credential by itself: they may be signed before they stand in the message. */
function tagsOf(
  { slots }: Form,
  part: 'key' | 'passphrase',
  text: string | undefined,
): readonly (readonly [tag: number, text: string])[] {
  if (text === undefined) return [];
  return slots.flatMap(({ name, elements: [element, ...others] }) =>
    element?.part === part && element.before === '' && others.length === 0
      ? [[Number(name), text] as const]
      : [],
  );
}

function fieldValues(field: FieldOf): ValueOf {
  return (name) =>
    name.startsWith('field.') ? field(Number(name.slice('field.'.length))) : undefined;
}
