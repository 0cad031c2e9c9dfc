import type { Presented, Verdict } from '../../core/security.js';
import { acceptsAddress, grantedScopes } from '../key-record.js';
import { AuthError } from '../error.js';
import { sha256Hex } from '../../core/sha256.js';
import { timingSafeEqual } from '../timing-safe-equal.js';

/** Principal of a key, a token or a password. */
export interface KeyPrincipal<Scope extends string = string> {
  /** Name under which the key is listed, or the user name; absent for unnamed keys. */
  readonly keyName?: string;
  readonly project?: string;
  readonly caller?: string;
  /** Scopes of the key. */
  readonly scopes: readonly Scope[];
}

/** Data about the owner of a key. */
export interface KeyHolder<Scope extends string = string> {
  /** Identifier of the caller, the same for all of the caller's keys. Limits and stored responses are kept under it. */
  readonly caller?: string;
  readonly project?: string;
  /** Scopes of the key. Default: none. */
  readonly scopes?: readonly Scope[];
  /**
   * IP addresses and prefixes from which the key is accepted, such as `192.0.2.0/24`. From anywhere else, and if the address is not
   * known, it is refused like an unknown key. Default: any.
   */
  readonly addresses?: readonly string[];
}

/** An accepted text, or several during a rotation. */
export type AcceptedTexts = string | readonly string[];

/** Accepted texts of one owner. */
export interface Accepted<Scope extends string> {
  readonly name: string | undefined;
  readonly texts: readonly string[];
  readonly holder: KeyHolder<Scope>;
}

/** Finds the entry that contains a text. */
export type FindAccepted<Scope extends string> = (
  text: string,
) => Promise<Accepted<Scope> | undefined>;

/** Maximum length of a credential in characters. A longer one is rejected. */
export const longestText = 4096;

/**
 * Returns the texts of an option as a list.
 *
 * @throws {AuthError} `key-missing` if there is none or one is empty: an unset environment variable would give access to everyone
 */
export function acceptedTexts(option: string, value: AcceptedTexts | undefined): readonly string[] {
  const texts = typeof value === 'string' ? [value] : (value ?? []);
  if (texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== ''))
    return texts;
  throw new AuthError('key-missing', `${option}: must contain at least one text, and no empty one`);
}

/**
 * Returns the entries of an option that lists owners by name. A text, a list or a single record is rejected, because its indexes or
 * property names would be taken for names, and the values of a record for keys.
 *
 * @throws {AuthError} `key-missing` if nothing is listed, `description` if the option is not an object by name
 */
export function listedByName<Value>(
  option: string,
  value: { readonly [name: string]: Value } | undefined,
  secret: 'key' | 'password',
): readonly (readonly [name: string, value: Value])[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const isRecord =
      Object.hasOwn(value, secret) && recordMembers.some((name) => Object.hasOwn(value, name));
    if (isRecord)
      throw new AuthError(
        'description',
        `${option}: must be an object of records by name, not a single record`,
      );
    const entries = Object.entries(value);
    if (entries.length > 0) return entries;
  } else if (value !== undefined && value !== null) {
    throw new AuthError('description', `${option}: must be an object by name`);
  }
  throw new AuthError('key-missing', `${option}: must contain at least one name`);
}

/** Properties that identify a single record, in addition to the secret. */
const recordMembers: readonly string[] = [
  'scopes',
  'caller',
  'project',
  'user',
  'username',
  'name',
];

/**
 * Prepares the comparison with all accepted texts. Digests of equal length are compared in constant time, so that the time reveals
 * neither a correct prefix nor the expected length.
 */
export function findAccepted<Scope extends string>(
  accepted: readonly Accepted<Scope>[],
): FindAccepted<Scope> {
  let digests: Promise<readonly (readonly [Uint8Array, Accepted<Scope>])[]> | undefined;
  const prepare = (): Promise<readonly (readonly [Uint8Array, Accepted<Scope>])[]> =>
    Promise.all(
      accepted.flatMap((entry) =>
        entry.texts.map(async (text) => [await digestOf(text), entry] as const),
      ),
    );
  return async (text) => {
    digests ??= prepare();
    const digestOfText = await digestOf(text);
    let match: Accepted<Scope> | undefined;
    for (const [digest, entry] of await digests) {
      if (timingSafeEqual(digest, digestOfText)) match = entry;
    }
    return match;
  };
}

async function digestOf(text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  return encoder.encode(await sha256Hex(encoder.encode(text)));
}

/** Returns the only credential of a request, or a refusal. */
export function onlyValue({ credentials }: Presented): { readonly value: string } | Refused {
  const [value, ...others] = credentials;
  if (value === undefined || value === '') return refused('credential-missing');
  if (others.length > 0) return refused('credential-repeated');
  return value.length > longestText ? refused('credential-too-long') : { value };
}

/** A negative verdict. */
export type Refused = Verdict<never> & { readonly ok: false };

/** Creates a refusal with 401. The reason is for the log. */
export function refused(reason: string): Refused {
  return { ok: false, reason };
}

/**
 * Accepts a key, unless the operation requires a scope that it does not have (403).
 *
 * @throws {AuthError} `description` if the owner's scopes are not a list
 */
export function verdictFor<Scope extends string>(
  name: string | undefined,
  holder: KeyHolder<Scope>,
  { scopes: required, request }: Pick<Presented, 'scopes' | 'request'>,
): Verdict<KeyPrincipal<Scope>> {
  const { caller, project } = holder;
  if (!acceptsAddress(holder, request.peer?.address)) return refused('key-address');
  const scopes = grantedScopes('holder', holder);
  if (!required.every((scope) => (scopes as readonly string[]).includes(scope)))
    return { ok: false, reason: 'key-scope', status: 403 };
  const principal: KeyPrincipal<Scope> = {
    ...(name === undefined ? {} : { keyName: name }),
    ...(project === undefined ? {} : { project }),
    ...(caller === undefined ? {} : { caller }),
    scopes,
  };
  return { ok: true, principal, caller: caller ?? project ?? name ?? '', scopes };
}
