import type { Presented, Verdict } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../scopes.js';
import { sha256Hex } from '../sha256.js';
import { timingSafeEqual } from '../timing-safe-equal.js';

/** Who showed a key, a token or a password. */
export interface KeyPrincipal<Scope extends string = string> {
  /** The name under which the key is listed, or the user name; absent for keys without a name. */
  readonly keyName?: string;
  readonly project?: string;
  readonly caller?: string;
  /** What the key is allowed. */
  readonly scopes: readonly Scope[];
}

/** What a server knows of whoever holds a key. */
export interface KeyHolder<Scope extends string = string> {
  /** Who calls, the same text for every key of theirs: limits and remembered responses are kept under it. */
  readonly caller?: string;
  readonly project?: string;
  /** What the key is allowed; nothing if absent. */
  readonly scopes?: readonly Scope[];
}

/** One text that is accepted, or several while one takes the place of another. */
export type AcceptedTexts = string | readonly string[];

/** Texts that are accepted of one holder. */
export interface Accepted<Scope extends string> {
  readonly name: string | undefined;
  readonly texts: readonly string[];
  readonly holder: KeyHolder<Scope>;
}

/** Finds the one that a text belongs to. */
export type FindAccepted<Scope extends string> = (
  text: string,
) => Promise<Accepted<Scope> | undefined>;

/** The longest text that is compared or looked up, in characters; a longer one is refused. */
export const longestText = 4096;

/**
 * The texts of an option as a list.
 *
 * @throws {AuthError} `key-missing` if there is none, or one is empty: an environment variable that is not set would let everybody in
 */
export function acceptedTexts(option: string, given: AcceptedTexts | undefined): readonly string[] {
  const texts = typeof given === 'string' ? [given] : (given ?? []);
  if (texts.length > 0 && texts.every((text) => typeof text === 'string' && text !== ''))
    return texts;
  throw new AuthError('key-missing', `${option}: at least one text is needed, and none is empty`);
}

/**
 * The members of an option that lists holders by name. A text or a list would make names of its positions, and a single record names of its own
 * members: what it says of a holder would then be accepted as a key.
 *
 * @throws {AuthError} `key-missing` if nothing is listed, `description` if the option is not such a list
 */
export function listedByName<Value>(
  option: string,
  given: { readonly [name: string]: Value } | undefined,
  secret: 'key' | 'password',
): readonly (readonly [name: string, value: Value])[] {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    const isRecord =
      Object.hasOwn(given, secret) && recordMembers.some((name) => Object.hasOwn(given, name));
    if (isRecord)
      throw new AuthError(
        'description',
        `${option}: this is a record and not a list of records by name`,
      );
    const all = Object.entries(given);
    if (all.length > 0) return all;
  } else if (given !== undefined && given !== null) {
    throw new AuthError('description', `${option}: a list by name is an object`);
  }
  throw new AuthError('key-missing', `${option}: nobody is listed`);
}

/** Members beside the secret by which a single record is known. */
const recordMembers: readonly string[] = [
  'scopes',
  'caller',
  'project',
  'user',
  'username',
  'name',
];

/**
 * Prepares the comparison with everything that is accepted. Digests are compared, each of them to its end, so that the time tells
 * neither how much of a text is right nor how long it should be.
 */
export function findAccepted<Scope extends string>(
  all: readonly Accepted<Scope>[],
): FindAccepted<Scope> {
  let digests: Promise<readonly (readonly [Uint8Array, Accepted<Scope>])[]> | undefined;
  const prepare = (): Promise<readonly (readonly [Uint8Array, Accepted<Scope>])[]> =>
    Promise.all(
      all.flatMap((each) => each.texts.map(async (text) => [await digestOf(text), each] as const)),
    );
  return async (text) => {
    digests ??= prepare();
    const shown = await digestOf(text);
    let found: Accepted<Scope> | undefined;
    for (const [digest, each] of await digests) {
      if (timingSafeEqual(digest, shown)) found = each;
    }
    return found;
  };
}

async function digestOf(text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  return encoder.encode(await sha256Hex(encoder.encode(text)));
}

/** The one value that a request shows, or why there is none to look at. */
export function onlyValue({ credentials }: Presented): { readonly value: string } | Refused {
  const [value, ...others] = credentials;
  if (value === undefined || value === '') return refused('credential-missing');
  if (others.length > 0) return refused('credential-repeated');
  return value.length > longestText ? refused('credential-too-long') : { value };
}

/** A verdict that lets nobody in. */
export type Refused = Verdict<never> & { readonly ok: false };

/** A refusal with 401; the reason is for the log. */
export function refused(reason: string): Refused {
  return { ok: false, reason };
}

/**
 * Lets a holder in, unless the operation demands a scope that the key does not carry (403).
 *
 * @throws {AuthError} `description` if the scopes of the holder are not a list
 */
export function granted<Scope extends string>(
  name: string | undefined,
  holder: KeyHolder<Scope>,
  demanded: readonly string[],
): Verdict<KeyPrincipal<Scope>> {
  const { caller, project } = holder;
  const scopes = grantedScopes('holder', holder);
  if (!demanded.every((scope) => (scopes as readonly string[]).includes(scope)))
    return { ok: false, reason: 'key-scope', status: 403 };
  const principal: KeyPrincipal<Scope> = {
    ...(name === undefined ? {} : { keyName: name }),
    ...(project === undefined ? {} : { project }),
    ...(caller === undefined ? {} : { caller }),
    scopes,
  };
  return { ok: true, principal, caller: caller ?? project ?? name ?? '', scopes };
}
