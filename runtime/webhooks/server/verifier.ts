import { systemTimers, type Clock } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import type { DeliveryIdentity } from '../../core/security.js';
import { invalidRequest, type Fault } from '../../core/server/fault.js';
import type { Awaitable, FaultAnswer } from '../../core/server/options.js';
import type { WireRequest, WireResponse } from '../../core/wire.js';
import { deliveryClaims, type ClaimDelivery } from './claims.js';
import { createDeliveryRoutes } from './delivery-routes.js';
import { rawHeaders } from './headers.js';
import { deliveryReader } from './reader.js';
import type {
  ClaimedDelivery,
  GivenDelivery,
  ReceivedWebhook,
  Verified,
  WebhookReceiverBinding,
  WebhookReceiverOptions,
} from './types.js';

/** Verifies and claims deliveries that the caller handles and responds to. */
export type VerifyDelivery<Deliveries extends object> = (
  received: GivenDelivery,
) => Promise<Verified<TaggedDelivery<Deliveries>>>;

/** Content of a delivery, with the name of its webhook. */
export type TaggedDelivery<Deliveries extends object> = {
  readonly [Webhook in keyof Deliveries]: Deliveries[Webhook] &
    ClaimedDelivery & { readonly webhook: Webhook };
}[keyof Deliveries];

/**
 * Creates a function that verifies deliveries without a receiver. Given headers and body, it resolves to the content of
 * the delivery, or to the response to send. The delivery is claimed, and the caller must complete or release it.
 *
 * @throws {TypeError} for the same reasons as `createWebhookReceiver`.
 */
export function createWebhookVerifier<Deliveries extends object>(
  api: ApiDescriptor,
  webhooks: readonly ReceivedWebhook[],
  options: WebhookReceiverBinding,
): VerifyDelivery<Deliveries> {
  const readerOf = deliveryReader(api, options);
  for (const { descriptor } of webhooks) readerOf(descriptor);
  const { clock = systemTimers, log } = options;
  const claim = deliveryClaims(api, options.deliveries ?? {}, clock, log);
  const results = new WeakMap<WireResponse, object | 'repeated'>();
  const faults = new WeakMap<WireRequest, Fault>();
  const onFault = (fault: Fault, request: WireRequest): Awaitable<FaultAnswer | undefined> => {
    faults.set(request, fault);
    return options.onFault?.(fault, request);
  };
  const handle = createDeliveryRoutes(
    webhooks,
    { ...options, onFault },
    async (webhook, routed) => {
      const { handlerInput, violations, admitted } = await readerOf(webhook.descriptor)(routed);
      if (violations.length > 0) throw invalidRequest('invalid-request', violations);
      const response = { status: 204, headers: [], body: undefined };
      const { deliveries = [] } = admitted;
      const claimed = await claimForCaller(claim, deliveries, clock);
      results.set(
        response,
        claimed === 'repeated'
          ? claimed
          : { ...handlerInput, signal: handlerInput.signal, webhook: webhook.handler, ...claimed },
      );
      return response;
    },
  );
  return async (received) => {
    const request = requestOf(received, options.path);
    const response = await handle(request);
    const delivery = results.get(response);
    if (delivery === 'repeated') return { ok: false, repeated: true, response };
    if (delivery !== undefined)
      return { ok: true, ...delivery } as Verified<TaggedDelivery<Deliveries>>;
    const fault = faults.get(request);
    if (fault !== undefined) return { ok: false, repeated: false, fault, response };
    // Apart from deliveries and faults, only `OPTIONS` has a response.
    throw new TypeError(`"${request.method}" is no method of a delivery`);
  };
}

/**
 * Claims a delivery for a caller who may never settle the claim. The claim lasts at least as long as the request would
 * be accepted, so that a captured request cannot be replayed.
 */
async function claimForCaller(
  claim: ClaimDelivery,
  deliveries: readonly DeliveryIdentity[],
  clock: Clock,
): Promise<ClaimedDelivery | 'repeated'> {
  if (deliveries.length === 0)
    return { complete: async () => undefined, release: async () => undefined };
  const remaining = Math.max(...deliveries.map(({ until = 0 }) => until * 1000 - clock.now()));
  const claimed = await claim(deliveries, Math.max(remaining + 1, minLease));
  if (claimed === 'repeated') return claimed;
  const { delivery } = claimed;
  return {
    complete: (transaction) =>
      transaction === undefined ? claimed.complete() : delivery.complete(transaction),
    release: () => claimed.release(),
  };
}

/** Minimum duration of a claim that is not renewed, in milliseconds. */
const minLease = 60_000;

function requestOf(
  { headers, body, method = 'POST', target }: GivenDelivery,
  path: WebhookReceiverOptions['path'],
): WireRequest {
  const raw = rawHeaders(headers);
  const host = raw.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return {
    method,
    scheme: 'https',
    authority: (host < 0 ? undefined : raw[host + 1]) ?? 'localhost',
    target: target ?? (typeof path === 'string' ? path : '/'),
    headers: raw,
    body: rawBody(body),
  };
}

/** Returns the body if it is unmodified. Any other value was produced by a parser, and no signature covers it. */
function rawBody(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError(
    'The body of a delivery must be the received bytes or their text: read it before any body parser does',
  );
}
