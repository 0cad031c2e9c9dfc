import type {
  Answer,
  Awaitable,
  Granted,
  HandlerRequest,
  ServerOperation,
} from '@tallystick/runtime/http/server';
import {
  createSolanaAccountDescriptor,
  getSolanaAccountDescriptor,
  updateSolanaAccountDescriptor,
} from '../operations/solana-accounts.js';
import type {
  CreateSolanaAccountRequest,
  ErrorBody,
  ServiceUnavailableHeaders,
  SolanaAccount,
  SolanaAddress,
  TooManyRequestsHeaders,
  UpdateSolanaAccountRequest,
} from '../types.js';
import type { PlatformPrincipals } from './principals.js';

/** What the handler of `createSolanaAccount` receives. */
export interface CreateSolanaAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer' | 'walletAuth'>> {
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: CreateSolanaAccountRequest | undefined;
}

/** Every answer that `createSolanaAccount` declares. */
export type CreateSolanaAccountAnswer =
  | Answer<201, SolanaAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `createSolanaAccount`. */
export interface CreateSolanaAccountRespond {
  /** The account as it was created. */
  created(body: SolanaAccount): Answer<201, SolanaAccount>;
  /** The request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid: the bearer token, or the wallet token where one is needed. */
  unauthorized(body: ErrorBody): Answer<401, ErrorBody>;
  /** A request with the same idempotency key is still running, or the thing exists already. */
  conflict(body: ErrorBody): Answer<409, ErrorBody>;
  /** The idempotency key was used with another payload. */
  unprocessableContent(body: ErrorBody): Answer<422, ErrorBody>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBody,
    headers?: TooManyRequestsHeaders,
  ): Answer<429, ErrorBody, TooManyRequestsHeaders>;
  /** The platform failed; what happened to the request is not known. */
  internalServerError(body: ErrorBody): Answer<500, ErrorBody>;
  /** A service that the platform relies on answered with nonsense. */
  badGateway(body: ErrorBody): Answer<502, ErrorBody>;
  /** The platform cannot serve at the moment. */
  serviceUnavailable(
    body: ErrorBody,
    headers?: ServiceUnavailableHeaders,
  ): Answer<503, ErrorBody, ServiceUnavailableHeaders>;
}

/** What the handler of `getSolanaAccount` receives. */
export interface GetSolanaAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly address: SolanaAddress };
}

/** Every answer that `getSolanaAccount` declares. */
export type GetSolanaAccountAnswer =
  | Answer<200, SolanaAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `getSolanaAccount`. */
export interface GetSolanaAccountRespond {
  /** The account. */
  ok(body: SolanaAccount): Answer<200, SolanaAccount>;
  /** The request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid. */
  unauthorized(body: ErrorBody): Answer<401, ErrorBody>;
  /** There is no such thing in the project. */
  notFound(body: ErrorBody): Answer<404, ErrorBody>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBody,
    headers?: TooManyRequestsHeaders,
  ): Answer<429, ErrorBody, TooManyRequestsHeaders>;
  /** The platform failed; what happened to the request is not known. */
  internalServerError(body: ErrorBody): Answer<500, ErrorBody>;
  /** A service that the platform relies on answered with nonsense. */
  badGateway(body: ErrorBody): Answer<502, ErrorBody>;
  /** The platform cannot serve at the moment. */
  serviceUnavailable(
    body: ErrorBody,
    headers?: ServiceUnavailableHeaders,
  ): Answer<503, ErrorBody, ServiceUnavailableHeaders>;
}

/** What the handler of `updateSolanaAccount` receives. */
export interface UpdateSolanaAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer', 'walletAuth'>> {
  readonly path: { readonly address: SolanaAddress };
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: UpdateSolanaAccountRequest;
}

/** Every answer that `updateSolanaAccount` declares. */
export type UpdateSolanaAccountAnswer =
  | Answer<200, SolanaAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `updateSolanaAccount`. */
export interface UpdateSolanaAccountRespond {
  /** The account as it is now. */
  ok(body: SolanaAccount): Answer<200, SolanaAccount>;
  /** The request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid: the bearer token, or the wallet token where one is needed. */
  unauthorized(body: ErrorBody): Answer<401, ErrorBody>;
  /** There is no such thing in the project. */
  notFound(body: ErrorBody): Answer<404, ErrorBody>;
  /** A request with the same idempotency key is still running, or the thing exists already. */
  conflict(body: ErrorBody): Answer<409, ErrorBody>;
  /** The idempotency key was used with another payload. */
  unprocessableContent(body: ErrorBody): Answer<422, ErrorBody>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBody,
    headers?: TooManyRequestsHeaders,
  ): Answer<429, ErrorBody, TooManyRequestsHeaders>;
  /** The platform failed; what happened to the request is not known. */
  internalServerError(body: ErrorBody): Answer<500, ErrorBody>;
  /** A service that the platform relies on answered with nonsense. */
  badGateway(body: ErrorBody): Answer<502, ErrorBody>;
  /** The platform cannot serve at the moment. */
  serviceUnavailable(
    body: ErrorBody,
    headers?: ServiceUnavailableHeaders,
  ): Answer<503, ErrorBody, ServiceUnavailableHeaders>;
}

/** What a server writes for the operations of `solanaAccounts`. */
export interface SolanaAccountsHandlers<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> {
  /**
   * Create a Solana account
   *
   * Creates a Solana account whose key the platform makes and keeps. A policy of scope `account` can be attached at once.
   *
   * `POST /platform/v2/solana/accounts`
   */
  createSolanaAccount(
    request: CreateSolanaAccountHandlerRequest<Principals>,
    respond: CreateSolanaAccountRespond,
  ): Awaitable<CreateSolanaAccountAnswer>;
  /**
   * Get a Solana account
   *
   * Reads one account of the project by its address.
   *
   * `GET /platform/v2/solana/accounts/{address}`
   */
  getSolanaAccount(
    request: GetSolanaAccountHandlerRequest<Principals>,
    respond: GetSolanaAccountRespond,
  ): Awaitable<GetSolanaAccountAnswer>;
  /**
   * Update a Solana account
   *
   * Changes the name of an account, or attaches a policy of scope `account` in place of the one it has. A wallet token is
   * not needed, and is verified if it is there.
   *
   * `PUT /platform/v2/solana/accounts/{address}`
   */
  updateSolanaAccount(
    request: UpdateSolanaAccountHandlerRequest<Principals>,
    respond: UpdateSolanaAccountRespond,
  ): Awaitable<UpdateSolanaAccountAnswer>;
}

export const solanaAccountsRoutes: readonly ServerOperation[] = [
  { descriptor: createSolanaAccountDescriptor, handler: 'createSolanaAccount' },
  { descriptor: getSolanaAccountDescriptor, handler: 'getSolanaAccount' },
  { descriptor: updateSolanaAccountDescriptor, handler: 'updateSolanaAccount' },
];
