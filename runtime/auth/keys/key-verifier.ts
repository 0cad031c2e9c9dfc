import type { Presented, Verifier } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../key-record.js';
import { sha256Hex } from '../../core/sha256.js';
import {
  acceptedTexts,
  findAccepted,
  verdictFor,
  listedByName,
  onlyValue,
  refused,
  type Accepted,
  type AcceptedTexts,
  type KeyHolder,
  type KeyPrincipal,
} from './accepted.js';

/** A listed key with its scopes. */
export interface KeyRecord<Scope extends string = string> extends KeyHolder<Scope> {
  /** The key, or several during a rotation. */
  readonly key: AcceptedTexts;
}

/** A key of a request, for a lookup. */
export interface PresentedKey {
  /** The key itself: value of the header, query parameter or cookie, or the text after `Bearer`. */
  readonly value: string;
  /** SHA-256 of the key in lower-case hexadecimal. Recommended for looking up keys in a table, which then contains no usable key. */
  readonly sha256: string;
  readonly presented: Presented;
}

/** Looks up the owner of a key; `undefined` or `null` if there is none. An owner must have a `caller` or a `project`. */
export type FindKeyHolder<Scope extends string = string> = (
  key: PresentedKey,
) => KeyHolder<Scope> | null | undefined | Promise<KeyHolder<Scope> | null | undefined>;

/** Settings of {@link apiKeyVerifier} and {@link bearerVerifier}. */
export interface KeyVerifierOptions<Scope extends string = string> {
  /**
   * The accepted keys: one key, several keys of one caller, keys by the name of their owner, or a function that looks up keys in a
   * store.
   */
  readonly keys:
    | AcceptedTexts
    | { readonly [name: string]: AcceptedTexts | KeyRecord<Scope> }
    | FindKeyHolder<Scope>;
}

/** A verifier of API keys or opaque tokens. */
export type KeyVerifier<Scope extends string = string> = Verifier<KeyPrincipal<Scope>>;

/**
 * Creates a verifier of an `apiKey` scheme, at any location. Listed keys are compared by their digests in constant time.
 *
 * @throws {AuthError} `key-missing` if no key is listed or a key is empty; `description` if the option is not a list of keys
 */
export function apiKeyVerifier<Scope extends string = string>(
  options: KeyVerifierOptions<Scope>,
): KeyVerifier<Scope> {
  const { keys } = options;
  if (typeof keys !== 'function') return listVerifier(listedKeys(keys));
  return {
    async head(presented) {
      const credential = onlyValue(presented);
      if (!('value' in credential)) return credential;
      const { value } = credential;
      const sha256 = await sha256Hex(new TextEncoder().encode(value));
      const holder = await keys({ value, sha256, presented });
      // Stores in untyped programs return null or false.
      if (typeof holder !== 'object' || holder === null) return refused('key-unknown');
      if (holder.caller === undefined && holder.project === undefined)
        throw new AuthError('description', 'keys: an owner needs a "caller" or a "project"');
      return verdictFor(undefined, holder, presented);
    },
  };
}

/**
 * Creates a verifier of opaque tokens for a `bearer`, `oauth2` or `openIdConnect` scheme, such as tokens that the program itself
 * generated and stored. Tokens with claims are described with `x-jwt` instead.
 *
 * @throws {AuthError} `key-missing` if no token is listed or a token is empty; `description` if the option is not a list of tokens
 */
export function bearerVerifier<Scope extends string = string>({
  tokens,
}: {
  /** The accepted tokens, as in {@link KeyVerifierOptions.keys}. */
  readonly tokens: KeyVerifierOptions<Scope>['keys'];
}): KeyVerifier<Scope> {
  return apiKeyVerifier({ keys: tokens });
}

function listVerifier<Scope extends string>(
  accepted: readonly Accepted<Scope>[],
): KeyVerifier<Scope> {
  const find = findAccepted(accepted);
  return {
    async head(presented) {
      const credential = onlyValue(presented);
      if (!('value' in credential)) return credential;
      const match = await find(credential.value);
      if (match === undefined) return refused('key-unknown');
      return verdictFor(match.name, match.holder, presented);
    },
  };
}

function listedKeys<Scope extends string>(
  keys: AcceptedTexts | { readonly [name: string]: AcceptedTexts | KeyRecord<Scope> },
): readonly Accepted<Scope>[] {
  if (isTexts(keys) || keys === undefined)
    return [{ name: undefined, texts: acceptedTexts('keys', keys), holder: {} }];
  return listedByName('keys', keys, 'key').map(([name, entry]): Accepted<Scope> => {
    const record: Partial<KeyRecord<Scope>> = isTexts(entry) ? { key: entry } : (entry ?? {});
    const { key, ...holder } = record;
    grantedScopes(`keys.${name}`, holder);
    return { name, texts: acceptedTexts(`keys.${name}`, key), holder };
  });
}

function isTexts(value: unknown): value is AcceptedTexts {
  return typeof value === 'string' || Array.isArray(value);
}
