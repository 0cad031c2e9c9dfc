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
  CreateSolanaAccountRequest,
  ErrorBody,
  ServiceUnavailableHeaders,
  SolanaAccount,
  SolanaAddress,
  TooManyRequestsHeaders,
  UpdateSolanaAccountRequest,
} from '../types.js';

export const createSolanaAccountDescriptor: OperationDescriptor = {
  id: 'createSolanaAccount',
  method: 'POST',
  path: ['/platform/v2/solana/accounts'],
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

/** Arguments of {@link createSolanaAccount}. */
export type CreateSolanaAccountArguments = [
  body?: CreateSolanaAccountRequest,
  options?: CallOptions,
];

/** Every way in which {@link createSolanaAccount} can end. */
export type CreateSolanaAccountOutcome =
  | Success<201, SolanaAccount>
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
 * Create a Solana account
 *
 * Creates a Solana account whose key the platform makes and keeps. A policy of scope `account` can be attached at once.
 *
 * `POST /platform/v2/solana/accounts`
 */
export const createSolanaAccount: Call<
  [client: Client, ...CreateSolanaAccountArguments],
  SolanaAccount,
  CreateSolanaAccountOutcome
> = /* @__PURE__ */ operation(createSolanaAccountDescriptor);

export const getSolanaAccountDescriptor: OperationDescriptor = {
  id: 'getSolanaAccount',
  method: 'GET',
  path: ['/platform/v2/solana/accounts/', 0],
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

/** Arguments of {@link getSolanaAccount}. */
export type GetSolanaAccountArguments = [
  address: SolanaAddress,
  input?: NoInput,
  options?: CallOptions,
];

/** Every way in which {@link getSolanaAccount} can end. */
export type GetSolanaAccountOutcome =
  | Success<200, SolanaAccount>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Get a Solana account
 *
 * Reads one account of the project by its address.
 *
 * `GET /platform/v2/solana/accounts/{address}`
 */
export const getSolanaAccount: Call<
  [client: Client, ...GetSolanaAccountArguments],
  SolanaAccount,
  GetSolanaAccountOutcome
> = /* @__PURE__ */ operation(getSolanaAccountDescriptor);

export const updateSolanaAccountDescriptor: OperationDescriptor = {
  id: 'updateSolanaAccount',
  method: 'PUT',
  path: ['/platform/v2/solana/accounts/', 0],
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

/** Arguments of {@link updateSolanaAccount}. */
export type UpdateSolanaAccountArguments = [
  address: SolanaAddress,
  body: UpdateSolanaAccountRequest,
  options?: CallOptions,
];

/** Every way in which {@link updateSolanaAccount} can end. */
export type UpdateSolanaAccountOutcome =
  | Success<200, SolanaAccount>
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
 * Update a Solana account
 *
 * Changes the name of an account, or attaches a policy of scope `account` in place of the one it has. A wallet token is
 * not needed, and is verified if it is there.
 *
 * `PUT /platform/v2/solana/accounts/{address}`
 */
export const updateSolanaAccount: Call<
  [client: Client, ...UpdateSolanaAccountArguments],
  SolanaAccount,
  UpdateSolanaAccountOutcome
> = /* @__PURE__ */ operation(updateSolanaAccountDescriptor);

/** Accounts on Solana whose keys the platform keeps. */
export class SolanaAccountsService {
  /**
   * Create a Solana account
   *
   * Creates a Solana account whose key the platform makes and keeps. A policy of scope `account` can be attached at once.
   *
   * `POST /platform/v2/solana/accounts`
   */
  readonly create: Call<CreateSolanaAccountArguments, SolanaAccount, CreateSolanaAccountOutcome>;
  /**
   * Get a Solana account
   *
   * Reads one account of the project by its address.
   *
   * `GET /platform/v2/solana/accounts/{address}`
   */
  readonly get: Call<GetSolanaAccountArguments, SolanaAccount, GetSolanaAccountOutcome>;
  /**
   * Update a Solana account
   *
   * Changes the name of an account, or attaches a policy of scope `account` in place of the one it has. A wallet token is
   * not needed, and is verified if it is there.
   *
   * `PUT /platform/v2/solana/accounts/{address}`
   */
  readonly update: Call<UpdateSolanaAccountArguments, SolanaAccount, UpdateSolanaAccountOutcome>;

  constructor(client: Client) {
    this.create = bind(client, createSolanaAccount);
    this.get = bind(client, getSolanaAccount);
    this.update = bind(client, updateSolanaAccount);
  }
}
