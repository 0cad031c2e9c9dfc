import { connect } from '../core/client/connect.js';
import {
  clientConfig,
  type ClientConfig,
  type ClientOptions,
  type Interceptor,
} from '../core/client/client-config.js';
import { chooseCredentials, CredentialError, requireBytes } from '../core/client/credentials.js';
import { asInvalidRequest, invalidRequest } from '../core/client/invalid-request.js';
import { requireKnownOptions } from '../core/client/known-arguments.js';
import { argumentReader, type CallArguments } from '../core/client/operation-call.js';
import { isStreamBody } from '../core/body.js';
import { systemTimers, type Timers } from '../core/clock.js';
import type { ApiDescriptor } from '../core/descriptor.js';
import { ApiError } from '../core/errors.js';
import { type RandomSource, randomUuid, systemRandom } from '../core/random.js';
import type { Transport, WireRequest } from '../core/wire.js';
import type { XmlCodec } from '../core/xml-descriptor.js';
import type { Prepared } from '../core/client/prepare.js';
import { preparing } from '../http/operation.js';
import { everyPart } from '../http/parts.js';
import { attemptOnce, type AttemptOutcome, deliver, type DeliveryRun } from './deliver.js';
import type { Delivered, Delivery, DeliveryContent } from './delivery.js';
import type { OutcomeOf } from '../core/call.js';
import type { WebhookDescriptor } from './descriptor.js';
import type { CallbackSource } from './expression.js';
import { withEventId } from './event-id.js';
import type { Outbox } from './outbox/outbox.js';
import { deliveryPolicy, type DeliveryRetry } from './policy.js';
import { type DeliveryStore, memoryDeliveryStore } from './store.js';
import { type CallbackTarget, directTo, readTarget, type ResolvedTarget } from './target.js';

/** Options of a sender of webhooks and callbacks. */
export interface WebhookSenderOptions {
  /** Credentials by security scheme, for addresses without credentials. Generated options list the names. */
  readonly credentials?: object;
  /** Values of the description's variables by name. Generated options list the names. */
  readonly variables?: object;
  /** Transport of the requests. Default: `fetch`, without following redirects. A receiver can be used directly, in memory. */
  readonly transport?: Transport;
  /** Interceptors around every attempt, before it is signed. */
  readonly interceptors?: readonly Interceptor[];
  /** Store that records deliveries. Default: in memory, for this process only. */
  readonly store?: DeliveryStore;
  /**
   * Outbox for deliveries. With it, a delivery is stored rather than sent, and its call resolves in the state `pending`. Workers
   * send it ({@link outboxWorker}).
   */
  readonly outbox?: Outbox;
  /** Retries of failed attempts; `false` for a single attempt. */
  readonly retry?: DeliveryRetry | false;
  /**
   * Decides before every attempt if an address may be called. If
   * it returns `false` or throws, the delivery ends as `refused`.
   *
   * Without it, anyone who may register addresses can make the sender call its own network.
   */
  readonly admit?: (url: URL) => boolean | Promise<boolean>;
  /** Maximum size of a response body in bytes. Default: 65,536. */
  readonly maxResponseBytes?: number;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
  /** Source of random bytes for ids and the jitter of pauses. Default: that of the system. */
  readonly random?: RandomSource;
  /** Codec for XML bodies: `xml` from `@tallystick/runtime/xml`. Without it, XML bodies cannot be sent or read. */
  readonly xml?: XmlCodec;
}

/** Options of every delivery, as the last argument. */
export interface DeliveryOptions<Headers extends object = Readonly<Record<string, string>>> {
  /** Aborts the delivery. It stays in the store and can be resumed. */
  readonly signal?: AbortSignal;
  /** Declared header parameters by name, and any other header. */
  readonly headers?: Headers;
  /** Media type of the body, if the description declares several. Default: the first one. */
  readonly contentType?: string;
  /**
   * Identifier of the delivery, and of its event unless a header already contains one. It is sent in `X-Event-Id`, or
   * in the header that the security scheme signs. Default: a random UUID.
   */
  readonly id?: string;
  /** Retries of this delivery. They override those of the sender; `false` for a single attempt. Not stored in an outbox. */
  readonly retry?: DeliveryRetry | false;
  /** The program's transaction on the database of the outbox: the delivery is sent if and when it commits. */
  readonly transaction?: unknown;
  /** Receiver whose concurrent deliveries the workers of an outbox limit together. Default: the origin of the address. */
  readonly receiver?: string;
  /**
   * Sends this delivery after earlier ones in the outbox with the same text, or with `true` after earlier ones of the receiver
   * that are also ordered.
   */
  readonly order?: boolean | string;
}

/** Options for a resumed delivery: values that a store does not record. */
export interface ResumeOptions<Credentials extends object = object> {
  /** Credentials for the address. They override those of the sender. */
  readonly credentials?: Credentials;
  /** Aborts the delivery. It stays in the store and can be resumed. */
  readonly signal?: AbortSignal;
  /** Retries of this delivery. They override those of the sender; `false` for a single attempt. */
  readonly retry?: DeliveryRetry | false;
}

/**
 * Sends one webhook message. Resolves when it has been accepted or given up.
 *
 * Rejects with an {@link ApiError} if the message cannot be sent at all, or with an error of the store.
 */
export type Deliver<Target, Arguments extends readonly unknown[], Responses extends object> = (
  target: Target,
  ...args: Arguments
) => Promise<Delivered<OutcomeOf<Responses>>>;

/** A sender's options with defaults applied. */
interface SenderContext {
  readonly api: ApiDescriptor;
  readonly options: WebhookSenderOptions;
  readonly store: DeliveryStore;
  readonly timers: Timers;
  readonly random: RandomSource;
}

/** Base class of generated senders. Its options are not enumerable, so that logging a sender prints no credentials. */
export class WebhookSender {
  readonly #context: SenderContext;
  readonly #webhooks: Map<string, WebhookDescriptor> = new Map();

  /** @throws {ClientOptionsError} for options that cannot work. */
  constructor(api: ApiDescriptor, options: WebhookSenderOptions = {}) {
    const { store = memoryDeliveryStore(), timers = systemTimers, random = systemRandom } = options;
    deliveryPolicy(undefined, options.retry);
    this.#context = { api, options, store, timers, random };
    configFor(this.#context, { url: new URL('http://localhost'), credentials: {} });
  }

  /** Returns the function of one webhook. The generated class declares its arguments and result. */
  protected delivers(
    descriptor: WebhookDescriptor,
  ): (target: unknown, ...args: readonly unknown[]) => Promise<never> {
    this.#webhooks.set(descriptor.id, descriptor);
    const read = argumentReader(descriptor, 0);
    const start = async (target: unknown, ...args: readonly unknown[]): Promise<unknown> => {
      const call = read(args);
      requireKnownOptions(descriptor, call, deliveryOptions);
      const to = target as CallbackTarget<CallbackSource>;
      return begin(this.#context, descriptor, to, call.input, call.options as StartOptions);
    };
    return start as () => Promise<never>;
  }

  /**
   * Resumes a delivery from a store, for example after a restart. It waits until the next attempt is due, and counts
   * the previous attempts. A finished delivery is returned unchanged.
   *
   * @throws {TypeError} for a delivery of a webhook that this sender does not have.
   */
  async resume(delivery: Delivery, options: ResumeOptions = {}): Promise<Delivered<unknown>> {
    const descriptor = this.#webhooks.get(delivery.webhook);
    if (descriptor === undefined)
      throw new TypeError(`"${delivery.webhook}" is not a webhook of this sender`);
    if (delivery.state === 'succeeded' || delivery.state === 'failed')
      return { ...delivery, outcome: undefined };
    const { credentials = {}, ...rest } = options;
    const to = { url: delivery.url, credentials };
    return run(this.#context, descriptor, readTarget(descriptor, to), delivery, rest);
  }

  /** True if this sender has the webhook or callback with this id. */
  sends(webhook: string): boolean {
    return this.#webhooks.has(webhook);
  }

  /**
   * Makes one attempt of a delivery from an outbox, and returns its next state without storing it. Workers call it.
   *
   * @throws {TypeError} for a delivery of a webhook that this sender does not have.
   */
  async attempt(delivery: Delivery, options: ResumeOptions = {}): Promise<Delivered<unknown>> {
    const descriptor = this.#webhooks.get(delivery.webhook);
    if (descriptor === undefined)
      throw new TypeError(`"${delivery.webhook}" is not a webhook of this sender`);
    const { credentials = {}, ...rest } = options;
    const to = readTarget(descriptor, { url: delivery.url, credentials });
    const context = { ...this.#context, store: unrecorded };
    const attempted = await attemptOnce(
      deliveryRun(context, descriptor, to, delivery, rest),
      delivery,
    );
    return { ...attempted.delivery, outcome: attempted.outcome };
  }
}

/** Store for attempts that an outbox records. */
const unrecorded: DeliveryStore = { save: () => undefined };

/** Names of all options of a delivery. */
const deliveryOptions: readonly string[] = Object.keys({
  signal: true,
  headers: true,
  contentType: true,
  id: true,
  retry: true,
  query: true,
  cookies: true,
  partHeaders: true,
  transaction: true,
  receiver: true,
  order: true,
} satisfies Record<keyof StartOptions, true>);

type StartOptions = DeliveryOptions<Readonly<Record<string, unknown>>> &
  Pick<DeliveryContent, 'query' | 'cookies' | 'partHeaders'>;

async function begin(
  context: SenderContext,
  descriptor: WebhookDescriptor,
  target: CallbackTarget<CallbackSource>,
  input: unknown,
  options: StartOptions,
): Promise<unknown> {
  const to = readTarget(descriptor, target);
  const { id = randomUuid(context.random), signal, retry, ...others } = options;
  const { transaction, receiver = to.url.origin, order = false, ...content } = others;
  const delivery: Delivery = {
    id,
    webhook: descriptor.id,
    url: to.url.href,
    content: { ...(input === undefined ? {} : { input }), ...content },
    createdAt: context.timers.now(),
    state: 'pending',
    attempts: [],
  };
  const { outbox } = context.options;
  if (outbox !== undefined) {
    requireStorable(context, descriptor, to, delivery);
    const orderOf = order === true ? receiver : order;
    const entry = { delivery, receiver, ...(orderOf === false ? {} : { order: orderOf }) };
    await outbox.enqueue([entry], transaction);
    return { ...delivery, outcome: undefined };
  }
  return run(context, descriptor, to, delivery, {
    ...(signal === undefined ? {} : { signal }),
    ...(retry === undefined ? {} : { retry }),
  });
}

async function run(
  context: SenderContext,
  descriptor: WebhookDescriptor,
  to: ResolvedTarget,
  delivery: Delivery,
  options: Pick<DeliveryOptions, 'signal' | 'retry'>,
): Promise<Delivered<AttemptOutcome>> {
  const prepared = deliveryRun(context, descriptor, to, delivery, options);
  if (delivery.state === 'pending') await context.store.save(delivery);
  return deliver(prepared, delivery);
}

/**
 * Prepares the attempts of a delivery.
 *
 * @throws {ApiError} `invalid-request` if it cannot be sent.
 */
function deliveryRun(
  context: SenderContext,
  descriptor: WebhookDescriptor,
  to: ResolvedTarget,
  delivery: Delivery,
  { signal, retry }: Pick<DeliveryOptions, 'signal' | 'retry'>,
): DeliveryRun {
  const { store, timers, random, options } = context;
  const policy = deliveryPolicy(retry, options.retry);
  const config = configFor(context, to);
  const withoutId = requestOf(config, descriptor, to, delivery);
  const request = withEventId(withoutId, context.api, descriptor, delivery.id);
  requireCredentials(config, descriptor, request);
  const { decode, credentials } = preparedFor(config, descriptor);
  const nextBody = freshBodies(request.body);
  return {
    store,
    policy,
    timers,
    random,
    signal,
    isRepeatable: !isStreamBody(request.body) || request.body.replay !== undefined,
    isAdmitted: async () => isAdmitted(options.admit, to.url),
    async send() {
      try {
        const sent = await config.pipeline.send(
          config,
          descriptor,
          { ...request, body: nextBody() },
          {
            timeout: policy.attemptTimeout,
            retry: false,
            ...(signal === undefined ? {} : { signal }),
          },
          credentials,
        );
        return decode(config, sent.response).outcome;
      } catch (error) {
        if (error instanceof ApiError) return error.outcome as AttemptOutcome;
        throw error;
      }
    },
  };
}

/** Fails early for a delivery that an outbox cannot store or a worker cannot send. */
function requireStorable(
  context: SenderContext,
  descriptor: WebhookDescriptor,
  to: ResolvedTarget,
  delivery: Delivery,
): void {
  const request = requestOf(configFor(context, to), descriptor, to, delivery);
  withEventId(request, context.api, descriptor, delivery.id);
  if (isStreamBody(request.body))
    throw invalidRequest(descriptor, 'an outbox cannot store a streamed body');
}

/** Returns the closures of a webhook, created on first use. */
function preparedFor(config: ClientConfig, descriptor: WebhookDescriptor): Prepared {
  const prepared = preparations.get(descriptor) ?? preparing(descriptor, [everyPart]);
  preparations.set(descriptor, prepared);
  return prepared(config);
}

const preparations = new WeakMap<WebhookDescriptor, ReturnType<typeof preparing>>();

/** Creates the body of each attempt: a stream can be read only once. */
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

/** Creates the configuration of a client for one address, with that address's credentials and no other's. */
function configFor(
  { api, options, timers, random }: SenderContext,
  to: ResolvedTarget,
): ClientConfig {
  const { transport, interceptors, variables, xml, maxResponseBytes = 65_536 } = options;
  const clientOptions: ClientOptions = {
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
  return connect(api, clientOptions)[clientConfig];
}

function requestOf(
  config: ClientConfig,
  descriptor: WebhookDescriptor,
  { url }: ResolvedTarget,
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
    return directTo(url, preparedFor(config, descriptor).encode(config, args));
  } catch (error) {
    throw asInvalidRequest(descriptor, error);
  }
}

/** Fails early for missing credentials, before a delivery is started. */
function requireCredentials(
  config: ClientConfig,
  descriptor: WebhookDescriptor,
  request: WireRequest,
): void {
  try {
    requireBytes(chooseCredentials(config, descriptor), request);
  } catch (error) {
    if (error instanceof CredentialError) throw invalidRequest(descriptor, error.message);
    throw error;
  }
}
