import { isStreamBody } from '../body.js';
import type {
  OperationDescriptor,
  RequirementDescriptor,
  SchemeDescriptor,
} from '../descriptor.js';
import { headersFault } from '../headers.js';
import { secretsOf } from '../hidden-secrets.js';
import { createRedactor, type Redactor } from '../redact.js';
import type { Credential, SecurityContext } from '../security.js';
import type { WireRequest } from '../wire.js';
import type { Connection } from './connection.js';
import { CredentialError } from './credential-error.js';
import { invalidRequest } from './invalid-request.js';
import type { ChosenCredentials } from './parts.js';
import type { Sending } from './send.js';

/** The schemes of the one alternative that a call satisfies, each with its credential. */
type Chosen = readonly {
  readonly key: string;
  readonly scheme: SchemeDescriptor;
  readonly credential: Credential;
}[];

/**
 * Puts the text of a credential on a request.
 *
 * @throws {CredentialError}
 */
export type Place = (
  key: string,
  scheme: SchemeDescriptor,
  text: string,
  request: WireRequest,
  redactor: Redactor,
) => WireRequest;

/**
 * The part of operations that need credentials, which knows how to place them.
 *
 * @throws {ApiError} `invalid-request` where they can not be chosen, made or placed.
 */
export function prepareCredentials(
  place: Place,
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  original: WireRequest,
): ChosenCredentials | undefined {
  const refused = (error: unknown): unknown =>
    error instanceof CredentialError ? invalidRequest(operation, error.message) : error;
  let chosen: Chosen;
  try {
    chosen = chooseCredentials(connection, operation);
    if (chosen.length === 0) return undefined;
    requireBytes(chosen, request);
    requireHost(request, original);
  } catch (error) {
    throw refused(error);
  }
  const context = { variables: connection.variables };
  const used = new Map<Credential, string>();
  const put = async (attempted: WireRequest, sending: Sending): Promise<WireRequest> => {
    try {
      const redactor = (sending.redactor ??= createRedactor());
      const signed = await sign(place, chosen, attempted, context, redactor, used);
      const fault = headersFault(signed.headers);
      if (fault !== undefined) throw new CredentialError(fault);
      return signed;
    } catch (error) {
      throw refused(error);
    }
  };
  return Object.assign(put, { renew: () => renewed(chosen, used) });
}

function requireHost(request: WireRequest, original: WireRequest): void {
  if (request.scheme === original.scheme && request.authority === original.authority) return;
  throw new CredentialError(
    'an interceptor changed the host, and credentials go to no other than their own',
  );
}

/**
 * The first alternative for whose schemes there are credentials. Exactly its schemes are used and nothing is sent that was
 * not asked for.
 *
 * @throws {CredentialError} that names what is missing.
 */
export function chooseCredentials(
  { description, credentials }: Connection,
  { security }: OperationDescriptor,
): Chosen {
  if (security === undefined || security.length === 0) return [];
  const given = (key: string): Credential | undefined =>
    Object.hasOwn(credentials, key) && Object.hasOwn(description.security, key)
      ? credentials[key]
      : undefined;
  const missing = (alternative: RequirementDescriptor): readonly string[] =>
    Object.keys(alternative).filter((key) => given(key) === undefined);
  const chosen = security.find((alternative) => missing(alternative).length === 0);
  if (chosen === undefined) {
    const wanted = security.map((alternative) =>
      missing(alternative)
        .map((key) => `"${key}"`)
        .join(' and '),
    );
    throw new CredentialError(
      `no credential is given for ${[...new Set(wanted)].join(', or for ')}`,
    );
  }
  return Object.keys(chosen).flatMap((key) => {
    const scheme = description.security[key];
    const credential = given(key);
    return scheme === undefined || credential === undefined ? [] : [{ key, scheme, credential }];
  });
}

/**
 * Holds that every chosen credential can work with the body; asked before anything is sent.
 *
 * @throws {CredentialError} where one is bound to a body that is a stream.
 */
export function requireBytes(chosen: Chosen, request: WireRequest): void {
  if (!isStreamBody(request.body)) return;
  const bound = chosen.find(({ credential }) => needsBytes(credential));
  if (bound !== undefined) {
    throw new CredentialError(
      `the credential "${bound.key}" is bound to the body, which is a stream; give the body as bytes`,
    );
  }
}

/**
 * Puts every chosen credential on a request: texts first, then tokens, which may be bound to the target that texts complete,
 * then signers, which see all the rest.
 *
 * @throws {CredentialError}
 */
async function sign(
  place: Place,
  chosen: Chosen,
  request: WireRequest,
  context: SecurityContext,
  redactor: Redactor,
  used: Map<Credential, string>,
): Promise<WireRequest> {
  let signed = request;
  for (const rank of [0, 1, 2]) {
    for (const { key, scheme, credential } of chosen) {
      if (rankOf(credential) !== rank || scheme.kind === 'mutualTLS') continue;
      signed = await signOne(place, key, scheme, credential, signed, context, redactor, used);
    }
  }
  return signed;
}

function renewed(chosen: Chosen, used: ReadonlyMap<Credential, string>): boolean {
  const all = chosen.map(
    ({ credential }) =>
      typeof credential === 'object' &&
      'token' in credential &&
      credential.renew?.(used.get(credential) ?? '') === true,
  );
  return all.includes(true);
}

function rankOf(credential: Credential): 0 | 1 | 2 {
  if (typeof credential === 'string' || typeof credential === 'function') return 0;
  return 'token' in credential ? 1 : 2;
}

function needsBytes(credential: Credential): boolean {
  return typeof credential === 'object' && credential.needs === 'bytes';
}

async function signOne(
  place: Place,
  key: string,
  scheme: SchemeDescriptor,
  credential: Credential,
  request: WireRequest,
  context: SecurityContext,
  redactor: Redactor,
  used: Map<Credential, string>,
): Promise<WireRequest> {
  if (typeof credential === 'object' && 'sign' in credential) {
    const signed = await made(key, credential, redactor, () => credential.sign(request, context));
    const before = new Set(request.headers);
    signed.headers.forEach((text, index) => {
      if (index % 2 === 1 && !before.has(text)) redactor.add(text);
    });
    return signed;
  }
  const text = await made(key, credential, redactor, () => {
    if (typeof credential === 'string') return credential;
    return typeof credential === 'function'
      ? credential(request, context)
      : credential.token(request, context);
  });
  if (typeof text !== 'string' || text === '') {
    throw new CredentialError(`the credential "${key}" is empty`);
  }
  used.set(credential, text);
  redactor.add(text);
  return place(key, scheme, text, request, redactor);
}

/** What makes a credential may fail, and its words are for the caller, with what is secret taken out. */
async function made<Value>(
  key: string,
  credential: Credential,
  redactor: Redactor,
  make: () => Value | Promise<Value>,
): Promise<Value> {
  const hide = (): void => {
    for (const secret of secretsOf(credential)) redactor.add(secret);
  };
  try {
    const value = await make();
    hide();
    return value;
  } catch (error) {
    hide();
    const words = error instanceof Error ? `: ${redactor.text(error.message)}` : '';
    throw new CredentialError(`the credential "${key}" can not be made${words}`);
  }
}
