import type {
  Answer,
  Awaitable,
  Granted,
  HandlerRequest,
  ServerOperation,
} from '@tallystick/runtime/http/server';
import {
  createEvmSmartAccountDescriptor,
  getEvmSmartAccountDescriptor,
  getUserOperationDescriptor,
  prepareUserOperationDescriptor,
} from '../operations/evm-smart-accounts.js';
import type {
  CreateEvmSmartAccountRequest,
  ErrorBody,
  EvmAddressInput,
  EvmSmartAccount,
  PrepareUserOperationRequest,
  ServiceUnavailableHeaders,
  TooManyRequestsHeaders,
  UserOperation,
  UserOpHash,
} from '../types.js';
import type { PlatformPrincipals } from './principals.js';

/** What the handler of `createEvmSmartAccount` receives. */
export interface CreateEvmSmartAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: CreateEvmSmartAccountRequest;
}

/** Every answer that `createEvmSmartAccount` declares. */
export type CreateEvmSmartAccountAnswer =
  | Answer<201, EvmSmartAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `createEvmSmartAccount`. */
export interface CreateEvmSmartAccountRespond {
  /** The account as it was created. */
  created(body: EvmSmartAccount): Answer<201, EvmSmartAccount>;
  /** The request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid. */
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

/** What the handler of `getEvmSmartAccount` receives. */
export interface GetEvmSmartAccountHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly address: EvmAddressInput };
}

/** Every answer that `getEvmSmartAccount` declares. */
export type GetEvmSmartAccountAnswer =
  | Answer<200, EvmSmartAccount>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `getEvmSmartAccount`. */
export interface GetEvmSmartAccountRespond {
  /** The account. */
  ok(body: EvmSmartAccount): Answer<200, EvmSmartAccount>;
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

/** What the handler of `prepareUserOperation` receives. */
export interface PrepareUserOperationHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly address: EvmAddressInput };
  readonly body: PrepareUserOperationRequest;
}

/** Every answer that `prepareUserOperation` declares. */
export type PrepareUserOperationAnswer =
  | Answer<201, UserOperation>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `prepareUserOperation`. */
export interface PrepareUserOperationRespond {
  /** The user operation, prepared. */
  created(body: UserOperation): Answer<201, UserOperation>;
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

/** What the handler of `getUserOperation` receives. */
export interface GetUserOperationHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly address: EvmAddressInput; readonly userOpHash: UserOpHash };
}

/** Every answer that `getUserOperation` declares. */
export type GetUserOperationAnswer =
  | Answer<200, UserOperation>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `getUserOperation`. */
export interface GetUserOperationRespond {
  /** The user operation. */
  ok(body: UserOperation): Answer<200, UserOperation>;
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

/** What a server writes for the operations of `evmSmartAccounts`. */
export interface EvmSmartAccountsHandlers<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> {
  /**
   * Create a smart account
   *
   * Creates a smart account for an owner. The contract gets its address at once and is deployed by its first user
   * operation.
   *
   * `POST /platform/v2/evm/smart-accounts`
   */
  createEvmSmartAccount(
    request: CreateEvmSmartAccountHandlerRequest<Principals>,
    respond: CreateEvmSmartAccountRespond,
  ): Awaitable<CreateEvmSmartAccountAnswer>;
  /**
   * Get a smart account
   *
   * Reads one smart account of the project by its address.
   *
   * `GET /platform/v2/evm/smart-accounts/{address}`
   */
  getEvmSmartAccount(
    request: GetEvmSmartAccountHandlerRequest<Principals>,
    respond: GetEvmSmartAccountRespond,
  ): Awaitable<GetEvmSmartAccountAnswer>;
  /**
   * Prepare a user operation
   *
   * Prepares calls of a smart account to be signed by its owner and sent together. The answer holds the hash that the
   * owner signs; nothing has happened on chain.
   *
   * `POST /platform/v2/evm/smart-accounts/{address}/user-operations`
   */
  prepareUserOperation(
    request: PrepareUserOperationHandlerRequest<Principals>,
    respond: PrepareUserOperationRespond,
  ): Awaitable<PrepareUserOperationAnswer>;
  /**
   * Get a user operation
   *
   * Reads a user operation, to see how far it has come.
   *
   * `GET /platform/v2/evm/smart-accounts/{address}/user-operations/{userOpHash}`
   */
  getUserOperation(
    request: GetUserOperationHandlerRequest<Principals>,
    respond: GetUserOperationRespond,
  ): Awaitable<GetUserOperationAnswer>;
}

export const evmSmartAccountsRoutes: readonly ServerOperation[] = [
  { descriptor: createEvmSmartAccountDescriptor, handler: 'createEvmSmartAccount' },
  { descriptor: getEvmSmartAccountDescriptor, handler: 'getEvmSmartAccount' },
  { descriptor: prepareUserOperationDescriptor, handler: 'prepareUserOperation' },
  { descriptor: getUserOperationDescriptor, handler: 'getUserOperation' },
];
