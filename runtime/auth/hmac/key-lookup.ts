import type { HmacDescriptor } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import type { Later } from './later.js';
import { refuse } from './refusal.js';
import { checkingKey, type CheckingKey } from './signature-key.js';

/** What a server knows of one key. */
export interface HmacKeyRecord<Scope extends string = string> {
  /** In the spelling of the scheme. */
  readonly secret: string;
  /** The passphrase itself, or what tells whether a passphrase is right, where only a hash of it is kept. */
  readonly passphrase?: string | ((passphrase: string) => Later<boolean>);
  /** What the key is allowed; nothing if absent. */
  readonly scopes?: readonly Scope[];
  readonly project?: string;
  /** Who calls, the same for every key of theirs. */
  readonly caller?: string;
  readonly revoked?: boolean;
}

/**
 * Where keys come from: by name in a map or a record, or from a function that answers for any store. The same object for the
 * same key spares importing it again.
 */
export type HmacKeyLookup<Scope extends string = string> =
  | ReadonlyMap<string, HmacKeyRecord<Scope>>
  | { readonly [key: string]: HmacKeyRecord<Scope> }
  | ((key: string) => Later<HmacKeyRecord<Scope> | undefined>);

/** The secret of signatures that name no key; several while one takes the place of another. */
export type HmacSecretLookup =
  | string
  | readonly string[]
  | (() => Later<string | readonly string[]>);

/** A key that may have made a signature. */
export interface Candidate<Scope extends string> {
  readonly record: HmacKeyRecord<Scope>;
  readonly key: CheckingKey;
}

/** Characters of the longest name of a key. */
const longestName = 256;

/** Secrets that are accepted at one time. */
const mostSecrets = 8;

/** Finds the keys that a signature may have been made with; at least one. */
export type FindKeys<Scope extends string> = (
  name: string | undefined,
) => Promise<readonly Candidate<Scope>[]>;

/** Prepares the lookup of keys by their name. */
export function findByName<Scope extends string>(
  descriptor: HmacDescriptor,
  lookup: HmacKeyLookup<Scope>,
): FindKeys<Scope> {
  const imported = importer(descriptor);
  return async (name = '') => {
    if (name === '' || name.length > longestName)
      return refuse('key', 'key-name-invalid', 'the key is not a text of 1 to 256 characters');
    const record = await ask(lookup, name);
    // Stores of programs without types answer null.
    if (typeof record !== 'object' || record === null)
      return refuse('key', 'key-unknown', 'no key has this name');
    return [{ record, key: imported(record, record.secret) }];
  };
}

/** Prepares the lookup of secrets that have no name. */
export function findSecrets<Scope extends string>(
  descriptor: HmacDescriptor,
  lookup: HmacSecretLookup,
): FindKeys<Scope> {
  const ready = new Map<string, Candidate<Scope>>();
  return async () => {
    const found = typeof lookup === 'function' ? await lookup() : lookup;
    const secrets = typeof found === 'string' ? [found] : found;
    if (secrets.length === 0 || secrets.length > mostSecrets)
      throw new AuthError('key-missing', `From 1 to ${mostSecrets} secrets are needed`);
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

async function ask<Scope extends string>(
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
