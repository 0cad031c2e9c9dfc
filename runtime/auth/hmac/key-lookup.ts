import type { HmacDescriptor } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import type { Later } from './later.js';
import { refuse } from './refusal.js';
import { checkingKey, type CheckingKey } from './signature-key.js';

/** Data about one key on the server. */
export interface HmacKeyRecord<Scope extends string = string> {
  /** In the encoding that the scheme declares. */
  readonly secret: string;
  /** The passphrase, or a function that checks it if only a hash is stored. */
  readonly passphrase?: string | ((passphrase: string) => Later<boolean>);
  /** Scopes of the key. Default: none. */
  readonly scopes?: readonly Scope[];
  readonly project?: string;
  /** Identifier of the caller, the same for all of the caller's keys. */
  readonly caller?: string;
  readonly revoked?: boolean;
}

/**
 * Source of keys by name: a map, an object, or a function for any store. Returning the same object for the same key avoids
 * importing it again.
 */
export type HmacKeyLookup<Scope extends string = string> =
  | ReadonlyMap<string, HmacKeyRecord<Scope>>
  | { readonly [key: string]: HmacKeyRecord<Scope> }
  | ((key: string) => Later<HmacKeyRecord<Scope> | undefined>);

/** Secret of signatures that do not name their key; several during a rotation. */
export type HmacSecretLookup =
  | string
  | readonly string[]
  | (() => Later<string | readonly string[]>);

/** A key that a signature may have been made with. */
export interface Candidate<Scope extends string> {
  readonly record: HmacKeyRecord<Scope>;
  readonly key: CheckingKey;
}

/** Maximum length of the name of a key, in characters. */
const longestName = 256;

/** Maximum number of simultaneously accepted secrets. */
const maxSecrets = 8;

/** Returns the keys that a signature may have been made with; at least one. */
export type FindKeys<Scope extends string> = (
  name: string | undefined,
) => Promise<readonly Candidate<Scope>[]>;

/** Prepares the lookup of keys by name. */
export function findByName<Scope extends string>(
  descriptor: HmacDescriptor,
  lookup: HmacKeyLookup<Scope>,
): FindKeys<Scope> {
  const imported = importer(descriptor);
  return async (name = '') => {
    if (name === '' || name.length > longestName)
      return refuse(
        'key',
        'key-name-invalid',
        'the name of the key is not a string of 1 to 256 characters',
      );
    const record = await lookUp(lookup, name);
    // Stores in untyped programs return null.
    if (typeof record !== 'object' || record === null)
      return refuse('key', 'key-unknown', 'no key has this name');
    return [{ record, key: imported(record, record.secret) }];
  };
}

/** Prepares the lookup of unnamed secrets. */
export function findSecrets<Scope extends string>(
  descriptor: HmacDescriptor,
  lookup: HmacSecretLookup,
): FindKeys<Scope> {
  const ready = new Map<string, Candidate<Scope>>();
  return async () => {
    const found = typeof lookup === 'function' ? await lookup() : lookup;
    const secrets = typeof found === 'string' ? [found] : found;
    if (secrets.length === 0 || secrets.length > maxSecrets)
      throw new AuthError('key-missing', `The lookup must return from 1 to ${maxSecrets} secrets`);
    const candidates = secrets.map(
      (secret) =>
        ready.get(secret) ?? {
          record: { secret },
          key: checkingKey(secret, descriptor),
        },
    );
    ready.clear();
    for (const candidate of candidates) ready.set(candidate.record.secret, candidate);
    return candidates;
  };
}

function importer(descriptor: HmacDescriptor): (record: object, secret: string) => CheckingKey {
  const ready = new WeakMap<object, { readonly secret: string; readonly key: CheckingKey }>();
  return (record, secret) => {
    const known = ready.get(record);
    if (known?.secret === secret) return known.key;
    const key = checkingKey(secret, descriptor);
    ready.set(record, { secret, key });
    return key;
  };
}

async function lookUp<Scope extends string>(
  lookup: HmacKeyLookup<Scope>,
  name: string,
): Promise<HmacKeyRecord<Scope> | undefined> {
  if (typeof lookup === 'function') return lookup(name);
  if (isMap(lookup)) return lookup.get(name);
  return Object.hasOwn(lookup, name) ? lookup[name] : undefined;
}

function isMap<Scope extends string>(
  lookup: HmacKeyLookup<Scope>,
): lookup is ReadonlyMap<string, HmacKeyRecord<Scope>> {
  return lookup instanceof Map;
}
