import type {
  Answer,
  Awaitable,
  Granted,
  HandlerRequest,
  ServerOperation,
} from '@tallystick/runtime/http/server';
import {
  createEvmAccountDescriptor,
  getEvmAccountDescriptor,
  signEvmTransactionDescriptor,
  updateEvmAccountDescriptor,
} from '../operations/evm-accounts.js';
import type {
  CreateEvmAccountRequest,
  ErrorBody,
  EvmAccount,
  EvmAddressInput,
  ServiceUnavailableHeaders,
  SignedEvmTransaction,
  SignEvmTransactionRequest,
  TooManyRequestsHeaders,
  UpdateEvmAccountRequest,
} from '../types.js';
import type { PlatformPrincipals } from './principals.js';

/** What the handler of `createEvmAccount` receives. */
export interface CreateEvmAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer' | 'walletAuth'>> {
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: CreateEvmAccountRequest | undefined;
}

/** Every answer that `createEvmAccount` declares. */
export type CreateEvmAccountAnswer =
  | Answer<201, EvmAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `createEvmAccount`. */
export interface CreateEvmAccountRespond {
  /** The account as it was created. */
  created(body: EvmAccount): Answer<201, EvmAccount>;
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

/** What the handler of `getEvmAccount` receives. */
export interface GetEvmAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly address: EvmAddressInput };
}

/** Every answer that `getEvmAccount` declares. */
export type GetEvmAccountAnswer =
  | Answer<200, EvmAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `getEvmAccount`. */
export interface GetEvmAccountRespond {
  /** The account. */
  ok(body: EvmAccount): Answer<200, EvmAccount>;
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

/** What the handler of `updateEvmAccount` receives. */
export interface UpdateEvmAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer', 'walletAuth'>> {
  readonly path: { readonly address: EvmAddressInput };
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: UpdateEvmAccountRequest;
}

/** Every answer that `updateEvmAccount` declares. */
export type UpdateEvmAccountAnswer =
  | Answer<200, EvmAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `updateEvmAccount`. */
export interface UpdateEvmAccountRespond {
  /** The account as it is now. */
  ok(body: EvmAccount): Answer<200, EvmAccount>;
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

/** What the handler of `signEvmTransaction` receives. */
export interface SignEvmTransactionHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer' | 'walletAuth'>> {
  readonly path: { readonly address: EvmAddressInput };
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: SignEvmTransactionRequest;
}

/** Every answer that `signEvmTransaction` declares. */
export type SignEvmTransactionAnswer =
  | Answer<200, SignedEvmTransaction>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<403, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `signEvmTransaction`. */
export interface SignEvmTransactionRespond {
  /** The signed transaction. */
  ok(body: SignedEvmTransaction): Answer<200, SignedEvmTransaction>;
  /** The transaction cannot be read, or the request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid: the bearer token, or the wallet token where one is needed. */
  unauthorized(body: ErrorBody): Answer<401, ErrorBody>;
  /** A policy rejects the request, or the caller is not allowed to do this. */
  forbidden(body: ErrorBody): Answer<403, ErrorBody>;
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

/** What a server writes for the operations of `evmAccounts`. */
export interface EvmAccountsHandlers<Principals extends PlatformPrincipals = PlatformPrincipals> {
  /**
   * Create an EVM account
   *
   * Creates an EVM account whose key the platform makes and keeps. A policy of scope `account` can be attached at once.
   *
   * `POST /platform/v2/evm/accounts`
   */
  createEvmAccount(
    request: CreateEvmAccountHandlerRequest<Principals>,
    respond: CreateEvmAccountRespond,
  ): Awaitable<CreateEvmAccountAnswer>;
  /**
   * Get an EVM account
   *
   * Reads one account of the project by its address.
   *
   * `GET /platform/v2/evm/accounts/{address}`
   */
  getEvmAccount(
    request: GetEvmAccountHandlerRequest<Principals>,
    respond: GetEvmAccountRespond,
  ): Awaitable<GetEvmAccountAnswer>;
  /**
   * Update an EVM account
   *
   * Changes the name of an account, or attaches a policy of scope `account` in place of the one it has. A wallet token is
   * not needed, and is verified if it is there.
   *
   * `PUT /platform/v2/evm/accounts/{address}`
   */
  updateEvmAccount(
    request: UpdateEvmAccountHandlerRequest<Principals>,
    respond: UpdateEvmAccountRespond,
  ): Awaitable<UpdateEvmAccountAnswer>;
  /**
   * Sign a transaction
   *
   * Signs a transaction with the key of an account, if the policies of the project and of the account let it pass. The
   * transaction is not sent.
   *
   * `POST /platform/v2/evm/accounts/{address}/sign/transaction`
   */
  signEvmTransaction(
    request: SignEvmTransactionHandlerRequest<Principals>,
    respond: SignEvmTransactionRespond,
  ): Awaitable<SignEvmTransactionAnswer>;
}

export const evmAccountsRoutes: readonly ServerOperation[] = [
  { descriptor: createEvmAccountDescriptor, handler: 'createEvmAccount' },
  { descriptor: getEvmAccountDescriptor, handler: 'getEvmAccount' },
  { descriptor: updateEvmAccountDescriptor, handler: 'updateEvmAccount' },
  { descriptor: signEvmTransactionDescriptor, handler: 'signEvmTransaction' },
];
