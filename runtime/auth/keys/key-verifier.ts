import type { Presented, Verifier } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../scopes.js';
import { sha256Hex } from '../sha256.js';
import {
  acceptedTexts,
  findAccepted,
  granted,
  listedByName,
  onlyValue,
  refused,
  type Accepted,
  type AcceptedTexts,
  type KeyHolder,
  type KeyPrincipal,
} from './accepted.js';

/** A key of a list, with what it is allowed. */
export interface KeyRecord<Scope extends string = string> extends KeyHolder<Scope> {
  /** The key itself, or several while one takes the place of another. */
  readonly key: AcceptedTexts;
}

/** A key as a request shows it, for a lookup. */
export interface PresentedKey {
  /** The key itself: the value of the header, query parameter or cookie, or what follows `Bearer`. */
  readonly value: string;
  /** Its SHA-256 in lower-case hexadecimal: what a table of many keys is best searched by, since it holds no key that could be stolen. */
  readonly sha256: string;
  readonly presented: Presented;
}

/** Finds who holds a key, in any store; `undefined` or `null` where nobody does. A holder has a `caller` or a `project` of its own. */
export type FindKeyHolder<Scope extends string = string> = (
  key: PresentedKey,
) => KeyHolder<Scope> | null | undefined | Promise<KeyHolder<Scope> | null | undefined>;

/** Settings of {@link apiKeyVerifier} and {@link bearerVerifier}. */
export interface KeyVerifierOptions<Scope extends string = string> {
  /**
   * What is accepted: one key, several that stand for one caller, keys by the name of their holder, or a function that looks
   * keys up where there are many.
   */
  readonly keys:
    | AcceptedTexts
    | { readonly [name: string]: AcceptedTexts | KeyRecord<Scope> }
    | FindKeyHolder<Scope>;
}

/** Verifies keys, or tokens that are mere texts. */
export type KeyVerifier<Scope extends string = string> = Verifier<KeyPrincipal<Scope>>;

/**
 * Verifies the keys of an `apiKey` scheme, wherever they stand. Keys that are listed are compared by their digests in constant time.
 *
 * @throws {AuthError} `key-missing` if no key is listed, or an empty one; `description` for what is no list of keys
 */
export function apiKeyVerifier<Scope extends string = string>(
  options: KeyVerifierOptions<Scope>,
): KeyVerifier<Scope> {
  const { keys } = options;
  if (typeof keys !== 'function') return listVerifier(listed(keys));
  return {
    async head(presented) {
      const shown = onlyValue(presented);
      if (!('value' in shown)) return shown;
      const { value } = shown;
      const sha256 = await sha256Hex(new TextEncoder().encode(value));
      const holder = await keys({ value, sha256, presented });
      // Stores of programs without types answer null, or false.
      if (typeof holder !== 'object' || holder === null) return refused('key-unknown');
      if (holder.caller === undefined && holder.project === undefined)
        throw new AuthError('description', 'keys: a holder needs a "caller" or a "project"');
      return granted(undefined, holder, presented.scopes);
    },
  };
}

/**
 * Verifies the tokens of a `bearer`, `oauth2` or `openIdConnect` scheme as mere texts, such as tokens that a program made up and remembers.
 * For tokens that carry claims of their own, describe them with `x-jwt`.
 *
 * @throws {AuthError} `key-missing` if no token is listed, or an empty one; `description` for what is no list of tokens
 */
export function bearerVerifier<Scope extends string = string>({
  tokens,
}: {
  /** What is accepted, as {@link KeyVerifierOptions.keys}. */
  readonly tokens: KeyVerifierOptions<Scope>['keys'];
}): KeyVerifier<Scope> {
  return apiKeyVerifier({ keys: tokens });
}

function listVerifier<Scope extends string>(all: readonly Accepted<Scope>[]): KeyVerifier<Scope> {
  const find = findAccepted(all);
  return {
    async head(presented) {
      const shown = onlyValue(presented);
      if (!('value' in shown)) return shown;
      const found = await find(shown.value);
      if (found === undefined) return refused('key-unknown');
      return granted(found.name, found.holder, presented.scopes);
    },
  };
}

function listed<Scope extends string>(
  keys: AcceptedTexts | { readonly [name: string]: AcceptedTexts | KeyRecord<Scope> },
): readonly Accepted<Scope>[] {
  if (isTexts(keys) || keys === undefined)
    return [{ name: undefined, texts: acceptedTexts('keys', keys), holder: {} }];
  return listedByName('keys', keys, 'key').map(([name, given]): Accepted<Scope> => {
    const record: Partial<KeyRecord<Scope>> = isTexts(given) ? { key: given } : (given ?? {});
    const { key, ...holder } = record;
    grantedScopes(`keys.${name}`, holder);
    return { name, texts: acceptedTexts(`keys.${name}`, key), holder };
  });
}

function isTexts(given: unknown): given is AcceptedTexts {
  return typeof given === 'string' || Array.isArray(given);
}
