import { systemTimers } from '../../core/clock.js';
import type { HmacDescriptor } from '../../core/descriptor.js';
import type { Peer } from '../../core/wire.js';
import type { SecurityContext, Verdict } from '../../core/security.js';
import {
  prepareCredentials,
  type CredentialInput,
  type HmacCredentialOptions,
} from './credentials.js';
import {
  createSignatureChecker,
  type AnyHmacOptions,
  type HmacPrincipal,
} from './check-signature.js';
import { chosenForm, type SignatureLayout } from './signature-layout.js';
import { after, type Later } from './later.js';
import { createSignature } from './create-signature.js';
import type { HmacKeyUse } from './key-lookup.js';
import type { ValueOf } from './request-values.js';

/** Returns the text of a field in the current message; `undefined` if it is absent. */
export type FieldOf = (tag: number) => string | undefined;

/** Signs FIX messages: creates the fields that carry the signature and related values, for each message. */
export interface HmacFieldSigner {
  /**
   * Signs a message. The order of its fields is irrelevant.
   *
   * @throws {AuthError} `parameter-missing` if the message lacks a signed field
   */
  sign(
    field: FieldOf,
    context?: Partial<SecurityContext>,
  ): Later<readonly (readonly [tag: number, text: string])[]>;
}

/** Verifies the fields of FIX messages. */
export interface HmacFieldVerifier<Scope extends string = string> {
  /**
   * Verifies a signature and returns the principal.
   *
   * @param demands scopes that the key must have, and the peer of the connection for keys that are limited to addresses
   */
  verify(
    field: FieldOf,
    demands?: Partial<SecurityContext> & {
      readonly scopes?: readonly Scope[];
      readonly peer?: Peer | undefined;
    },
  ): Promise<Verdict<HmacPrincipal<Scope>>>;
}

/**
 * Creates a signer of FIX messages, such as a Logon, as described by `x-hmac`.
 *
 * @throws {AuthError} if a part is missing, the secret is malformed, or the description is invalid
 */
export function hmacFieldSigner(
  descriptor: HmacDescriptor,
  credentials: CredentialInput | (() => Later<CredentialInput>),
  options: HmacCredentialOptions = {},
): HmacFieldSigner {
  const { alternative, clock = systemTimers } = options;
  const form = chosenForm(descriptor, 'fields', alternative);
  const prepare = prepareCredentials<[]>(descriptor, form, credentials);
  return Object.freeze({
    sign: (field: FieldOf, { variables = {} }: Partial<SecurityContext> = {}) =>
      after(prepare(), (prepared) => {
        const own = new Map([
          ...tagsOf(form, 'key', prepared.key),
          ...tagsOf(form, 'passphrase', prepared.passphrase),
        ]);
        const input = {
          credentials: prepared,
          now: clock.now(),
          context: { variables },
          valueOf: fieldValues((tag) => own.get(tag) ?? field(tag)),
        };
        return after(createSignature(descriptor, form, input), (pairs) =>
          pairs.map(([tag, text]) => [Number(tag), text] as const),
        );
      }),
  });
}

/**
 * Creates a verifier of FIX messages, such as a Logon, as described by `x-hmac`.
 *
 * @throws {AuthError} `description` if the description or an option is invalid
 */
export function hmacFieldVerifier<Scope extends string = string>(
  descriptor: HmacDescriptor,
  options: AnyHmacOptions<Scope>,
): HmacFieldVerifier<Scope> {
  const {
    judge: checker,
    begin,
    finish,
  } = createSignatureChecker<Scope>(descriptor, 'fields', options);
  return {
    verify: (field, { variables = {}, scopes = [], peer } = {}) =>
      checker(async () => {
        const begun = await begin(
          (tag) => {
            const text = field(Number(tag));
            return text === undefined ? [] : [text];
          },
          scopes,
          fieldUse(field, peer),
        );
        return finish(begun, { context: { variables }, valueOf: fieldValues(field) });
      }),
  };
}

function fieldUse(field: FieldOf, peer: Peer | undefined): HmacKeyUse {
  const msgType = field(35);
  const operation = msgType === 'A' ? 'logon' : msgType;
  return {
    ...(peer === undefined ? {} : { peer }),
    ...(operation === undefined ? {} : { operation }),
    fix: { msgType, senderCompId: field(49), targetCompId: field(56) },
  };
}

/** Fields that contain only one part of the credential. They may be signed before they are part of the message. */
function tagsOf(
  { slots }: SignatureLayout,
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
