import type { HmacDescriptor } from '../../core/descriptor.js';
import type { WireRequest } from '../../core/wire.js';
import type { Clock } from '../../core/clock.js';
import { AuthError } from '../error.js';
import type { Form, PartName } from './form.js';
import { hmacKey, type HmacKey } from './hmac.js';
import { after, type Later } from './later.js';

/** What a signature is made with: the secret, and whatever else the scheme sends. */
export type HmacCredentials<Part extends 'key' | 'passphrase' = never> = {
  readonly [Name in Part | 'secret']: string;
};

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
  readonly signing: HmacKey;
  /** As it was given, to be taken out of what errors say. */
  readonly secret: string;
}

/** Credentials as they are given, whatever the scheme needs of them. */
export interface Given {
  readonly secret: string;
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
  let last: { readonly secret: string; readonly signing: HmacKey } | undefined;
  const hold = (credentials: Given): Held => {
    const { secret } = credentials;
    if (typeof secret !== 'string') throw new AuthError('key-missing', 'The secret is missing');
    if (last === undefined || last.secret !== secret)
      last = { secret, signing: hmacKey(secret, descriptor.secret, descriptor.algorithm) };
    return {
      key: partOf(form, 'key', credentials.key),
      passphrase: partOf(form, 'passphrase', credentials.passphrase),
      signing: last.signing,
      secret,
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
