import {
  type Call,
  type CallOptions,
  type Failure,
  json,
  type NoInput,
  type OperationDescriptor,
  type PagedCall,
  type Success,
  type Unexpected,
} from '@tallystick/runtime';
import { bind, bindPaged, type Client, operation, pagedOperation } from '@tallystick/runtime/http';
import { errorBodyFaults } from '../description.js';
import type {
  CreatePolicyRequest,
  ErrorBody,
  Policy,
  PolicyId,
  PolicyPage,
  PolicyScope,
  ServiceUnavailableHeaders,
  TooManyRequestsHeaders,
  UpdatePolicyRequest,
} from '../types.js';

export const listPoliciesDescriptor: OperationDescriptor = {
  id: 'listPolicies',
  method: 'GET',
  path: ['/platform/v2/policy-engine/policies'],
  parameters: [
    { name: 'pageSize', in: 'query', type: { types: ['integer'] } },
    { name: 'pageToken', in: 'query', type: { types: ['string'] } },
    { name: 'scope', in: 'query', type: { types: ['string'] } },
  ],
  input: 'query',
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyFaults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyFaults },
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
  pagination: {
    request: { name: 'pageToken', in: 'query' },
    next: { path: ['nextPageToken'] },
    items: ['policies'],
  },
};

/** Query parameters of {@link listPolicies}. */
export interface ListPoliciesQuery {
  /** How many policies a page holds at most. */
  readonly pageSize?: number;
  /** The `nextPageToken` of the page before; absent for the first page. */
  readonly pageToken?: string;
  /** Lists only policies of this scope. */
  readonly scope?: PolicyScope;
}

/** Arguments of {@link listPolicies}. */
export type ListPoliciesArguments = [query?: ListPoliciesQuery, options?: CallOptions];

/** Every way in which {@link listPolicies} can end. */
export type ListPoliciesOutcome =
  | Success<200, PolicyPage>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * List policies
 *
 * Lists the policies of the project, a page at a time.
 *
 * `GET /platform/v2/policy-engine/policies`
 */
export const listPolicies: PagedCall<
  [client: Client, ...ListPoliciesArguments],
  PolicyPage,
  Policy,
  ListPoliciesOutcome
> = /* @__PURE__ */ pagedOperation(listPoliciesDescriptor);

export const createPolicyDescriptor: OperationDescriptor = {
  id: 'createPolicy',
  method: 'POST',
  path: ['/platform/v2/policy-engine/policies'],
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

/** Arguments of {@link createPolicy}. */
export type CreatePolicyArguments = [body: CreatePolicyRequest, options?: CallOptions];

/** Every way in which {@link createPolicy} can end. */
export type CreatePolicyOutcome =
  | Success<201, Policy>
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
 * Create a policy
 *
 * Creates a policy. A policy of scope `project` is in force at once for every account of the project; one of scope
 * `account` once it is attached to an account.
 *
 * `POST /platform/v2/policy-engine/policies`
 */
export const createPolicy: Call<
  [client: Client, ...CreatePolicyArguments],
  Policy,
  CreatePolicyOutcome
> = /* @__PURE__ */ operation(createPolicyDescriptor);

export const getPolicyDescriptor: OperationDescriptor = {
  id: 'getPolicy',
  method: 'GET',
  path: ['/platform/v2/policy-engine/policies/', 0],
  parameters: [{ name: 'policyId', in: 'path', required: true, type: { types: ['string'] } }],
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

/** Arguments of {@link getPolicy}. */
export type GetPolicyArguments = [policyId: PolicyId, input?: NoInput, options?: CallOptions];

/** Every way in which {@link getPolicy} can end. */
export type GetPolicyOutcome =
  | Success<200, Policy>
  | Failure<400, ErrorBody>
  | Failure<401, ErrorBody>
  | Failure<404, ErrorBody>
  | Failure<429, ErrorBody, TooManyRequestsHeaders>
  | Failure<500, ErrorBody>
  | Failure<502, ErrorBody>
  | Failure<503, ErrorBody, ServiceUnavailableHeaders>
  | Unexpected;

/**
 * Get a policy
 *
 * Reads one policy of the project.
 *
 * `GET /platform/v2/policy-engine/policies/{policyId}`
 */
export const getPolicy: Call<[client: Client, ...GetPolicyArguments], Policy, GetPolicyOutcome> =
  /* @__PURE__ */ operation(getPolicyDescriptor);

export const updatePolicyDescriptor: OperationDescriptor = {
  id: 'updatePolicy',
  method: 'PUT',
  path: ['/platform/v2/policy-engine/policies/', 0],
  parameters: [
    { name: 'policyId', in: 'path', required: true, type: { types: ['string'] } },
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
  security: [{ bearer: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
};

/** Arguments of {@link updatePolicy}. */
export type UpdatePolicyArguments = [
  policyId: PolicyId,
  body: UpdatePolicyRequest,
  options?: CallOptions,
];

/** Every way in which {@link updatePolicy} can end. */
export type UpdatePolicyOutcome =
  | Success<200, Policy>
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
 * Update a policy
 *
 * Replaces the description and the rules of a policy. Every account that uses the policy is governed by the new rules
 * from then on. The scope stays as it is.
 *
 * `PUT /platform/v2/policy-engine/policies/{policyId}`
 */
export const updatePolicy: Call<
  [client: Client, ...UpdatePolicyArguments],
  Policy,
  UpdatePolicyOutcome
> = /* @__PURE__ */ operation(updatePolicyDescriptor);

export const deletePolicyDescriptor: OperationDescriptor = {
  id: 'deletePolicy',
  method: 'DELETE',
  path: ['/platform/v2/policy-engine/policies/', 0],
  parameters: [
    { name: 'policyId', in: 'path', required: true, type: { types: ['string'] } },
    { name: 'X-Idempotency-Key', in: 'header', type: { types: ['string'] } },
  ],
  input: 'none',
  outcomes: [
    { status: 204, respond: 'noContent' },
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
  security: [{ bearer: [] }],
  idempotencyHeader: 'X-Idempotency-Key',
};

/** Arguments of {@link deletePolicy}. */
export type DeletePolicyArguments = [policyId: PolicyId, input?: NoInput, options?: CallOptions];

/** Every way in which {@link deletePolicy} can end. */
export type DeletePolicyOutcome =
  | Success<204, undefined>
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
 * Delete a policy
 *
 * Deletes a policy that no account uses.
 *
 * `DELETE /platform/v2/policy-engine/policies/{policyId}`
 */
export const deletePolicy: Call<
  [client: Client, ...DeletePolicyArguments],
  undefined,
  DeletePolicyOutcome
> = /* @__PURE__ */ operation(deletePolicyDescriptor);

/**
 * Rules for what accounts may sign and send.
 *
 * A project has at most one policy of its own, and every account may have one beside it. The project's policy is
 * looked at first, then the account's. Rules are tried in the order in which they are listed; the first rule
 * whose criteria all hold decides, and nothing after it is looked at. If no rule of either policy
 * matches, the request is rejected.
 */
export class PoliciesService {
  /**
   * List policies
   *
   * Lists the policies of the project, a page at a time.
   *
   * `GET /platform/v2/policy-engine/policies`
   */
  readonly list: PagedCall<ListPoliciesArguments, PolicyPage, Policy, ListPoliciesOutcome>;
  /**
   * Create a policy
   *
   * Creates a policy. A policy of scope `project` is in force at once for every account of the project; one of scope
   * `account` once it is attached to an account.
   *
   * `POST /platform/v2/policy-engine/policies`
   */
  readonly create: Call<CreatePolicyArguments, Policy, CreatePolicyOutcome>;
  /**
   * Get a policy
   *
   * Reads one policy of the project.
   *
   * `GET /platform/v2/policy-engine/policies/{policyId}`
   */
  readonly get: Call<GetPolicyArguments, Policy, GetPolicyOutcome>;
  /**
   * Update a policy
   *
   * Replaces the description and the rules of a policy. Every account that uses the policy is governed by the new rules
   * from then on. The scope stays as it is.
   *
   * `PUT /platform/v2/policy-engine/policies/{policyId}`
   */
  readonly update: Call<UpdatePolicyArguments, Policy, UpdatePolicyOutcome>;
  /**
   * Delete a policy
   *
   * Deletes a policy that no account uses.
   *
   * `DELETE /platform/v2/policy-engine/policies/{policyId}`
   */
  readonly delete: Call<DeletePolicyArguments, undefined, DeletePolicyOutcome>;

  constructor(client: Client) {
    this.list = bindPaged(client, listPolicies);
    this.create = bind(client, createPolicy);
    this.get = bind(client, getPolicy);
    this.update = bind(client, updatePolicy);
    this.delete = bind(client, deletePolicy);
  }
}
