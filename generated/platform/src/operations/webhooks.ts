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
import { errorBodyV1Faults } from '../description.js';
import type {
  CreateWebhookRequest,
  ErrorBodyV1,
  TooManyRequestsV1Headers,
  UpdateWebhookRequest,
  Webhook,
  WebhookPage,
} from '../types.js';

export const listWebhooksDescriptor: OperationDescriptor = {
  id: 'listWebhooks',
  method: 'GET',
  path: ['/platform/v1/webhooks'],
  parameters: [
    { name: 'limit', in: 'query', type: { types: ['integer'] } },
    { name: 'page', in: 'query', type: { types: ['string'] } },
  ],
  input: 'query',
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyV1Faults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyV1Faults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyV1Faults,
    },
    { status: 'default', respond: 'other', contents: [json], error: errorBodyV1Faults },
  ],
  security: [{ bearer: [] }],
  pagination: {
    request: { name: 'page', in: 'query' },
    next: { path: ['next_page'] },
    items: ['data'],
    hasMore: ['has_more'],
  },
};

/** Query parameters of {@link listWebhooks}. */
export interface ListWebhooksQuery {
  /** How many webhooks a page holds at most. */
  readonly limit?: number;
  /** The `next_page` of the page before; absent for the first page. */
  readonly page?: string;
}

/** Arguments of {@link listWebhooks}. */
export type ListWebhooksArguments = [query?: ListWebhooksQuery, options?: CallOptions];

/** Every way in which {@link listWebhooks} can end. */
export type ListWebhooksOutcome =
  | Success<200, WebhookPage>
  | Failure<400, ErrorBodyV1>
  | Failure<401, ErrorBodyV1>
  | Failure<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Failure<'default', ErrorBodyV1>
  | Unexpected;

/**
 * List webhooks
 *
 * Lists the webhooks of the project, a page at a time.
 *
 * `GET /platform/v1/webhooks`
 */
export const listWebhooks: PagedCall<
  [client: Client, ...ListWebhooksArguments],
  WebhookPage,
  Webhook,
  ListWebhooksOutcome
> = /* @__PURE__ */ pagedOperation(listWebhooksDescriptor);

export const createWebhookDescriptor: OperationDescriptor = {
  id: 'createWebhook',
  method: 'POST',
  path: ['/platform/v1/webhooks'],
  input: 'body',
  body: { required: true, contents: [json] },
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyV1Faults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyV1Faults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyV1Faults,
    },
    { status: 'default', respond: 'other', contents: [json], error: errorBodyV1Faults },
  ],
  security: [{ bearer: [] }],
};

/** Arguments of {@link createWebhook}. */
export type CreateWebhookArguments = [body: CreateWebhookRequest, options?: CallOptions];

/** Every way in which {@link createWebhook} can end. */
export type CreateWebhookOutcome =
  | Success<200, Webhook>
  | Failure<400, ErrorBodyV1>
  | Failure<401, ErrorBodyV1>
  | Failure<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Failure<'default', ErrorBodyV1>
  | Unexpected;

/**
 * Create a webhook
 *
 * Creates a webhook. An organisation has at most 100.
 *
 * `POST /platform/v1/webhooks`
 */
export const createWebhook: Call<
  [client: Client, ...CreateWebhookArguments],
  Webhook,
  CreateWebhookOutcome
> = /* @__PURE__ */ operation(createWebhookDescriptor);

export const updateWebhookDescriptor: OperationDescriptor = {
  id: 'updateWebhook',
  method: 'PUT',
  path: ['/platform/v1/webhooks/', 0],
  parameters: [{ name: 'webhook_id', in: 'path', required: true, type: { types: ['string'] } }],
  input: 'body',
  body: { required: true, contents: [json] },
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyV1Faults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyV1Faults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyV1Faults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyV1Faults,
    },
    { status: 'default', respond: 'other', contents: [json], error: errorBodyV1Faults },
  ],
  security: [{ bearer: [] }],
};

/** Arguments of {@link updateWebhook}. */
export type UpdateWebhookArguments = [
  webhookId: string,
  body: UpdateWebhookRequest,
  options?: CallOptions,
];

/** Every way in which {@link updateWebhook} can end. */
export type UpdateWebhookOutcome =
  | Success<200, Webhook>
  | Failure<400, ErrorBodyV1>
  | Failure<401, ErrorBodyV1>
  | Failure<404, ErrorBodyV1>
  | Failure<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Failure<'default', ErrorBodyV1>
  | Unexpected;

/**
 * Update a webhook
 *
 * Changes what is given and leaves the rest. With `status` it turns notifications on and off.
 *
 * `PUT /platform/v1/webhooks/{webhook_id}`
 */
export const updateWebhook: Call<
  [client: Client, ...UpdateWebhookArguments],
  Webhook,
  UpdateWebhookOutcome
> = /* @__PURE__ */ operation(updateWebhookDescriptor);

export const deleteWebhookDescriptor: OperationDescriptor = {
  id: 'deleteWebhook',
  method: 'DELETE',
  path: ['/platform/v1/webhooks/', 0],
  parameters: [{ name: 'webhook_id', in: 'path', required: true, type: { types: ['string'] } }],
  input: 'none',
  outcomes: [
    { status: 200, respond: 'ok' },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyV1Faults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyV1Faults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyV1Faults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyV1Faults,
    },
    { status: 'default', respond: 'other', contents: [json], error: errorBodyV1Faults },
  ],
  security: [{ bearer: [] }],
};

/** Arguments of {@link deleteWebhook}. */
export type DeleteWebhookArguments = [webhookId: string, input?: NoInput, options?: CallOptions];

/** Every way in which {@link deleteWebhook} can end. */
export type DeleteWebhookOutcome =
  | Success<200, undefined>
  | Failure<400, ErrorBodyV1>
  | Failure<401, ErrorBodyV1>
  | Failure<404, ErrorBodyV1>
  | Failure<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Failure<'default', ErrorBodyV1>
  | Unexpected;

/**
 * Delete a webhook
 *
 * Deletes a webhook. It sends no more notifications.
 *
 * `DELETE /platform/v1/webhooks/{webhook_id}`
 */
export const deleteWebhook: Call<
  [client: Client, ...DeleteWebhookArguments],
  undefined,
  DeleteWebhookOutcome
> = /* @__PURE__ */ operation(deleteWebhookDescriptor);

/** Notifications about what happens on chain. */
export class WebhooksService {
  /**
   * List webhooks
   *
   * Lists the webhooks of the project, a page at a time.
   *
   * `GET /platform/v1/webhooks`
   */
  readonly list: PagedCall<ListWebhooksArguments, WebhookPage, Webhook, ListWebhooksOutcome>;
  /**
   * Create a webhook
   *
   * Creates a webhook. An organisation has at most 100.
   *
   * `POST /platform/v1/webhooks`
   */
  readonly create: Call<CreateWebhookArguments, Webhook, CreateWebhookOutcome>;
  /**
   * Update a webhook
   *
   * Changes what is given and leaves the rest. With `status` it turns notifications on and off.
   *
   * `PUT /platform/v1/webhooks/{webhook_id}`
   */
  readonly update: Call<UpdateWebhookArguments, Webhook, UpdateWebhookOutcome>;
  /**
   * Delete a webhook
   *
   * Deletes a webhook. It sends no more notifications.
   *
   * `DELETE /platform/v1/webhooks/{webhook_id}`
   */
  readonly delete: Call<DeleteWebhookArguments, undefined, DeleteWebhookOutcome>;

  constructor(client: Client) {
    this.list = bindPaged(client, listWebhooks);
    this.create = bind(client, createWebhook);
    this.update = bind(client, updateWebhook);
    this.delete = bind(client, deleteWebhook);
  }
}
