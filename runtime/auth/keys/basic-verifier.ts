import { decodeBase64 } from '../../core/base64.js';
import type { Presented, Verifier } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../scopes.js';
import {
  acceptedTexts,
  findAccepted,
  granted,
  listedByName,
  onlyValue,
  refused,
  type AcceptedTexts,
  type FindAccepted,
  type KeyHolder,
  type KeyPrincipal,
} from './accepted.js';

/** A user of a list. */
export interface UserRecord<Scope extends string = string> extends KeyHolder<Scope> {
  /** The password itself, or several while one takes the place of another. */
  readonly password: AcceptedTexts;
}

/** Name and password as a request shows them, for a lookup. */
export interface PresentedPassword {
  readonly user: string;
  readonly password: string;
  readonly presented: Presented;
}

/**
 * Says whether a password is right: who the user is, or `undefined` or `null`. For passwords that people chose: a program
 * compares a slow hash of them, and takes as long for a user that does not exist.
 */
export type CheckPassword<Scope extends string = string> = (
  given: PresentedPassword,
) => KeyHolder<Scope> | null | undefined | Promise<KeyHolder<Scope> | null | undefined>;

/** Settings of {@link basicVerifier}. */
export interface BasicVerifierOptions<Scope extends string = string> {
  /** Passwords by user name, or a function that checks a name and a password. */
  readonly users:
    | { readonly [user: string]: AcceptedTexts | UserRecord<Scope> }
    | CheckPassword<Scope>;
}

/**
 * Verifies name and password of a `basic` scheme (RFC 7617), read as UTF-8. Passwords that are listed are compared by their digests in
 * constant time, with a user that does not exist as with one that does.
 *
 * @throws {AuthError} `key-missing` if no user is listed, or an empty password; `parameter-format` for a user name with a colon; `description`
 * for what is no list of users
 */
export function basicVerifier<Scope extends string = string>({
  users,
}: BasicVerifierOptions<Scope>): Verifier<KeyPrincipal<Scope>> {
  const check = typeof users === 'function' ? users : checkListed(users);
  return {
    async head(presented) {
      const shown = onlyValue(presented);
      if (!('value' in shown)) return shown;
      const pair = readPair(shown.value);
      if (pair === undefined) return refused('credential-format');
      const holder = await check({ ...pair, presented });
      if (typeof holder !== 'object' || holder === null) return refused('password-wrong');
      return granted(pair.user, holder, presented.scopes);
    },
  };
}

function checkListed<Scope extends string>(users: {
  readonly [user: string]: AcceptedTexts | UserRecord<Scope>;
}): CheckPassword<Scope> {
  const known = new Map<string, FindAccepted<Scope>>();
  for (const [user, given] of listedByName('users', users, 'password')) {
    if (user.includes(':'))
      throw new AuthError(
        'parameter-format',
        'users: a name has a colon, which ends it on the wire',
      );
    const record: Partial<UserRecord<Scope>> =
      typeof given === 'string' || Array.isArray(given)
        ? { password: given as AcceptedTexts }
        : ((given ?? {}) as UserRecord<Scope>);
    const { password, ...holder } = record;
    grantedScopes(`users.${user}`, holder);
    const texts = acceptedTexts(`users.${user}`, password);
    known.set(user, findAccepted([{ name: user, texts, holder }]));
  }
  const nobody = findAccepted<Scope>([{ name: undefined, texts: [''], holder: {} }]);
  return async ({ user, password }) => {
    const find = known.get(user);
    const found = await (find ?? nobody)(password);
    return find === undefined ? undefined : found?.holder;
  };
}

/** The user name ends at the first colon; control characters stand in neither part (RFC 7617, section 2). */
function readPair(value: string): { readonly user: string; readonly password: string } | undefined {
  const bytes = decodeBase64(value);
  if (bytes === undefined) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const [, user, password] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (user === undefined || password === undefined || /\p{Cc}/u.test(text)) return undefined;
  return { user, password };
}
