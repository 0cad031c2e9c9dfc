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

export const createEvmAccountDescriptor: OperationDescriptor = {
  id: 'createEvmAccount',
  method: 'POST',
  path: ['/platform/v2/evm/accounts'],
  parameters: [{ name: 'X-Idempotency-Key', in: 'header', type: { types: ['string'] } }],
  input: 'body',
  body: { contents: [json] },
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
  security: [{ bearer: [], walletAuth: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
};

/** Arguments of {@link createEvmAccount}. */
export type CreateEvmAccountArguments = [body?: CreateEvmAccountRequest, options?: CallOptions];

/** Every way in which {@link createEvmAccount} can end. */
export type CreateEvmAccountOutcome =
  | Success<201, EvmAccount>
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
 * Create an EVM account
 *
 * Creates an EVM account whose key the platform makes and keeps. A policy of scope `account` can be attached at once.
 *
 * `POST /platform/v2/evm/accounts`
 */
export const createEvmAccount: Call<
  [client: Client, ...CreateEvmAccountArguments],
  EvmAccount,
  CreateEvmAccountOutcome
> = /* @__PURE__ */ operation(createEvmAccountDescriptor);

export const getEvmAccountDescriptor: OperationDescriptor = {
  id: 'getEvmAccount',
  method: 'GET',
  path: ['/platform/v2/evm/accounts/', 0],
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

/** Arguments of {@link getEvmAccount}. */
export type GetEvmAccountArguments = [
  address: EvmAddressInput,
  input?: NoInput,
  options?: CallOptions,
];

/** Every way in which {@link getEvmAccount} can end. */
export type GetEvmAccountOutcome =
  | Success<200, EvmAccount>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Get an EVM account
 *
 * Reads one account of the project by its address.
 *
 * `GET /platform/v2/evm/accounts/{address}`
 */
export const getEvmAccount: Call<
  [client: Client, ...GetEvmAccountArguments],
  EvmAccount,
  GetEvmAccountOutcome
> = /* @__PURE__ */ operation(getEvmAccountDescriptor);

export const updateEvmAccountDescriptor: OperationDescriptor = {
  id: 'updateEvmAccount',
  method: 'PUT',
  path: ['/platform/v2/evm/accounts/', 0],
  parameters: [
    { name: 'address', in: 'path', required: true, type: { types: ['string'] } },
    { name: 'X-Idempotency-Key', in: 'header', type: { types: ['string'] } },
  ],
  input: 'body',
  body: { required: true, contents: [json] },
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyFaults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyFaults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyFaults },
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
  security: [{ bearer: [], walletAuth: [] }, { bearer: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
};

/** Arguments of {@link updateEvmAccount}. */
export type UpdateEvmAccountArguments = [
  address: EvmAddressInput,
  body: UpdateEvmAccountRequest,
  options?: CallOptions,
];

/** Every way in which {@link updateEvmAccount} can end. */
export type UpdateEvmAccountOutcome =
  | Success<200, EvmAccount>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<409, ErrorBody>
  | Failure<422, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Update an EVM account
 *
 * Changes the name of an account, or attaches a policy of scope `account` in place of the one it has. A wallet token is
 * not needed, and is verified if it is there.
 *
 * `PUT /platform/v2/evm/accounts/{address}`
 */
export const updateEvmAccount: Call<
  [client: Client, ...UpdateEvmAccountArguments],
  EvmAccount,
  UpdateEvmAccountOutcome
> = /* @__PURE__ */ operation(updateEvmAccountDescriptor);

export const signEvmTransactionDescriptor: OperationDescriptor = {
  id: 'signEvmTransaction',
  method: 'POST',
  path: ['/platform/v2/evm/accounts/', 0, '/sign/transaction'],
  parameters: [
    { name: 'address', in: 'path', required: true, type: { types: ['string'] } },
    { name: 'X-Idempotency-Key', in: 'header', type: { types: ['string'] } },
  ],
  input: 'body',
  body: { required: true, contents: [json] },
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyFaults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyFaults },
    { status: 403, respond: 'forbidden', contents: [json], error: errorBodyFaults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyFaults },
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
  security: [{ bearer: [], walletAuth: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
};

/** Arguments of {@link signEvmTransaction}. */
export type SignEvmTransactionArguments = [
  address: EvmAddressInput,
  body: SignEvmTransactionRequest,
  options?: CallOptions,
];

/** Every way in which {@link signEvmTransaction} can end. */
export type SignEvmTransactionOutcome =
  | Success<200, SignedEvmTransaction>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<403, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<409, ErrorBody>
  | Failure<422, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Sign a transaction
 *
 * Signs a transaction with the key of an account, if the policies of the project and of the account let it pass. The
 * transaction is not sent.
 *
 * `POST /platform/v2/evm/accounts/{address}/sign/transaction`
 */
export const signEvmTransaction: Call<
  [client: Client, ...SignEvmTransactionArguments],
  SignedEvmTransaction,
  SignEvmTransactionOutcome
> = /* @__PURE__ */ operation(signEvmTransactionDescriptor);

/** Accounts on EVM networks whose keys the platform keeps. */
export class EvmAccountsService {
  /**
   * Create an EVM account
   *
   * Creates an EVM account whose key the platform makes and keeps. A policy of scope `account` can be attached at once.
   *
   * `POST /platform/v2/evm/accounts`
   */
  readonly create: Call<CreateEvmAccountArguments, EvmAccount, CreateEvmAccountOutcome>;
  /**
   * Get an EVM account
   *
   * Reads one account of the project by its address.
   *
   * `GET /platform/v2/evm/accounts/{address}`
   */
  readonly get: Call<GetEvmAccountArguments, EvmAccount, GetEvmAccountOutcome>;
  /**
   * Update an EVM account
   *
   * Changes the name of an account, or attaches a policy of scope `account` in place of the one it has. A wallet token is
   * not needed, and is verified if it is there.
   *
   * `PUT /platform/v2/evm/accounts/{address}`
   */
  readonly update: Call<UpdateEvmAccountArguments, EvmAccount, UpdateEvmAccountOutcome>;
  /**
   * Sign a transaction
   *
   * Signs a transaction with the key of an account, if the policies of the project and of the account let it pass. The
   * transaction is not sent.
   *
   * `POST /platform/v2/evm/accounts/{address}/sign/transaction`
   */
  readonly signEvmTransaction: Call<
    SignEvmTransactionArguments,
    SignedEvmTransaction,
    SignEvmTransactionOutcome
  >;

  constructor(client: Client) {
    this.create = bind(client, createEvmAccount);
    this.get = bind(client, getEvmAccount);
    this.update = bind(client, updateEvmAccount);
    this.signEvmTransaction = bind(client, signEvmTransaction);
  }
}
