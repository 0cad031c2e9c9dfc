import type { HmacDescriptor } from '../../core/descriptor.js';
import type { WireRequest } from '../../core/wire.js';
import type { Clock } from '../../core/clock.js';
import { AuthError } from '../error.js';
import type { Form, PartName } from './form.js';
import { after, type Later } from './later.js';
import { signingKey, type SigningKey } from './signature-key.js';

/**
 * What a signature is made with: the secret, and whatever else the scheme sends. Several secrets make a signature each, so that receivers
 * may go over from one to the other.
 */
export type HmacCredentials<Part extends 'key' | 'passphrase' = never> = {
  readonly [Name in Part]: string;
} & { readonly secret: string | readonly string[] };

/** Credentials of requests, or what gives them anew for every attempt and sees the request as it will be sent. */
export type HmacRequestCredentials<Part extends 'key' | 'passphrase' = never> =
  | HmacCredentials<Part>
  | ((request: WireRequest) => Later<HmacCredentials<Part>>);

/** Credentials of messages on a channel, or what gives them anew for every signature. */
export type HmacChannelCredentials<Part extends 'key' | 'passphrase' = never> =
  | HmacCredentials<Part>
  | (() => Later<HmacCredentials<Part>>);

/** How signatures are made, where it differs from what the description says first. */
export interface HmacCredentialOptions<Alternative extends string = string> {
  /** Another form, by its name in the description. */
  readonly alternative?: Alternative;
  /** Tells the time of timestamps. */
  readonly clock?: Clock;
}

/** Credentials that are ready to sign. */
export interface Held {
  readonly key: string | undefined;
  readonly passphrase: string | undefined;
  /** As they were given, to be taken out of what errors say. */
  readonly secrets: readonly string[];
  /** One for each secret. */
  readonly signing: readonly SigningKey[];
}

/** Credentials as they are given, whatever the scheme needs of them. */
export interface Given {
  readonly secret: string | readonly string[];
  readonly key?: string;
  readonly passphrase?: string;
}

/**
 * Prepares credentials. What is given once is read at once, and what a function gives is read again only
 * when its secret changed, so that a key is handed to the platform's cryptography once.
 *
 * @throws {AuthError} if a part is missing or the secret is not in its spelling; the message holds no part of it
 */
export function holdCredentials<Seen extends readonly unknown[]>(
  descriptor: HmacDescriptor,
  form: Form,
  given: Given | ((...seen: Seen) => Later<Given>),
): (...seen: Seen) => Later<Held> {
  let last: readonly { readonly secret: string; readonly signing: SigningKey }[] = [];
  const hold = (credentials: Given): Held => {
    const { secret: given } = credentials;
    const secrets = typeof given === 'string' ? [given] : given;
    if (
      !Array.isArray(secrets) ||
      secrets.length === 0 ||
      secrets.some((each) => typeof each !== 'string')
    )
      throw new AuthError('key-missing', 'The secret is missing');
    if (secrets.length > 1 && !form.repeatsSignature)
      throw new AuthError('description', 'There is room for one signature, so there is one secret');
    last = secrets.map(
      (secret: string) =>
        last.find((known) => known.secret === secret) ?? {
          secret,
          signing: signingKey(secret, descriptor),
        },
    );
    return {
      key: partOf(form, 'key', credentials.key),
      passphrase: partOf(form, 'passphrase', credentials.passphrase),
      secrets,
      signing: last.map(({ signing }) => signing),
    };
  };
  if (typeof given === 'function') return (...seen) => after(given(...seen), hold);
  const held = hold(given);
  return () => held;
}

function partOf(form: Form, part: PartName, value: unknown): string | undefined {
  if (!form.sends(part)) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new AuthError('parameter-missing', `${part}: a text is needed that is not empty`);
}
