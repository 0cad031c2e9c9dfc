import type {
  Answer,
  Awaitable,
  Granted,
  HandlerRequest,
  ServerOperation,
} from '@tallystick/runtime/http/server';
import {
  createWebhookDescriptor,
  deleteWebhookDescriptor,
  listWebhooksDescriptor,
  updateWebhookDescriptor,
} from '../operations/webhooks.js';
import type {
  CreateWebhookRequest,
  ErrorBodyV1,
  TooManyRequestsV1Headers,
  UpdateWebhookRequest,
  Webhook,
  WebhookPage,
} from '../types.js';
import type { PlatformPrincipals } from './principals.js';

/** What the handler of `listWebhooks` receives. */
export interface ListWebhooksHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly query: { readonly limit?: number; readonly page?: string };
}

/** Every answer that `listWebhooks` declares. */
export type ListWebhooksAnswer =
  | Answer<200, WebhookPage>
  | Answer<400, ErrorBodyV1>
  | Answer<401, ErrorBodyV1>
  | Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Answer<'default', ErrorBodyV1>;

/** Makes the answers of `listWebhooks`. */
export interface ListWebhooksRespond {
  /** A page of webhooks. */
  ok(body: WebhookPage): Answer<200, WebhookPage>;
  /** The request is not as described. */
  badRequest(body: ErrorBodyV1): Answer<400, ErrorBodyV1>;
  /** The bearer token is missing or not valid. */
  unauthorized(body: ErrorBodyV1): Answer<401, ErrorBodyV1>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBodyV1,
    headers?: TooManyRequestsV1Headers,
  ): Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>;
  /** It failed. */
  other(status: number, body: ErrorBodyV1): Answer<'default', ErrorBodyV1>;
}

/** What the handler of `createWebhook` receives. */
export interface CreateWebhookHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly body: CreateWebhookRequest;
}

/** Every answer that `createWebhook` declares. */
export type CreateWebhookAnswer =
  | Answer<200, Webhook>
  | Answer<400, ErrorBodyV1>
  | Answer<401, ErrorBodyV1>
  | Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Answer<'default', ErrorBodyV1>;

/** Makes the answers of `createWebhook`. */
export interface CreateWebhookRespond {
  /** The webhook as it was created. */
  ok(body: Webhook): Answer<200, Webhook>;
  /** The request is not as described. */
  badRequest(body: ErrorBodyV1): Answer<400, ErrorBodyV1>;
  /** The bearer token is missing or not valid. */
  unauthorized(body: ErrorBodyV1): Answer<401, ErrorBodyV1>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBodyV1,
    headers?: TooManyRequestsV1Headers,
  ): Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>;
  /** It failed. */
  other(status: number, body: ErrorBodyV1): Answer<'default', ErrorBodyV1>;
}

/** What the handler of `updateWebhook` receives. */
export interface UpdateWebhookHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly webhook_id: string };
  readonly body: UpdateWebhookRequest;
}

/** Every answer that `updateWebhook` declares. */
export type UpdateWebhookAnswer =
  | Answer<200, Webhook>
  | Answer<400, ErrorBodyV1>
  | Answer<401, ErrorBodyV1>
  | Answer<404, ErrorBodyV1>
  | Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Answer<'default', ErrorBodyV1>;

/** Makes the answers of `updateWebhook`. */
export interface UpdateWebhookRespond {
  /** The webhook as it is now. */
  ok(body: Webhook): Answer<200, Webhook>;
  /** The request is not as described. */
  badRequest(body: ErrorBodyV1): Answer<400, ErrorBodyV1>;
  /** The bearer token is missing or not valid. */
  unauthorized(body: ErrorBodyV1): Answer<401, ErrorBodyV1>;
  /** There is no such thing. */
  notFound(body: ErrorBodyV1): Answer<404, ErrorBodyV1>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBodyV1,
    headers?: TooManyRequestsV1Headers,
  ): Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>;
  /** It failed. */
  other(status: number, body: ErrorBodyV1): Answer<'default', ErrorBodyV1>;
}

/** What the handler of `deleteWebhook` receives. */
export interface DeleteWebhookHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly webhook_id: string };
}

/** Every answer that `deleteWebhook` declares. */
export type DeleteWebhookAnswer =
  | Answer<200, undefined>
  | Answer<400, ErrorBodyV1>
  | Answer<401, ErrorBodyV1>
  | Answer<404, ErrorBodyV1>
  | Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Answer<'default', ErrorBodyV1>;

/** Makes the answers of `deleteWebhook`. */
export interface DeleteWebhookRespond {
  /** The webhook is gone. */
  ok(): Answer<200, undefined>;
  /** The request is not as described. */
  badRequest(body: ErrorBodyV1): Answer<400, ErrorBodyV1>;
  /** The bearer token is missing or not valid. */
  unauthorized(body: ErrorBodyV1): Answer<401, ErrorBodyV1>;
  /** There is no such thing. */
  notFound(body: ErrorBodyV1): Answer<404, ErrorBodyV1>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBodyV1,
    headers?: TooManyRequestsV1Headers,
  ): Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>;
  /** It failed. */
  other(status: number, body: ErrorBodyV1): Answer<'default', ErrorBodyV1>;
}

/** What a server writes for the operations of `webhooks`. */
export interface WebhooksHandlers<Principals extends PlatformPrincipals = PlatformPrincipals> {
  /**
   * List webhooks
   *
   * Lists the webhooks of the project, a page at a time.
   *
   * `GET /platform/v1/webhooks`
   */
  listWebhooks(
    request: ListWebhooksHandlerRequest<Principals>,
    respond: ListWebhooksRespond,
  ): Awaitable<ListWebhooksAnswer>;
  /**
   * Create a webhook
   *
   * Creates a webhook. An organisation has at most 100.
   *
   * `POST /platform/v1/webhooks`
   */
  createWebhook(
    request: CreateWebhookHandlerRequest<Principals>,
    respond: CreateWebhookRespond,
  ): Awaitable<CreateWebhookAnswer>;
  /**
   * Update a webhook
   *
   * Changes what is given and leaves the rest. With `status` it turns notifications on and off.
   *
   * `PUT /platform/v1/webhooks/{webhook_id}`
   */
  updateWebhook(
    request: UpdateWebhookHandlerRequest<Principals>,
    respond: UpdateWebhookRespond,
  ): Awaitable<UpdateWebhookAnswer>;
  /**
   * Delete a webhook
   *
   * Deletes a webhook. It sends no more notifications.
   *
   * `DELETE /platform/v1/webhooks/{webhook_id}`
   */
  deleteWebhook(
    request: DeleteWebhookHandlerRequest<Principals>,
    respond: DeleteWebhookRespond,
  ): Awaitable<DeleteWebhookAnswer>;
}

export const webhooksRoutes: readonly ServerOperation[] = [
  { descriptor: listWebhooksDescriptor, handler: 'listWebhooks' },
  { descriptor: createWebhookDescriptor, handler: 'createWebhook' },
  { descriptor: updateWebhookDescriptor, handler: 'updateWebhook' },
  { descriptor: deleteWebhookDescriptor, handler: 'deleteWebhook' },
];
