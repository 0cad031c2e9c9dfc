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
import type { ClientConfig } from './client-config.js';
import { invalidRequest } from './invalid-request.js';
import type { ChosenCredentials } from './capabilities.js';
import type { CallState } from './sending/send.js';

/** Schemes and credentials of the security alternative that a call uses. */
type Chosen = readonly {
  readonly key: string;
  readonly scheme: SchemeDescriptor;
  readonly credential: Credential;
}[];

/**
 * Adds the text of a credential to a request.
 *
 * @throws {CredentialError}
 */
export type ApplyCredential = (
  key: string,
  scheme: SchemeDescriptor,
  text: string,
  request: WireRequest,
  redactor: Redactor,
) => WireRequest;

/**
 * Chooses the credentials of a call. The result adds them to each attempt with `applyCredential`.
 *
 * @throws {ApiError} `invalid-request` if a credential cannot be chosen, created or added.
 */
export function prepareCredentials(
  applyCredential: ApplyCredential,
  config: ClientConfig,
  operation: OperationDescriptor,
  request: WireRequest,
  original: WireRequest,
): ChosenCredentials | undefined {
  const asCallError = (error: unknown): unknown =>
    error instanceof CredentialError ? invalidRequest(operation, error.message) : error;
  let chosen: Chosen;
  try {
    chosen = chooseCredentials(config, operation);
    if (chosen.length === 0) return undefined;
    requireBytes(chosen, request);
    requireHost(request, original);
  } catch (error) {
    throw asCallError(error);
  }
  const context = { variables: config.variables };
  const used = new Map<Credential, string>();
  const addCredentials = async (outgoing: WireRequest, state: CallState): Promise<WireRequest> => {
    try {
      const redactor = (state.redactor ??= createRedactor());
      const signed = await sign(applyCredential, chosen, outgoing, context, redactor, used);
      const fault = headersFault(signed.headers);
      if (fault !== undefined) throw new CredentialError(fault);
      return signed;
    } catch (error) {
      throw asCallError(error);
    }
  };
  return Object.assign(addCredentials, { renew: () => renewTokens(chosen, used) });
}

function requireHost(request: WireRequest, original: WireRequest): void {
  if (request.scheme === original.scheme && request.authority === original.authority) return;
  throw new CredentialError(
    'an interceptor changed the host; credentials are only sent to the original host',
  );
}

/**
 * Chooses the first security alternative with credentials for all of its schemes. No credential of any other scheme is sent.
 *
 * @throws {CredentialError} naming the missing credentials.
 */
export function chooseCredentials(
  { description, credentials }: ClientConfig,
  { security }: OperationDescriptor,
): Chosen {
  if (security === undefined || security.length === 0) return [];
  const credentialFor = (key: string): Credential | undefined =>
    Object.hasOwn(credentials, key) && Object.hasOwn(description.security, key)
      ? credentials[key]
      : undefined;
  const missing = (alternative: RequirementDescriptor): readonly string[] =>
    Object.keys(alternative).filter((key) => credentialFor(key) === undefined);
  const chosen = security.find((alternative) => missing(alternative).length === 0);
  if (chosen === undefined) {
    const required = security.map((alternative) =>
      missing(alternative)
        .map((key) => `"${key}"`)
        .join(' and '),
    );
    throw new CredentialError(
      `no credential is configured for ${[...new Set(required)].join(', or for ')}`,
    );
  }
  return Object.keys(chosen).flatMap((key) => {
    const scheme = description.security[key];
    const credential = credentialFor(key);
    return scheme === undefined || credential === undefined ? [] : [{ key, scheme, credential }];
  });
}

/**
 * Asserts that the chosen credentials support the body. Called before anything is sent.
 *
 * @throws {CredentialError} if a credential is bound to the body and the body is a stream.
 */
export function requireBytes(chosen: Chosen, request: WireRequest): void {
  if (!isStreamBody(request.body)) return;
  const bound = chosen.find(({ credential }) => needsBytes(credential));
  if (bound !== undefined) {
    throw new CredentialError(
      `the credential "${bound.key}" is bound to the body, which is a stream; pass the body as bytes`,
    );
  }
}

/**
 * Adds the chosen credentials to a request: first texts, then tokens, which may be bound to the target that texts complete,
 * then signers, which cover the complete request.
 *
 * @throws {CredentialError}
 */
async function sign(
  applyCredential: ApplyCredential,
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
      signed = await signOne(
        applyCredential,
        key,
        scheme,
        credential,
        signed,
        context,
        redactor,
        used,
      );
    }
  }
  return signed;
}

function renewTokens(chosen: Chosen, used: ReadonlyMap<Credential, string>): boolean {
  const renewals = chosen.map(
    ({ credential }) =>
      typeof credential === 'object' &&
      'token' in credential &&
      credential.renew?.(used.get(credential) ?? '') === true,
  );
  return renewals.includes(true);
}

function rankOf(credential: Credential): 0 | 1 | 2 {
  if (typeof credential === 'string' || typeof credential === 'function') return 0;
  return 'token' in credential ? 1 : 2;
}

function needsBytes(credential: Credential): boolean {
  return typeof credential === 'object' && credential.needs === 'bytes';
}

async function signOne(
  applyCredential: ApplyCredential,
  key: string,
  scheme: SchemeDescriptor,
  credential: Credential,
  request: WireRequest,
  context: SecurityContext,
  redactor: Redactor,
  used: Map<Credential, string>,
): Promise<WireRequest> {
  if (typeof credential === 'object' && 'sign' in credential) {
    const signed = await createCredential(key, credential, redactor, () =>
      credential.sign(request, context),
    );
    const before = new Set(request.headers);
    signed.headers.forEach((text, index) => {
      if (index % 2 === 1 && !before.has(text)) redactor.add(text);
    });
    return signed;
  }
  const text = await createCredential(key, credential, redactor, () => {
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
  return applyCredential(key, scheme, text, request, redactor);
}

/** Creates a credential. If that fails, the error is passed on to the caller without its secrets. */
async function createCredential<Value>(
  key: string,
  credential: Credential,
  redactor: Redactor,
  create: () => Value | Promise<Value>,
): Promise<Value> {
  const registerSecrets = (): void => {
    for (const secret of secretsOf(credential)) redactor.add(secret);
  };
  try {
    const value = await create();
    registerSecrets();
    return value;
  } catch (error) {
    registerSecrets();
    const detail = error instanceof Error ? `: ${redactor.text(error.message)}` : '';
    throw new CredentialError(`the credential "${key}" could not be created${detail}`);
  }
}

/** Thrown if a credential cannot be chosen, created or added. The message names schemes, never their credentials. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly code: 'credential' = 'credential';
}
