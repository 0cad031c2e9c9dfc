import type { HmacDescriptor } from '../../core/descriptor.js';
import type { WireRequest } from '../../core/wire.js';
import type { Clock } from '../../core/clock.js';
import { AuthError } from '../error.js';
import type { SignatureLayout, PartName } from './signature-layout.js';
import { after, type Later } from './later.js';
import { signingKey, type SigningKey } from './signature-key.js';

/**
 * Credentials for signing: the secret, and any other parts that the scheme sends. Several secrets produce one signature each, so that
 * receivers can rotate from one to the other.
 */
export type HmacCredentials<Part extends 'key' | 'passphrase' = never> = {
  readonly [Name in Part]: string;
} & { readonly secret: string | readonly string[] };

/** Credentials for requests, or a function that returns them for every attempt and receives the request as it will be sent. */
export type HmacRequestCredentials<Part extends 'key' | 'passphrase' = never> =
  | HmacCredentials<Part>
  | ((request: WireRequest) => Later<HmacCredentials<Part>>);

/** Credentials for messages on a channel, or a function that returns them for every signature. */
export type HmacChannelCredentials<Part extends 'key' | 'passphrase' = never> =
  | HmacCredentials<Part>
  | (() => Later<HmacCredentials<Part>>);

/** Options for creating signatures. */
export interface HmacCredentialOptions<Alternative extends string = string> {
  /** Name of an alternative in the description. Default: the first form. */
  readonly alternative?: Alternative;
  /** Clock for timestamps. */
  readonly clock?: Clock;
}

/** Credentials prepared for signing. */
export interface PreparedCredentials {
  readonly key: string | undefined;
  readonly passphrase: string | undefined;
  /** The original texts, for redacting errors. */
  readonly secrets: readonly string[];
  /** One key for each secret. */
  readonly signing: readonly SigningKey[];
}

/** Credentials as configured, for any scheme. */
export interface CredentialInput {
  readonly secret: string | readonly string[];
  readonly key?: string;
  readonly passphrase?: string;
}

/**
 * Prepares credentials. A constant is prepared immediately. The result of a function is prepared again only if its secret changed,
 * so that each key is imported by the platform only once.
 *
 * @throws {AuthError} if a part is missing or the secret is malformed; the message contains no part of it
 */
export function prepareCredentials<Seen extends readonly unknown[]>(
  descriptor: HmacDescriptor,
  form: SignatureLayout,
  credentials: CredentialInput | ((...seen: Seen) => Later<CredentialInput>),
): (...seen: Seen) => Later<PreparedCredentials> {
  let last: readonly { readonly secret: string; readonly signing: SigningKey }[] = [];
  const prepare = (credentials: CredentialInput): PreparedCredentials => {
    const { secret: secretOrList } = credentials;
    const secrets = typeof secretOrList === 'string' ? [secretOrList] : secretOrList;
    if (
      !Array.isArray(secrets) ||
      secrets.length === 0 ||
      secrets.some((secret) => typeof secret !== 'string')
    )
      throw new AuthError('key-missing', 'The secret is missing');
    if (secrets.length > 1 && !form.repeatsSignature)
      throw new AuthError(
        'description',
        'The scheme sends one signature, so only one secret is allowed',
      );
    last = secrets.map(
      (secret: string) =>
        last.find((entry) => entry.secret === secret) ?? {
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
  if (typeof credentials === 'function') return (...seen) => after(credentials(...seen), prepare);
  const prepared = prepare(credentials);
  return () => prepared;
}

function partOf(form: SignatureLayout, part: PartName, value: unknown): string | undefined {
  if (!form.sends(part)) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new AuthError('parameter-missing', `${part}: must be a non-empty string`);
}
