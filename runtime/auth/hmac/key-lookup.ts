import type { HmacDescriptor } from '../../core/descriptor.js';
import type { Presented } from '../../core/security.js';
import type { Peer } from '../../core/wire.js';
import { acceptsAddress } from '../key-record.js';
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
  /**
   * IP addresses and prefixes from which the key is accepted, such as `192.0.2.0/24`. From anywhere else, and if the address is not
   * known, it is refused like an unknown key. Default: any.
   */
  readonly addresses?: readonly string[];
}

/** Use of a key, for a lookup. */
export interface HmacKeyUse {
  /** The peer of the connection, if it is known. */
  readonly peer?: Peer;
  /**
   * What the key is used for: the operation of a request, `subscribe` for a request to a feed, `logon` for a FIX Logon (A), the MsgType
   * (35) of another FIX message. Absent if a verifier is called without it.
   */
  readonly operation?: string;
  /** Keys of the channels in the description, for a request to subscribe to a feed. */
  readonly channels?: readonly string[];
  /** The request and its operation, for signatures of requests to a server. */
  readonly presented?: Presented;
  /** CompIDs of the message, for a Logon (A) or another FIX message. */
  readonly fix?: {
    /** MsgType (35): `A` for a Logon. */
    readonly msgType: string | undefined;
    /** SenderCompID (49). */
    readonly senderCompId: string | undefined;
    /** TargetCompID (56). */
    readonly targetCompId: string | undefined;
  };
}

/**
 * Source of keys by name: a map, an object, or a function for any store. Returning the same object for the same key avoids
 * importing it again.
 */
export type HmacKeyLookup<Scope extends string = string> =
  | ReadonlyMap<string, HmacKeyRecord<Scope>>
  | { readonly [key: string]: HmacKeyRecord<Scope> }
  | ((key: string, use: HmacKeyUse) => Later<HmacKeyRecord<Scope> | undefined>);

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
  use: HmacKeyUse,
) => Promise<readonly Candidate<Scope>[]>;

/** Prepares the lookup of keys by name. */
export function findByName<Scope extends string>(
  descriptor: HmacDescriptor,
  lookup: HmacKeyLookup<Scope>,
): FindKeys<Scope> {
  const imported = importer(descriptor);
  return async (name = '', use) => {
    if (name === '' || name.length > longestName)
      return refuse(
        'key',
        'key-name-invalid',
        'the name of the key is not a string of 1 to 256 characters',
      );
    const record = await lookUp(lookup, name, use);
    // Stores in untyped programs return null.
    if (typeof record !== 'object' || record === null)
      return refuse('key', 'key-unknown', 'no key has this name');
    if (!acceptsAddress(record, use.peer?.address))
      return refuse('key', 'key-address', 'the key is not accepted from this address');
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
  use: HmacKeyUse,
): Promise<HmacKeyRecord<Scope> | undefined> {
  if (typeof lookup === 'function') return lookup(name, use);
  if (isMap(lookup)) return lookup.get(name);
  return Object.hasOwn(lookup, name) ? lookup[name] : undefined;
}

function isMap<Scope extends string>(
  lookup: HmacKeyLookup<Scope>,
): lookup is ReadonlyMap<string, HmacKeyRecord<Scope>> {
  return lookup instanceof Map;
}
