import type {
  Answer,
  Awaitable,
  Granted,
  HandlerRequest,
  ServerOperation,
} from '@tallystick/runtime/http/server';
import {
  createPolicyDescriptor,
  deletePolicyDescriptor,
  getPolicyDescriptor,
  listPoliciesDescriptor,
  updatePolicyDescriptor,
} from '../operations/policies.js';
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
import type { PlatformPrincipals } from './principals.js';

/** What the handler of `listPolicies` receives. */
export interface ListPoliciesHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly query: {
    readonly pageSize?: number;
    readonly pageToken?: string;
    readonly scope?: PolicyScope;
  };
}

/** Every answer that `listPolicies` declares. */
export type ListPoliciesAnswer =
  | Answer<200, PolicyPage>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `listPolicies`. */
export interface ListPoliciesRespond {
  /** A page of policies. */
  ok(body: PolicyPage): Answer<200, PolicyPage>;
  /** The request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid. */
  unauthorized(body: ErrorBody): Answer<401, ErrorBody>;
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

/** What the handler of `createPolicy` receives. */
export interface CreatePolicyHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: CreatePolicyRequest;
}

/** Every answer that `createPolicy` declares. */
export type CreatePolicyAnswer =
  | Answer<201, Policy>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `createPolicy`. */
export interface CreatePolicyRespond {
  /** The policy as it was created. */
  created(body: Policy): Answer<201, Policy>;
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

/** What the handler of `getPolicy` receives. */
export interface GetPolicyHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly policyId: PolicyId };
}

/** Every answer that `getPolicy` declares. */
export type GetPolicyAnswer =
  | Answer<200, Policy>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `getPolicy`. */
export interface GetPolicyRespond {
  /** The policy. */
  ok(body: Policy): Answer<200, Policy>;
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

/** What the handler of `updatePolicy` receives. */
export interface UpdatePolicyHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly policyId: PolicyId };
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
  readonly body: UpdatePolicyRequest;
}

/** Every answer that `updatePolicy` declares. */
export type UpdatePolicyAnswer =
  | Answer<200, Policy>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `updatePolicy`. */
export interface UpdatePolicyRespond {
  /** The policy as it is now. */
  ok(body: Policy): Answer<200, Policy>;
  /** The request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid. */
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

/** What the handler of `deletePolicy` receives. */
export interface DeletePolicyHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly policyId: PolicyId };
  readonly headers: { readonly 'X-Idempotency-Key'?: string };
}

/** Every answer that `deletePolicy` declares. */
export type DeletePolicyAnswer =
  | Answer<204, undefined>
  | Answer<400, ErrorBody>
  | Answer<401, ErrorBody>
  | Answer<404, ErrorBody>
  | Answer<409, ErrorBody>
  | Answer<422, ErrorBody>
  | Answer<429, ErrorBody, TooManyRequestsHeaders>
  | Answer<500, ErrorBody>
  | Answer<502, ErrorBody>
  | Answer<503, ErrorBody, ServiceUnavailableHeaders>;

/** Makes the answers of `deletePolicy`. */
export interface DeletePolicyRespond {
  /** The policy is gone. */
  noContent(): Answer<204, undefined>;
  /** The policy is attached to an account, or the request is not as described. */
  badRequest(body: ErrorBody): Answer<400, ErrorBody>;
  /** A credential is missing or not valid. */
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

/** What a server writes for the operations of `policies`. */
export interface PoliciesHandlers<Principals extends PlatformPrincipals = PlatformPrincipals> {
  /**
   * List policies
   *
   * Lists the policies of the project, a page at a time.
   *
   * `GET /platform/v2/policy-engine/policies`
   */
  listPolicies(
    request: ListPoliciesHandlerRequest<Principals>,
    respond: ListPoliciesRespond,
  ): Awaitable<ListPoliciesAnswer>;
  /**
   * Create a policy
   *
   * Creates a policy. A policy of scope `project` is in force at once for every account of the project; one of scope
   * `account` once it is attached to an account.
   *
   * `POST /platform/v2/policy-engine/policies`
   */
  createPolicy(
    request: CreatePolicyHandlerRequest<Principals>,
    respond: CreatePolicyRespond,
  ): Awaitable<CreatePolicyAnswer>;
  /**
   * Get a policy
   *
   * Reads one policy of the project.
   *
   * `GET /platform/v2/policy-engine/policies/{policyId}`
   */
  getPolicy(
    request: GetPolicyHandlerRequest<Principals>,
    respond: GetPolicyRespond,
  ): Awaitable<GetPolicyAnswer>;
  /**
   * Update a policy
   *
   * Replaces the description and the rules of a policy. Every account that uses the policy is governed by the new rules
   * from then on. The scope stays as it is.
   *
   * `PUT /platform/v2/policy-engine/policies/{policyId}`
   */
  updatePolicy(
    request: UpdatePolicyHandlerRequest<Principals>,
    respond: UpdatePolicyRespond,
  ): Awaitable<UpdatePolicyAnswer>;
  /**
   * Delete a policy
   *
   * Deletes a policy that no account uses.
   *
   * `DELETE /platform/v2/policy-engine/policies/{policyId}`
   */
  deletePolicy(
    request: DeletePolicyHandlerRequest<Principals>,
    respond: DeletePolicyRespond,
  ): Awaitable<DeletePolicyAnswer>;
}

export const policiesRoutes: readonly ServerOperation[] = [
  { descriptor: listPoliciesDescriptor, handler: 'listPolicies' },
  { descriptor: createPolicyDescriptor, handler: 'createPolicy' },
  { descriptor: getPolicyDescriptor, handler: 'getPolicy' },
  { descriptor: updatePolicyDescriptor, handler: 'updatePolicy' },
  { descriptor: deletePolicyDescriptor, handler: 'deletePolicy' },
];
