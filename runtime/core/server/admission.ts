import type {
  ApiDescriptor,
  OperationDescriptor,
  RequirementDescriptor,
  SchemeDescriptor,
} from '../descriptor.js';
import type { DeliveryIdentity, Presented, Verdict, Verifier } from '../security.js';
import {
  credentialPlace,
  presentedValues,
  presentsOtherScheme,
  type CredentialPlace,
  type Sight,
} from './credentials.js';
import { Refusal } from './fault.js';

/** What the security of one operation demands of a request. */
export interface Admission {
  /** Looks at everything but the body; refuses with 401 or 403. */
  head(sight: Sight, authority: string): Admitted | Promise<Admitted>;
}

/** A request whose head was found good. */
export interface Admitted {
  /** What each verifier returned, by scheme. */
  readonly principals: Readonly<Record<string, unknown>>;
  /** Who calls, by scheme, where the verifier says so. */
  readonly callers: Readonly<Record<string, string>>;
  /** What a delivery is known by, of every scheme that says so. */
  readonly deliveries?: readonly DeliveryIdentity[];
  /** Absent where no verifier wants to see the body's bytes. */
  readonly body?: (bytes: Uint8Array) => Promise<Admitted>;
}

interface Lock {
  readonly name: string;
  readonly descriptor: SchemeDescriptor;
  readonly place: CredentialPlace;
  readonly verifier: Verifier;
  /** Each set of scopes that some alternative demands of this scheme. */
  readonly scopeSets: readonly (readonly string[])[];
  /** What all of those sets have in common. */
  readonly scopes: readonly string[];
}

interface Grant {
  readonly lock: Lock;
  readonly presented: Presented;
  readonly principal: unknown;
  readonly caller: string | undefined;
  readonly delivery: DeliveryIdentity | undefined;
  /** Scopes that the credential carries. */
  readonly scopes: ReadonlySet<string>;
}

/**
 * Prepares the security of one operation. One alternative with all its schemes suffices, but every credential
 * that is presented must be good: `[{ bearer, wallet }, { bearer }]` makes the wallet's token optional, and a
 * bad one is refused although the second alternative would do without it. Throws where a verifier is missing.
 */
export function prepareAdmission(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  verifiers: ReadonlyMap<string, Verifier>,
  variables: Readonly<Record<string, string>>,
  remembers: Pick<Presented, 'remembersDeliveries'> = {},
): Admission {
  const alternatives = operation.security ?? [];
  const locks = locksOf(api, operation, alternatives, verifiers);
  const places = locks.map(({ place }) => place);
  if (locks.length === 0) return { head: () => anybody };
  return {
    async head(sight, authority) {
      const shown = locks
        .map((lock) => ({ lock, texts: presentedValues(lock.place, places, sight) }))
        .filter(({ lock, texts }) => texts.length > 0 || lock.place.shown?.(sight) === true);
      if (presentsOtherScheme(places, sight))
        throw new Refusal('unauthorized', 'credentials-other-scheme', {
          headers: challenges(locks, new Set(), api.title),
        });
      const names = new Set(shown.map(({ lock }) => lock.name));
      const complete = alternatives.filter((alternative) =>
        Object.keys(alternative).every((name) => names.has(name)),
      );
      if (alternatives.length > 0 && complete.length === 0) {
        const missing = shown.length === 0 ? 'credentials-missing' : 'credentials-incomplete';
        throw new Refusal('unauthorized', missing, {
          headers: challenges(locks, new Set(), api.title),
        });
      }
      const base = { ...remembers, variables, operation, authority, request: sight.request };
      const granted = await open(shown, base, locks, api.title);
      const grants = chosen(alternatives, granted, locks, api.title);
      return admitted(alternatives, grants, locks, api.title);
    },
  };
}

/** Whoever calls an operation that asks for no credentials. */
const anybody: Admitted = {
  principals: Object.freeze(Object.create(null) as Record<string, unknown>),
  callers: Object.freeze(Object.create(null) as Record<string, string>),
};

function locksOf(
  api: ApiDescriptor,
  operation: OperationDescriptor,
  alternatives: readonly RequirementDescriptor[],
  verifiers: ReadonlyMap<string, Verifier>,
): readonly Lock[] {
  const scopes = new Map<string, (readonly string[])[]>();
  for (const alternative of alternatives) {
    for (const [name, wanted] of Object.entries(alternative)) {
      const known = scopes.get(name) ?? [];
      if (!known.some((set) => sameScopes(set, wanted))) known.push(wanted);
      scopes.set(name, known);
    }
  }
  return [...scopes].map(([name, sets]) => {
    const descriptor = Object.hasOwn(api.security, name) ? api.security[name] : undefined;
    if (descriptor === undefined)
      throw new Error(`${operation.id}: the scheme "${name}" is not described.`);
    const verifier = verifiers.get(name);
    if (verifier === undefined)
      throw new Error(`A verifier for the scheme "${name}" is needed in "security".`);
    const place = credentialPlace(descriptor);
    return { name, descriptor, place, verifier, scopeSets: sets, scopes: common(sets) };
  });
}

function common([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return first.filter((scope) => others.every((set) => set.includes(scope)));
}

interface Refused {
  readonly lock: Lock;
  readonly verdict: Verdict<unknown> & { readonly ok: false };
}

/**
 * Asks every scheme that the request shows a credential for, in the order written. Each is asked once, whatever its
 * alternatives demand: a verifier that remembers what is good once would take a second question for a replay.
 */
async function open(
  shown: readonly { readonly lock: Lock; readonly texts: readonly string[] }[],
  base: Omit<Presented, 'credentials' | 'scopes' | 'scopeSets' | 'principals'>,
  locks: readonly Lock[],
  title: string,
): Promise<{ readonly grants: readonly Grant[]; readonly refused: readonly Refused[] }> {
  const grants: Grant[] = [];
  const refused: Refused[] = [];
  const principals: Record<string, unknown> = Object.create(null);
  for (const { lock, texts } of shown) {
    const { scopes, scopeSets } = lock;
    const presented: Presented = {
      ...base,
      credentials: texts,
      scopes,
      scopeSets,
      principals: { ...principals },
    };
    const verdict = await asked(lock, () => lock.verifier.head(presented));
    if (verdict.ok) {
      const { principal, caller, delivery, scopes: carried = [] } = verdict;
      const granted = new Set([...scopes, ...carried]);
      grants.push({ lock, presented, principal, caller, delivery, scopes: granted });
      principals[lock.name] = principal;
      continue;
    }
    const failed = { lock, verdict };
    // Another scheme may be the one that this text was meant for.
    const shared = shown.some(
      ({ lock: other }) => other !== lock && other.place.key === lock.place.key,
    );
    if (!shared) throw refusal(failed, locks, title);
    refused.push(failed);
  }
  return { grants, refused };
}

/** The grants, once an alternative is whole and every text was good for somebody. */
function chosen(
  alternatives: readonly RequirementDescriptor[],
  { grants, refused }: { readonly grants: readonly Grant[]; readonly refused: readonly Refused[] },
  locks: readonly Lock[],
  title: string,
): readonly Grant[] {
  const stray = refused.find(
    ({ lock }) => !grants.some((grant) => grant.lock.place.key === lock.place.key),
  );
  if (stray !== undefined) throw refusal(stray, locks, title);
  const whole = isWhole(alternatives, grants);
  const [first] = refused;
  if (alternatives.length > 0 && !whole && first !== undefined) throw refusal(first, locks, title);
  if (alternatives.length > 0 && !whole) throw new Refusal('forbidden', 'scopes-missing');
  return grants;
}

/** Whether some alternative has all its schemes, each with the scopes that it demands. */
function isWhole(
  alternatives: readonly RequirementDescriptor[],
  grants: readonly Grant[],
): boolean {
  return alternatives.some((alternative) =>
    Object.entries(alternative).every(([name, scopes]) =>
      grants.some(
        ({ lock, scopes: carried }) =>
          lock.name === name && scopes.every((scope) => carried.has(scope)),
      ),
    ),
  );
}

function admitted(
  alternatives: readonly RequirementDescriptor[],
  grants: readonly Grant[],
  locks: readonly Lock[],
  title: string,
): Admitted {
  const principals: Record<string, unknown> = Object.create(null);
  const callers: Record<string, string> = Object.create(null);
  for (const { lock, principal, caller } of grants) {
    principals[lock.name] = principal;
    if (caller !== undefined) callers[lock.name] = caller;
  }
  const deliveries = grants.flatMap(({ delivery }) => delivery ?? []);
  const known =
    deliveries.length === 0 ? { principals, callers } : { principals, callers, deliveries };
  if (!grants.some(({ lock }) => lock.verifier.body !== undefined)) return known;
  return {
    ...known,
    async body(bytes) {
      const sealed: Grant[] = [];
      const refused: Refused[] = [];
      for (const grant of grants) {
        const { lock, presented, principal } = grant;
        const verdict = await asked(lock, () => lock.verifier.body?.(presented, bytes, principal));
        if (!verdict.ok) {
          // As in the head: the text may be meant for another scheme, which finds it good.
          const isShared = grants.some(
            (other) => other !== grant && other.lock.place.key === lock.place.key,
          );
          if (!isShared) throw refusal({ lock, verdict }, locks, title);
          refused.push({ lock, verdict });
          continue;
        }
        const { principal: sure = principal, caller = grant.caller, scopes: carried } = verdict;
        const { delivery = grant.delivery } = verdict;
        const scopes = carried === undefined ? grant.scopes : new Set([...lock.scopes, ...carried]);
        sealed.push({ ...grant, principal: sure, caller, delivery, scopes });
      }
      // Who they are may be known for sure only now, and with it what they are allowed.
      const known = chosen(alternatives, { grants: sealed, refused }, locks, title);
      const { body: _, ...sure } = admitted([], known, [], title);
      return sure;
    },
  };
}

const passed: { readonly ok: true; readonly principal: undefined } = {
  ok: true,
  principal: undefined,
};

/** A verifier that throws lets nobody in. */
async function asked(
  lock: Lock,
  ask: () => Verdict<unknown> | Promise<Verdict<unknown>> | undefined,
): Promise<Verdict<unknown>> {
  try {
    return (await ask()) ?? passed;
  } catch (cause) {
    throw new Refusal('internal', 'verifier-failed', { cause, scheme: lock.name });
  }
}

function refusal({ lock, verdict }: Refused, locks: readonly Lock[], title: string): Refusal {
  const { reason, message } = verdict;
  const detail = { scheme: lock.name, ...(message === undefined ? {} : { message }) };
  if (verdict.status === 403) return new Refusal('forbidden', reason, detail);
  const headers = challenges(locks, new Set([lock.name]), title);
  return new Refusal('unauthorized', reason, { ...detail, headers });
}

/** One `WWW-Authenticate` line for each kind of `Authorization` (RFC 9110 section 11.6.1). */
function challenges(
  locks: readonly Lock[],
  wrong: ReadonlySet<string>,
  title: string,
): readonly string[] {
  const lines = new Map<string, string>();
  for (const { name, place } of locks) {
    if (place.word === undefined || lines.has(place.word)) continue;
    lines.set(place.word, challenge(place.word, wrong.has(name), title));
  }
  return [...lines.values()].flatMap((line) => ['WWW-Authenticate', line]);
}

function challenge(word: string, wrong: boolean, title: string): string {
  if (word === 'bearer') return wrong ? 'Bearer error="invalid_token"' : 'Bearer';
  const name = word.charAt(0).toUpperCase() + word.slice(1);
  return word === 'basic'
    ? `${name} realm="${title.replace(/[^ !#-[\]-~]/g, '')}", charset="UTF-8"`
    : name;
}

function sameScopes(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((scope, index) => scope === right[index]);
}
