import { connect } from '../../core/client/connect.js';
import {
  connection,
  type ClientOptions,
  type Connection,
  type Interceptor,
} from '../../core/client/connection.js';
import { CredentialError } from '../../core/client/credential-error.js';
import { chooseCredentials, requireBytes } from '../../core/client/credentials.js';
import { asInvalidRequest, invalidRequest } from '../../core/client/invalid-request.js';
import { requireKnownOptions } from '../../core/client/known-arguments.js';
import { argumentReader, type CallArguments } from '../../core/client/operation-call.js';
import { isStreamBody } from '../../core/body.js';
import { systemTimers, type Timers } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import { ApiError } from '../../core/errors.js';
import { randomUuid, type RandomSource, systemRandom } from '../../core/random.js';
import type { Exchange, WireRequest } from '../../core/wire.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import type { Prepared } from '../../core/client/prepare.js';
import { preparing } from '../operation.js';
import { everyPart } from '../parts.js';
import { type AttemptOutcome, deliver } from './deliver.js';
import type { Delivered, Delivery, DeliveryContent } from './delivery.js';
import type { Listed } from '../../core/call.js';
import type { WebhookDescriptor } from './descriptor.js';
import type { CallbackSource } from './expression.js';
import { withEventId } from './event-id.js';
import { deliveryPolicy, type DeliveryRetry } from './policy.js';
import { type DeliveryStore, memoryDeliveryStore } from './store.js';
import { type Addressed, type CallbackTarget, readTarget, sentTo } from './target.js';

/** How webhooks and callbacks are sent. */
export interface WebhookSenderOptions {
  /** A credential for each scheme that deliveries carry, for addresses that have none of their own. Generated options name them. */
  readonly credentials?: object;
  /** Texts for the description's variables by name. Generated options name them. */
  readonly variables?: object;
  /** How requests travel; `fetch` by default, which follows no redirects. A receiver fits, wired in memory. */
  readonly transport?: Exchange;
  /** Around every attempt, before it is signed. */
  readonly interceptors?: readonly Interceptor[];
  /** Where deliveries are kept. Default: the memory of this process. */
  readonly store?: DeliveryStore;
  /** `false` for one attempt only. */
  readonly retry?: DeliveryRetry | false;
  /**
   * Asked before every attempt whether this address may be called: `false`, or an error, ends the delivery as `refused`. Whoever may name
   * addresses can otherwise make the sender call its own network.
   */
  readonly admit?: (url: URL) => boolean | Promise<boolean>;
  /** Most bytes of an answer's body. Default 65,536. */
  readonly maxResponseBytes?: number;
  readonly timers?: Timers;
  readonly random?: RandomSource;
  /** Reads and writes bodies of XML: `xml` of `@tallystick/runtime/xml`. Without it there are none. */
  readonly xml?: XmlCodec;
}

/** What every delivery accepts as its last argument. */
export interface DeliveryOptions<Headers extends object = Readonly<Record<string, string>>> {
  /** Gives the delivery up; it stays in the store as it is. */
  readonly signal?: AbortSignal;
  /** Declared header parameters under their names, and any other header. */
  readonly headers?: Headers;
  /** Media type of the body where the description declares several; the first declared one by default. */
  readonly contentType?: string;
  /**
   * What the delivery is known by, and the id of its event unless a header says otherwise: in `X-Event-Id`, or in the header that the
   * scheme signs. A random UUID by default.
   */
  readonly id?: string;
  readonly retry?: DeliveryRetry | false;
}

/** What a delivery that is taken up again may be told anew: what no store keeps. */
export interface ResumeOptions<Credentials extends object = object> {
  readonly credentials?: Credentials;
  readonly signal?: AbortSignal;
  readonly retry?: DeliveryRetry | false;
}

/**
 * Sends one webhook. Resolves when it was taken or given up, and rejects with an {@link ApiError} where it can not be sent at all, or with
 * what the store throws.
 */
export type Deliver<Target, Arguments extends object, Outcome> = (
  target: Target,
  ...args: Listed<Arguments>
) => Promise<Delivered<Outcome>>;

/** A sender with nothing left open. */
interface Setting {
  readonly api: ApiDescriptor;
  readonly options: WebhookSenderOptions;
  readonly store: DeliveryStore;
  readonly timers: Timers;
  readonly random: RandomSource;
}

/** What generated senders extend. What it was made with is not enumerable, so that nobody prints credentials. */
export class WebhookSender {
  readonly #setting: Setting;
  readonly #webhooks: Map<string, WebhookDescriptor> = new Map();

  /** @throws {ClientOptionsError} for options that can not work */
  constructor(api: ApiDescriptor, options: WebhookSenderOptions = {}) {
    const { store = memoryDeliveryStore(), timers = systemTimers, random = systemRandom } = options;
    deliveryPolicy(undefined, options.retry);
    this.#setting = { api, options, store, timers, random };
    connectionTo(this.#setting, { url: new URL('http://localhost'), credentials: {} });
  }

  /** The function of one webhook. What it takes and gives is declared where it is kept. */
  protected delivers(descriptor: WebhookDescriptor): Deliver<unknown, object, never> {
    this.#webhooks.set(descriptor.id, descriptor);
    const read = argumentReader(descriptor, 0);
    const start = async (target: unknown, ...args: readonly unknown[]): Promise<unknown> => {
      const given = read(args);
      requireKnownOptions(descriptor, given, deliveryOptions);
      const to = target as CallbackTarget<CallbackSource>;
      return begin(this.#setting, descriptor, to, given.input, given.options as StartOptions);
    };
    return start as Deliver<unknown, object, never>;
  }

  /**
   * Takes up a delivery that a store has kept, such as after a restart, where it was left: waits for its next attempt, and counts the
   * attempts that were made. One that is over is answered as it is.
   *
   * @throws {TypeError} for a delivery of no webhook of this sender
   */
  async resume(delivery: Delivery, options: ResumeOptions = {}): Promise<Delivered<unknown>> {
    const descriptor = this.#webhooks.get(delivery.webhook);
    if (descriptor === undefined)
      throw new TypeError(`"${delivery.webhook}" is no webhook of this sender`);
    if (delivery.state === 'succeeded' || delivery.state === 'failed')
      return { ...delivery, outcome: undefined };
    const { credentials = {}, ...rest } = options;
    const to = { url: delivery.url, credentials };
    return run(this.#setting, descriptor, readTarget(descriptor, to), delivery, rest);
  }
}

/** Every option of a delivery. */
const deliveryOptions: ReadonlySet<string> = new Set(
  Object.keys({
    signal: true,
    headers: true,
    contentType: true,
    id: true,
    retry: true,
    query: true,
    cookies: true,
    partHeaders: true,
  } satisfies Record<keyof StartOptions, true>),
);

type StartOptions = DeliveryOptions<Readonly<Record<string, unknown>>> &
  Pick<DeliveryContent, 'query' | 'cookies' | 'partHeaders'>;

async function begin(
  setting: Setting,
  descriptor: WebhookDescriptor,
  target: CallbackTarget<CallbackSource>,
  input: unknown,
  options: StartOptions,
): Promise<unknown> {
  const to = readTarget(descriptor, target);
  const { id = randomUuid(setting.random), signal, retry, ...content } = options;
  const delivery: Delivery = {
    id,
    webhook: descriptor.id,
    url: to.url.href,
    content: { ...(input === undefined ? {} : { input }), ...content },
    createdAt: setting.timers.now(),
    state: 'pending',
    attempts: [],
  };
  return run(setting, descriptor, to, delivery, {
    ...(signal === undefined ? {} : { signal }),
    ...(retry === undefined ? {} : { retry }),
  });
}

async function run(
  setting: Setting,
  descriptor: WebhookDescriptor,
  to: Addressed,
  delivery: Delivery,
  { signal, retry }: Pick<DeliveryOptions, 'signal' | 'retry'>,
): Promise<Delivered<AttemptOutcome>> {
  const { store, timers, random, options } = setting;
  const policy = deliveryPolicy(retry, options.retry);
  const connected = connectionTo(setting, to);
  const bare = requestOf(connected, descriptor, to, delivery);
  const request = withEventId(bare, setting.api, descriptor, delivery.id);
  requireCredentials(connected, descriptor, request);
  if (delivery.state === 'pending') await store.save(delivery);
  const { decode, credentials } = preparedWhole(connected, descriptor);
  const bodies = freshBodies(request.body);
  return deliver(
    {
      store,
      policy,
      timers,
      random,
      signal,
      repeatable: !isStreamBody(request.body) || request.body.replay !== undefined,
      admitted: async () => isAdmitted(options.admit, to.url),
      async send() {
        try {
          const sent = await connected.send(
            connected,
            descriptor,
            { ...request, body: bodies() },
            {
              timeout: policy.attemptTimeout,
              retry: false,
              ...(signal === undefined ? {} : { signal }),
            },
            credentials,
          );
          return decode(connected, sent.response).outcome;
        } catch (error) {
          if (error instanceof ApiError) return error.outcome as AttemptOutcome;
          throw error;
        }
      },
    },
    delivery,
  );
}

/** The closures of a delivery, made when it is first sent. */
function preparedWhole(connected: Connection, descriptor: WebhookDescriptor): Prepared {
  const known = preparations.get(descriptor) ?? preparing(descriptor, [everyPart]);
  preparations.set(descriptor, known);
  return known(connected);
}

const preparations = new WeakMap<WebhookDescriptor, ReturnType<typeof preparing>>();

/** The body of one attempt after another: a stream is read by the attempt that sends it. */
function freshBodies(body: WireRequest['body']): () => WireRequest['body'] {
  let first = true;
  return () => {
    if (first || !isStreamBody(body) || body.replay === undefined) {
      first = false;
      return body;
    }
    return { ...body, stream: body.replay() };
  };
}

async function isAdmitted(admit: WebhookSenderOptions['admit'], url: URL): Promise<boolean> {
  try {
    return admit === undefined || (await admit(new URL(url))) === true;
  } catch {
    return false;
  }
}

/** A connection to one address, which has that address's credentials and no other. */
function connectionTo({ api, options, timers, random }: Setting, to: Addressed): Connection {
  const { transport, interceptors, variables, xml, maxResponseBytes = 65_536 } = options;
  const made: ClientOptions = {
    baseUrl: to.url.origin,
    credentials: { ...options.credentials, ...to.credentials },
    ...(transport === undefined ? {} : { transport }),
    ...(interceptors === undefined ? {} : { interceptors }),
    ...(variables === undefined ? {} : { variables }),
    ...(xml === undefined ? {} : { xml }),
    retry: false,
    maxResponseBytes,
    timers,
    random,
  };
  return connect(api, made)[connection];
}

function requestOf(
  connected: Connection,
  descriptor: WebhookDescriptor,
  { url }: Addressed,
  { id, content }: Delivery,
): WireRequest {
  const { input, query, headers, cookies, partHeaders, contentType } = content;
  const options = { query, headers, cookies, partHeaders, contentType };
  const args: CallArguments = {
    path: [],
    input,
    options: { ...options, idempotencyKey: id } as CallArguments['options'],
  };
  try {
    return sentTo(url, preparedWhole(connected, descriptor).encode(connected, args));
  } catch (error) {
    throw asInvalidRequest(descriptor, error);
  }
}

/** What is never going to work is told at once, and no delivery is begun. */
function requireCredentials(
  connected: Connection,
  descriptor: WebhookDescriptor,
  request: WireRequest,
): void {
  try {
    requireBytes(chooseCredentials(connected, descriptor), request);
  } catch (error) {
    if (error instanceof CredentialError) throw invalidRequest(descriptor, error.message);
    throw error;
  }
}
