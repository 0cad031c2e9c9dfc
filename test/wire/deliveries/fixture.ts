import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { memoryDeliveryStore, type MemoryDeliveryStore } from '@tallystick/runtime/webhooks';
import {
  createKettlesWebhookReceiver,
  deliverySignatureVerifier,
  type KettlesWebhookHandlers,
  type KettlesWebhookReceiverOptions,
  type KettlesWebhookVerifiers,
} from '../../cases/deliveries/output/src/webhook-receiver.js';
import {
  deliverySecret,
  KettlesWebhooks,
  type KettlesWebhooksOptions,
} from '../../cases/deliveries/output/src/webhooks.js';
import { testTime, type TestTime } from '../time.js';

export const secret = 'boil-and-tell';
export const address = 'https://shop.example/hooks/kettles?tenant=7';

/** Deliveries that the handlers, or the fallback handler, received. */
export interface Seen {
  readonly webhook: string;
  readonly body: unknown;
}

/** A sender and a receiver that are wired to each other, on one clock, where every pause is over at once. */
export interface DeliveryFixture {
  readonly time: TestTime;
  readonly sender: KettlesWebhooks;
  readonly store: MemoryDeliveryStore;
  readonly seen: Seen[];
  /** Requests that were sent. */
  readonly requests: WireRequest[];
  /** Middleware between sender and receiver; none by default. */
  between: (request: WireRequest, next: HttpHandler) => Promise<WireResponse>;
}

/** Creates a fixture whose handlers record the deliveries. */
export function createDeliveryFixture(
  options: {
    readonly sender?: KettlesWebhooksOptions;
    readonly receiver?: Partial<KettlesWebhookReceiverOptions<KettlesWebhookVerifiers>>;
    readonly handlers?: (seen: Seen[]) => KettlesWebhookHandlers;
    readonly reasons?: string[];
    readonly receivedSecret?: string;
  } = {},
): DeliveryFixture {
  const time = testTime({ skip: 4_000 });
  const store = memoryDeliveryStore();
  const seen: Seen[] = [];
  const receiver = createKettlesWebhookReceiver((options.handlers ?? noting)(seen), {
    security: {
      deliverySignature: deliverySignatureVerifier({
        secrets: options.receivedSecret ?? secret,
        clock: time,
        onReason: ({ reason }) => options.reasons?.push(reason),
      }),
    },
    clock: time,
    ...options.receiver,
  });
  const requests: WireRequest[] = [];
  const fixture: DeliveryFixture = {
    time,
    store,
    seen,
    requests,
    between: (request, next) => next(request),
    sender: new KettlesWebhooks({
      credentials: { deliverySignature: deliverySecret({ secret }, { clock: time }) },
      transport: (request) => {
        requests.push(request);
        return fixture.between(request, receiver);
      },
      store,
      timers: time,
      retry: { maxDelay: 4_000 },
      ...options.sender,
    }),
  };
  return fixture;
}

function noting(seen: Seen[]): KettlesWebhookHandlers {
  return {
    kettleEvent({ body }, respond) {
      seen.push({ webhook: 'kettleEvent', body });
      return respond.success(204);
    },
    shopOpened({ body }, respond) {
      seen.push({ webhook: 'shopOpened', body });
      return respond.noContent();
    },
    boiled({ body }, respond) {
      seen.push({ webhook: 'boiled', body });
      return respond.ok({ pour: true });
    },
    reportProgress({ body, query }, respond) {
      seen.push({ webhook: 'reportProgress', body: [query.step, body] });
      return respond.noContent();
    },
    anywhere(_, respond) {
      seen.push({ webhook: 'anywhere', body: undefined });
      return respond.ok();
    },
  };
}
