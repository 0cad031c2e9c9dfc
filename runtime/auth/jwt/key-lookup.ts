import type { JsonValue } from '../../core/descriptor.js';
import type { Presented } from '../../core/security.js';
import { acceptsAddress } from '../key-record.js';
import type { JsonObject } from './compact.js';
import { refuse } from './refusal.js';
import type { VerifyRules } from './rules.js';
import type { JwtKey } from './verification-key.js';

/**
 * Source of keys.
 *
 * A map or an object is indexed by the name in the token's header (`kid`). For tokens that do not name a key, it is indexed by the
 * principal's project, otherwise its caller, otherwise its key name. A list is searched by the keys' `name`. For tokens that do not
 * name a key, all of its keys are tried that belong to the principal's project or to none. A function supports any store; returning
 * the same object for the same key avoids importing it again.
 */
export type KeyLookup<Scope extends string = string> =
  | ReadonlyMap<string, JwtKey<Scope>>
  | { readonly [name: string]: JwtKey<Scope> }
  | readonly JwtKey<Scope>[]
  | ((query: KeyQuery) => KeyAnswer<Scope> | Promise<KeyAnswer<Scope>>);

/** Result of a key lookup: one key, several candidates, or none. */
export type KeyAnswer<Scope extends string = string> =
  | JwtKey<Scope>
  | readonly JwtKey<Scope>[]
  | undefined;

/** Data about a token for looking up its key. Only the principal is verified. */
export interface KeyQuery {
  /** Key name in the token's header, of 1 to 256 characters. */
  readonly keyName?: string;
  /** Principal that the verifier of an earlier scheme returned for the same request. */
  readonly principal?: unknown;
  readonly presented: Presented;
}

/** A key that may have made the token. */
export interface Candidate<Scope extends string = string> {
  readonly key: JwtKey<Scope>;
  readonly name: string | undefined;
}

/**
 * Returns the keys for verifying a token; at least one.
 *
 * @throws {TokenRefusal}
 */
export async function findKeys<Scope extends string>(
  rule: VerifyRules['key'],
  lookup: KeyLookup<Scope>,
  header: JsonObject,
  presented: Presented,
): Promise<readonly Candidate<Scope>[]> {
  if ('header' in rule) {
    const keyName = nameOf(header, rule.header);
    const found = await lookUp(lookup, { keyName, presented }, keyName);
    return atAddress(
      found.length > 0 ? found : refuse('key-unknown', 'no key has this name'),
      presented,
    );
  }
  const principal = Object.hasOwn(presented.principals, rule.principal)
    ? presented.principals[rule.principal]
    : undefined;
  if (principal === undefined) {
    return refuse(
      'principal-missing',
      `the scheme "${rule.principal}" found no principal whose key could be used`,
    );
  }
  const owner = ownerOf(principal);
  const found = await lookUp(
    lookup,
    { principal, presented },
    owner.project ?? owner.caller ?? owner.keyName,
  );
  const own = found.filter(({ key }) => key.project === undefined || key.project === owner.project);
  if (own.length > 0) return atAddress(own, presented);
  return refuse(
    found.length > 0 ? 'key-project' : 'key-unknown',
    'no key belongs to the principal',
  );
}

/** Returns the keys that are accepted from the address of the peer; at least one. */
function atAddress<Scope extends string>(
  candidates: readonly Candidate<Scope>[],
  { request }: Presented,
): readonly Candidate<Scope>[] {
  const accepted = candidates.filter(({ key }) => acceptsAddress(key, request.peer?.address));
  return accepted.length > 0
    ? accepted
    : refuse('key-address', 'the key is not accepted from this address');
}

async function lookUp<Scope extends string>(
  lookup: KeyLookup<Scope>,
  query: KeyQuery,
  name: string | undefined,
): Promise<readonly Candidate<Scope>[]> {
  if (typeof lookup === 'function') {
    const answer = await lookup(query);
    if (answer === undefined) return [];
    const keys = isList(answer) ? answer : [answer];
    return keys.map((key) => ({ key, name: query.keyName ?? key.name }));
  }
  if (isList(lookup)) {
    const keys =
      query.keyName === undefined ? lookup : lookup.filter((key) => key.name === query.keyName);
    return keys.map((key) => ({ key, name: key.name }));
  }
  if (name === undefined) return [];
  const key = isMap(lookup)
    ? lookup.get(name)
    : Object.hasOwn(lookup, name)
      ? lookup[name]
      : undefined;
  return key === undefined ? [] : [{ key, name: query.keyName ?? key.name ?? name }];
}

function nameOf(header: JsonObject, member: string): string {
  const name: JsonValue | undefined = Object.hasOwn(header, member) ? header[member] : undefined;
  if (name === undefined) return refuse('key-name-missing', `the header has no "${member}"`);
  if (typeof name === 'string' && name !== '' && name.length <= 256) return name;
  return refuse('key-name-invalid', `"${member}" is not a string of 1 to 256 characters`);
}

interface Owner {
  readonly project?: string | undefined;
  readonly caller?: string | undefined;
  readonly keyName?: string | undefined;
}

/** Reads the identity from the principal of any verifier. */
function ownerOf(principal: unknown): Owner {
  if (typeof principal !== 'object' || principal === null) return {};
  const text = (name: string): string | undefined => {
    const value: unknown = Object.hasOwn(principal, name)
      ? Reflect.get(principal, name)
      : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return { project: text('project'), caller: text('caller'), keyName: text('keyName') };
}

function isList<Scope extends string>(
  value: KeyLookup<Scope> | KeyAnswer<Scope>,
): value is readonly JwtKey<Scope>[] {
  return Array.isArray(value);
}

function isMap<Scope extends string>(
  value: KeyLookup<Scope>,
): value is ReadonlyMap<string, JwtKey<Scope>> {
  return value instanceof Map;
}
