import type {
  ApiDescriptor,
  OperationDescriptor,
  RequirementDescriptor,
  SchemeDescriptor,
} from '../descriptor.js';
import type { DeliveryIdentity, Presented, Verdict, Verifier } from '../security.js';
import {
  credentialLocation,
  presentedValues,
  presentsOtherScheme,
  type CredentialLocation,
  type CredentialSource,
} from './credentials.js';
import { Refusal } from './fault.js';

/** Security requirements of one operation, prepared for verifying requests. */
export interface Authenticator {
  /** Verifies everything except the body. Rejects with 401 or 403. */
  head(source: CredentialSource, authority: string): Authenticated | Promise<Authenticated>;
}

/** A request whose credentials in the head are valid. */
export interface Authenticated {
  /** Results of the verifiers, by scheme. */
  readonly principals: Readonly<Record<string, unknown>>;
  /** Identifiers of the caller, by scheme, if the verifier provides one. */
  readonly callers: Readonly<Record<string, string>>;
  /** Identities of the delivery, from all schemes that provide one. */
  readonly deliveries?: readonly DeliveryIdentity[];
  /** Verifies the bytes of the body; absent if no verifier needs them. */
  readonly body?: (bytes: Uint8Array) => Promise<Authenticated>;
}

interface RequiredScheme {
  readonly name: string;
  readonly descriptor: SchemeDescriptor;
  readonly location: CredentialLocation;
  readonly verifier: Verifier;
  /** Each set of scopes that an alternative requires from this scheme. */
  readonly scopeSets: readonly (readonly string[])[];
  /** Scopes that all of those sets contain. */
  readonly scopes: readonly string[];
}

interface Grant {
  readonly scheme: RequiredScheme;
  readonly presented: Presented;
  readonly principal: unknown;
  readonly caller: string | undefined;
  readonly delivery: DeliveryIdentity | undefined;
  /** Scopes of the credential. */
  readonly scopes: ReadonlySet<string>;
}

/**
 * Prepares the security of one operation. One alternative with all its schemes is sufficient, but every credential in the
 * request must be valid. For example, `[{ bearer, wallet }, { bearer }]` makes the wallet's token optional, yet an invalid one
 * is rejected although the second alternative would not need it. Throws if a verifier is missing.
 */
export function prepareAuthenticator(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  verifiers: ReadonlyMap<string, Verifier>,
  variables: Readonly<Record<string, string>>,
  remembers: Pick<Presented, 'remembersDeliveries'> = {},
): Authenticator {
  const alternatives = operation.security ?? [];
  const schemes = requiredSchemes(api, operation, alternatives, verifiers);
  const locations = schemes.map(({ location }) => location);
  if (schemes.length === 0) return { head: () => anonymous };
  return {
    async head(source, authority) {
      const presentedSchemes = schemes
        .map((scheme) => ({ scheme, texts: presentedValues(scheme.location, locations, source) }))
        .filter(
          ({ scheme, texts }) => texts.length > 0 || scheme.location.isPresent?.(source) === true,
        );
      if (presentsOtherScheme(locations, source))
        throw new Refusal('unauthorized', 'credentials-other-scheme', {
          headers: challenges(schemes, new Set(), api.title),
        });
      const names = new Set(presentedSchemes.map(({ scheme }) => scheme.name));
      const complete = alternatives.filter((alternative) =>
        Object.keys(alternative).every((name) => names.has(name)),
      );
      if (alternatives.length > 0 && complete.length === 0) {
        const missing =
          presentedSchemes.length === 0 ? 'credentials-missing' : 'credentials-incomplete';
        throw new Refusal('unauthorized', missing, {
          headers: challenges(schemes, new Set(), api.title),
        });
      }
      const base = { ...remembers, variables, operation, authority, request: source.request };
      const granted = await verifyCredentials(presentedSchemes, base, schemes, api.title);
      const grants = requireAlternative(alternatives, granted, schemes, api.title);
      return authenticatedBy(alternatives, grants, schemes, api.title);
    },
  };
}

/** Result for an operation without security requirements. */
const anonymous: Authenticated = {
  principals: Object.freeze(Object.create(null) as Record<string, unknown>),
  callers: Object.freeze(Object.create(null) as Record<string, string>),
};

function requiredSchemes(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  alternatives: readonly RequirementDescriptor[],
  verifiers: ReadonlyMap<string, Verifier>,
): readonly RequiredScheme[] {
  const scopes = new Map<string, (readonly string[])[]>();
  for (const alternative of alternatives) {
    for (const [name, required] of Object.entries(alternative)) {
      const known = scopes.get(name) ?? [];
      if (!known.some((set) => sameScopes(set, required))) known.push(required);
      scopes.set(name, known);
    }
  }
  return [...scopes].map(([name, sets]) => {
    const descriptor = Object.hasOwn(api.security, name) ? api.security[name] : undefined;
    if (descriptor === undefined)
      throw new Error(`${operation.id}: the scheme "${name}" is not described.`);
    const verifier = verifiers.get(name);
    if (verifier === undefined)
      throw new Error(`"security" needs a verifier for the scheme "${name}".`);
    const location = credentialLocation(descriptor);
    return {
      name,
      descriptor,
      location,
      verifier,
      scopeSets: sets,
      scopes: commonScopes(sets),
    };
  });
}

function commonScopes([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((scope) => others.every((set) => set.includes(scope)));
}

interface RejectedCredential {
  readonly scheme: RequiredScheme;
  readonly verdict: Verdict<unknown> & { readonly ok: false };
}

/**
 * Calls the verifier of every scheme for which the request has a credential, in declaration order. Each is called only once,
 * even if the alternatives differ: a verifier that detects replays would reject the second call.
 */
async function verifyCredentials(
  presentedSchemes: readonly {
    readonly scheme: RequiredScheme;
    readonly texts: readonly string[];
  }[],
  base: Omit<Presented, 'credentials' | 'scopes' | 'scopeSets' | 'principals'>,
  schemes: readonly RequiredScheme[],
  title: string,
): Promise<{ readonly grants: readonly Grant[]; readonly refused: readonly RejectedCredential[] }> {
  const grants: Grant[] = [];
  const refused: RejectedCredential[] = [];
  const principals: Record<string, unknown> = Object.create(null);
  for (const { scheme, texts } of presentedSchemes) {
    const { scopes, scopeSets } = scheme;
    const presented: Presented = {
      ...base,
      credentials: texts,
      scopes,
      scopeSets,
      principals: { ...principals },
    };
    const verdict = await callVerifier(scheme, () => scheme.verifier.head(presented));
    if (verdict.ok) {
      const { principal, caller, delivery, scopes: credentialScopes = [] } = verdict;
      const granted = new Set([...scopes, ...credentialScopes]);
      grants.push({ scheme, presented, principal, caller, delivery, scopes: granted });
      principals[scheme.name] = principal;
      continue;
    }
    const failed = { scheme, verdict };
    // Another scheme may be the intended one for this text.
    const shared = presentedSchemes.some(
      ({ scheme: other }) => other !== scheme && other.location.key === scheme.location.key,
    );
    if (!shared) throw refusal(failed, schemes, title);
    refused.push(failed);
  }
  return { grants, refused };
}

/** Returns the grants if an alternative is satisfied and every credential was valid for at least one scheme. */
function requireAlternative(
  alternatives: readonly RequirementDescriptor[],
  {
    grants,
    refused,
  }: { readonly grants: readonly Grant[]; readonly refused: readonly RejectedCredential[] },
  schemes: readonly RequiredScheme[],
  title: string,
): readonly Grant[] {
  const unclaimed = refused.find(
    ({ scheme }) => !grants.some((grant) => grant.scheme.location.key === scheme.location.key),
  );
  if (unclaimed !== undefined) throw refusal(unclaimed, schemes, title);
  const isSatisfied = satisfiesAlternative(alternatives, grants);
  const [first] = refused;
  if (alternatives.length > 0 && !isSatisfied && first !== undefined)
    throw refusal(first, schemes, title);
  if (alternatives.length > 0 && !isSatisfied) throw new Refusal('forbidden', 'scopes-missing');
  return grants;
}

/** True if an alternative has all its schemes, each with the required scopes. */
function satisfiesAlternative(
  alternatives: readonly RequirementDescriptor[],
  grants: readonly Grant[],
): boolean {
  return alternatives.some((alternative) =>
    Object.entries(alternative).every(([name, scopes]) =>
      grants.some(
        ({ scheme, scopes: credentialScopes }) =>
          scheme.name === name && scopes.every((scope) => credentialScopes.has(scope)),
      ),
    ),
  );
}

function authenticatedBy(
  alternatives: readonly RequirementDescriptor[],
  grants: readonly Grant[],
  schemes: readonly RequiredScheme[],
  title: string,
): Authenticated {
  const principals: Record<string, unknown> = Object.create(null);
  const callers: Record<string, string> = Object.create(null);
  for (const { scheme, principal, caller } of grants) {
    principals[scheme.name] = principal;
    if (caller !== undefined) callers[scheme.name] = caller;
  }
  const deliveries = grants.flatMap(({ delivery }) => delivery ?? []);
  const known =
    deliveries.length === 0 ? { principals, callers } : { principals, callers, deliveries };
  if (!grants.some(({ scheme }) => scheme.verifier.body !== undefined)) return known;
  return {
    ...known,
    async body(bytes) {
      const verified: Grant[] = [];
      const refused: RejectedCredential[] = [];
      for (const grant of grants) {
        const { scheme, presented, principal } = grant;
        const verdict = await callVerifier(scheme, () =>
          scheme.verifier.body?.(presented, bytes, principal),
        );
        if (!verdict.ok) {
          // As for the head: the text may be intended for another scheme, which accepts it.
          const isShared = grants.some(
            (other) => other !== grant && other.scheme.location.key === scheme.location.key,
          );
          if (!isShared) throw refusal({ scheme, verdict }, schemes, title);
          refused.push({ scheme, verdict });
          continue;
        }
        const {
          principal: authenticated = principal,
          caller = grant.caller,
          scopes: credentialScopes,
        } = verdict;
        const { delivery = grant.delivery } = verdict;
        const scopes =
          credentialScopes === undefined
            ? grant.scopes
            : new Set([...scheme.scopes, ...credentialScopes]);
        verified.push({ ...grant, principal: authenticated, caller, delivery, scopes });
      }
      // The body may change the principal and therefore the scopes.
      const known = requireAlternative(alternatives, { grants: verified, refused }, schemes, title);
      const { body: _, ...authenticated } = authenticatedBy([], known, [], title);
      return authenticated;
    },
  };
}

const passed: { readonly ok: true; readonly principal: undefined } = {
  ok: true,
  principal: undefined,
};

/** Calls a verifier. If it throws, the request is rejected. */
async function callVerifier(
  scheme: RequiredScheme,
  verify: () => Verdict<unknown> | Promise<Verdict<unknown>> | undefined,
): Promise<Verdict<unknown>> {
  try {
    return (await verify()) ?? passed;
  } catch (cause) {
    throw new Refusal('internal', 'verifier-failed', { cause, scheme: scheme.name });
  }
}

function refusal(
  { scheme, verdict }: RejectedCredential,
  schemes: readonly RequiredScheme[],
  title: string,
): Refusal {
  const { reason, message } = verdict;
  const detail = { scheme: scheme.name, ...(message === undefined ? {} : { message }) };
  if (verdict.status === 403) return new Refusal('forbidden', reason, detail);
  const headers = challenges(schemes, new Set([scheme.name]), title);
  return new Refusal('unauthorized', reason, { ...detail, headers });
}

/** One `WWW-Authenticate` line for each `Authorization` scheme (RFC 9110 section 11.6.1). */
function challenges(
  schemes: readonly RequiredScheme[],
  invalid: ReadonlySet<string>,
  title: string,
): readonly string[] {
  const lines = new Map<string, string>();
  for (const { name, location } of schemes) {
    if (location.authScheme === undefined || lines.has(location.authScheme)) continue;
    lines.set(location.authScheme, challenge(location.authScheme, invalid.has(name), title));
  }
  return [...lines.values()].flatMap((line) => ['WWW-Authenticate', line]);
}

function challenge(authScheme: string, invalid: boolean, title: string): string {
  if (authScheme === 'bearer') return invalid ? 'Bearer error="invalid_token"' : 'Bearer';
  const name = authScheme.charAt(0).toUpperCase() + authScheme.slice(1);
  return authScheme === 'basic'
    ? `${name} realm="${title.replace(/[^ !#-[\]-~]/g, '')}", charset="UTF-8"`
    : name;
}

function sameScopes(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((scope, index) => scope === right[index]);
}
