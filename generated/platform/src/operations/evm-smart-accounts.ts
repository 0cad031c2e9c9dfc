import {
  type Call,
  type CallOptions,
  type Failure,
  json,
  type NoInput,
  type OperationDescriptor,
  type Success,
  type Unexpected,
} from '@tallystick/runtime';
import { bind, type Client, operation } from '@tallystick/runtime/http';
import { errorBodyFaults } from '../description.js';
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

export const createEvmSmartAccountDescriptor: OperationDescriptor = {
  id: 'createEvmSmartAccount',
  method: 'POST',
  path: ['/platform/v2/evm/smart-accounts'],
  parameters: [{ name: 'X-Idempotency-Key', in: 'header', type: { types: ['string'] } }],
  input: 'body',
  body: { required: true, contents: [json] },
  outcomes: [
    { status: 201, respond: 'created', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyFaults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyFaults },
    { status: 409, respond: 'conflict', contents: [json], error: errorBodyFaults },
    { status: 422, respond: 'unprocessableContent', contents: [json], error: errorBodyFaults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
    { status: 500, respond: 'internalServerError', contents: [json], error: errorBodyFaults },
    { status: 502, respond: 'badGateway', contents: [json], error: errorBodyFaults },
    {
      status: 503,
      respond: 'serviceUnavailable',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
  ],
  security: [{ bearer: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
};

/** Arguments of {@link createEvmSmartAccount}. */
export type CreateEvmSmartAccountArguments = [
  body: CreateEvmSmartAccountRequest,
  options?: CallOptions,
];

/** Every way in which {@link createEvmSmartAccount} can end. */
export type CreateEvmSmartAccountOutcome =
  | Success<201, EvmSmartAccount>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<409, ErrorBody>
  | Failure<422, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Create a smart account
 *
 * Creates a smart account for an owner. The contract gets its address at once and is deployed by its first user
 * operation.
 *
 * `POST /platform/v2/evm/smart-accounts`
 */
export const createEvmSmartAccount: Call<
  [client: Client, ...CreateEvmSmartAccountArguments],
  EvmSmartAccount,
  CreateEvmSmartAccountOutcome
> = /* @__PURE__ */ operation(createEvmSmartAccountDescriptor);

export const getEvmSmartAccountDescriptor: OperationDescriptor = {
  id: 'getEvmSmartAccount',
  method: 'GET',
  path: ['/platform/v2/evm/smart-accounts/', 0],
  parameters: [{ name: 'address', in: 'path', required: true, type: { types: ['string'] } }],
  input: 'none',
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyFaults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyFaults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyFaults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
    { status: 500, respond: 'internalServerError', contents: [json], error: errorBodyFaults },
    { status: 502, respond: 'badGateway', contents: [json], error: errorBodyFaults },
    {
      status: 503,
      respond: 'serviceUnavailable',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
  ],
  security: [{ bearer: [] }],
};

/** Arguments of {@link getEvmSmartAccount}. */
export type GetEvmSmartAccountArguments = [
  address: EvmAddressInput,
  input?: NoInput,
  options?: CallOptions,
];

/** Every way in which {@link getEvmSmartAccount} can end. */
export type GetEvmSmartAccountOutcome =
  | Success<200, EvmSmartAccount>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Get a smart account
 *
 * Reads one smart account of the project by its address.
 *
 * `GET /platform/v2/evm/smart-accounts/{address}`
 */
export const getEvmSmartAccount: Call<
  [client: Client, ...GetEvmSmartAccountArguments],
  EvmSmartAccount,
  GetEvmSmartAccountOutcome
> = /* @__PURE__ */ operation(getEvmSmartAccountDescriptor);

export const prepareUserOperationDescriptor: OperationDescriptor = {
  id: 'prepareUserOperation',
  method: 'POST',
  path: ['/platform/v2/evm/smart-accounts/', 0, '/user-operations'],
  parameters: [{ name: 'address', in: 'path', required: true, type: { types: ['string'] } }],
  input: 'body',
  body: { required: true, contents: [json] },
  outcomes: [
    { status: 201, respond: 'created', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyFaults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyFaults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyFaults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
    { status: 500, respond: 'internalServerError', contents: [json], error: errorBodyFaults },
    { status: 502, respond: 'badGateway', contents: [json], error: errorBodyFaults },
    {
      status: 503,
      respond: 'serviceUnavailable',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
  ],
  security: [{ bearer: [] }],
};

/** Arguments of {@link prepareUserOperation}. */
export type PrepareUserOperationArguments = [
  address: EvmAddressInput,
  body: PrepareUserOperationRequest,
  options?: CallOptions,
];

/** Every way in which {@link prepareUserOperation} can end. */
export type PrepareUserOperationOutcome =
  | Success<201, UserOperation>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Prepare a user operation
 *
 * Prepares calls of a smart account to be signed by its owner and sent together. The answer holds the hash that the
 * owner signs; nothing has happened on chain.
 *
 * `POST /platform/v2/evm/smart-accounts/{address}/user-operations`
 */
export const prepareUserOperation: Call<
  [client: Client, ...PrepareUserOperationArguments],
  UserOperation,
  PrepareUserOperationOutcome
> = /* @__PURE__ */ operation(prepareUserOperationDescriptor);

export const getUserOperationDescriptor: OperationDescriptor = {
  id: 'getUserOperation',
  method: 'GET',
  path: ['/platform/v2/evm/smart-accounts/', 0, '/user-operations/', 1],
  parameters: [
    { name: 'address', in: 'path', required: true, type: { types: ['string'] } },
    { name: 'userOpHash', in: 'path', required: true, type: { types: ['string'] } },
  ],
  input: 'none',
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyFaults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyFaults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyFaults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
    { status: 500, respond: 'internalServerError', contents: [json], error: errorBodyFaults },
    { status: 502, respond: 'badGateway', contents: [json], error: errorBodyFaults },
    {
      status: 503,
      respond: 'serviceUnavailable',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyFaults,
    },
  ],
  security: [{ bearer: [] }],
};

/** Arguments of {@link getUserOperation}. */
export type GetUserOperationArguments = [
  address: EvmAddressInput,
  userOpHash: UserOpHash,
  input?: NoInput,
  options?: CallOptions,
];

/** Every way in which {@link getUserOperation} can end. */
export type GetUserOperationOutcome =
  | Success<200, UserOperation>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Get a user operation
 *
 * Reads a user operation, to see how far it has come.
 *
 * `GET /platform/v2/evm/smart-accounts/{address}/user-operations/{userOpHash}`
 */
export const getUserOperation: Call<
  [client: Client, ...GetUserOperationArguments],
  UserOperation,
  GetUserOperationOutcome
> = /* @__PURE__ */ operation(getUserOperationDescriptor);

/** Accounts that are contracts, and the user operations that they carry out for their owner. */
export class EvmSmartAccountsService {
  /**
   * Create a smart account
   *
   * Creates a smart account for an owner. The contract gets its address at once and is deployed by its first user
   * operation.
   *
   * `POST /platform/v2/evm/smart-accounts`
   */
  readonly create: Call<
    CreateEvmSmartAccountArguments,
    EvmSmartAccount,
    CreateEvmSmartAccountOutcome
  >;
  /**
   * Get a smart account
   *
   * Reads one smart account of the project by its address.
   *
   * `GET /platform/v2/evm/smart-accounts/{address}`
   */
  readonly get: Call<GetEvmSmartAccountArguments, EvmSmartAccount, GetEvmSmartAccountOutcome>;
  /**
   * Prepare a user operation
   *
   * Prepares calls of a smart account to be signed by its owner and sent together. The answer holds the hash that the
   * owner signs; nothing has happened on chain.
   *
   * `POST /platform/v2/evm/smart-accounts/{address}/user-operations`
   */
  readonly prepareUserOperation: Call<
    PrepareUserOperationArguments,
    UserOperation,
    PrepareUserOperationOutcome
  >;
  /**
   * Get a user operation
   *
   * Reads a user operation, to see how far it has come.
   *
   * `GET /platform/v2/evm/smart-accounts/{address}/user-operations/{userOpHash}`
   */
  readonly getUserOperation: Call<
    GetUserOperationArguments,
    UserOperation,
    GetUserOperationOutcome
  >;

  constructor(client: Client) {
    this.create = bind(client, createEvmSmartAccount);
    this.get = bind(client, getEvmSmartAccount);
    this.prepareUserOperation = bind(client, prepareUserOperation);
    this.getUserOperation = bind(client, getUserOperation);
  }
}
