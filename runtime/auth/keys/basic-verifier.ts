import { decodeBase64 } from '../../core/base64.js';
import type { Presented, Verifier } from '../../core/security.js';
import { AuthError } from '../error.js';
import { grantedScopes } from '../key-record.js';
import {
  acceptedTexts,
  findAccepted,
  verdictFor,
  listedByName,
  onlyValue,
  refused,
  type AcceptedTexts,
  type FindAccepted,
  type KeyHolder,
  type KeyPrincipal,
} from './accepted.js';

/** A listed user. */
export interface UserRecord<Scope extends string = string> extends KeyHolder<Scope> {
  /** The password, or several during a rotation. */
  readonly password: AcceptedTexts;
}

/** Name and password of a request, for a lookup. */
export interface PresentedPassword {
  readonly user: string;
  readonly password: string;
  readonly presented: Presented;
}

/**
 * Checks a password. Returns the user, or `undefined` or `null` if the password is wrong. Intended for passwords that users choose:
 * the program compares a slow hash, and must take equally long for an unknown user.
 */
export type CheckPassword<Scope extends string = string> = (
  credentials: PresentedPassword,
) => KeyHolder<Scope> | null | undefined | Promise<KeyHolder<Scope> | null | undefined>;

/** Settings of {@link basicVerifier}. */
export interface BasicVerifierOptions<Scope extends string = string> {
  /** Passwords by user name, or a function that checks a name and a password. */
  readonly users:
    | { readonly [user: string]: AcceptedTexts | UserRecord<Scope> }
    | CheckPassword<Scope>;
}

/**
 * Creates a verifier of a `basic` scheme (RFC 7617), with UTF-8. Listed passwords are compared by their digests in constant time,
 * for unknown users as well as for known ones.
 *
 * @throws {AuthError} `key-missing` if no user is listed or a password is empty; `parameter-format` for a user name with a colon;
 * `description` if the option is not an object by name
 */
export function basicVerifier<Scope extends string = string>({
  users,
}: BasicVerifierOptions<Scope>): Verifier<KeyPrincipal<Scope>> {
  const check = typeof users === 'function' ? users : checkListedUsers(users);
  return {
    async head(presented) {
      const credential = onlyValue(presented);
      if (!('value' in credential)) return credential;
      const pair = readPair(credential.value);
      if (pair === undefined) return refused('credential-format');
      const holder = await check({ ...pair, presented });
      if (typeof holder !== 'object' || holder === null) return refused('password-wrong');
      return verdictFor(pair.user, holder, presented);
    },
  };
}

function checkListedUsers<Scope extends string>(users: {
  readonly [user: string]: AcceptedTexts | UserRecord<Scope>;
}): CheckPassword<Scope> {
  const findByUser = new Map<string, FindAccepted<Scope>>();
  for (const [user, entry] of listedByName('users', users, 'password')) {
    if (user.includes(':'))
      throw new AuthError(
        'parameter-format',
        'users: a name has a colon, which separates name and password on the wire',
      );
    const record: Partial<UserRecord<Scope>> =
      typeof entry === 'string' || Array.isArray(entry)
        ? { password: entry as AcceptedTexts }
        : ((entry ?? {}) as UserRecord<Scope>);
    const { password, ...holder } = record;
    grantedScopes(`users.${user}`, holder);
    const texts = acceptedTexts(`users.${user}`, password);
    findByUser.set(user, findAccepted([{ name: user, texts, holder }]));
  }
  const unknownUser = findAccepted<Scope>([{ name: undefined, texts: [''], holder: {} }]);
  return async ({ user, password }) => {
    const find = findByUser.get(user);
    const match = await (find ?? unknownUser)(password);
    return find === undefined ? undefined : match?.holder;
  };
}

/** Splits user name and password at the first colon. Control characters are invalid in both (RFC 7617 section 2). */
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
