import { systemTimers } from '../core/clock.js';
import { ignoreErrors } from '../core/ignore-errors.js';
import { systemRandom } from '../core/random.js';
import type { AddressParameters } from './address.js';
import { BrokerError, type Broker, type BrokerSubscription } from './broker.js';
import { createConsumer, type Consumer } from './consumer.js';
import { createClaims } from './deduplication.js';
import type { BrokerChecks, BrokerDescriptor } from './descriptor.js';
import { KeyQueues } from './key-queues.js';
import { createPreparation, type PreparedOperation } from './publisher.js';
import type {
  MessageHandler,
  RequestHandler,
  SubscriberEvent,
  SubscriberOptions,
  SubscriptionOptions,
} from './subscriber-options.js';

const defaultConcurrency = 16;

/** Base class of generated subscribers: receives the messages of a description, validated and at least once. */
export class Subscriber {
  readonly #descriptor: BrokerDescriptor;
  readonly #broker: Broker;
  readonly #options: SubscriberOptions;
  readonly #prepare: (operation: string) => PreparedOperation;
  readonly #open = new Set<BrokerSubscription>();
  readonly #closing = new AbortController();

  constructor(
    descriptor: BrokerDescriptor,
    checks: BrokerChecks,
    broker: Broker,
    options: SubscriberOptions,
  ) {
    const {
      validation = 'full',
      concurrency = defaultConcurrency,
      retries: { attempts = 5 } = {},
    } = options;
    if (!(Number.isInteger(concurrency) && concurrency > 0))
      throw new BrokerError(
        'unsupported',
        'The option "concurrency" must be a whole number above zero',
      );
    if (!(attempts >= 1))
      throw new BrokerError('unsupported', 'The option "retries.attempts" must be at least 1');
    this.#descriptor = descriptor;
    this.#broker = broker;
    this.#options = options;
    this.#prepare = createPreparation(descriptor, checks, broker, validation, options);
  }

  /** Stops all subscriptions, and waits for the handlers that are running. Messages that are waiting are handed back to the broker. */
  async close(): Promise<void> {
    this.#closing.abort(new BrokerError('closed', 'The subscriber is closed'));
    await Promise.all([...this.#open].map((each) => each.close()));
  }

  /**
   * Subscribes to an operation. The value `*` of a parameter stands for any value.
   *
   * @throws {BrokerError} `not-subscribed` if the broker refuses, `unsupported` if it cannot express the wildcards
   */
  protected receive(
    operation: string,
    parameters: AddressParameters,
    handler: MessageHandler<never>,
    options: SubscriptionOptions = {},
  ): Promise<BrokerSubscription> {
    return this.#subscribe(operation, parameters, options, async (received) => ({
      settlement: (await handler(received as never)) ?? 'ack',
    }));
  }

  /** Subscribes to an operation whose messages have replies. The handler returns the payload of the reply. */
  protected respond(
    operation: string,
    parameters: AddressParameters,
    handler: RequestHandler<never, unknown>,
    options: SubscriptionOptions = {},
  ): Promise<BrokerSubscription> {
    return this.#subscribe(operation, parameters, options, async (received) => ({
      settlement: 'ack',
      reply: await handler(received as never),
    }));
  }

  async #subscribe(
    operation: string,
    parameters: AddressParameters,
    { group }: SubscriptionOptions,
    handle: Consumer['handle'],
  ): Promise<BrokerSubscription> {
    if (this.#closing.signal.aborted) throw new BrokerError('closed', 'The subscriber is closed');
    const { concurrency = defaultConcurrency } = this.#options;
    const { descriptor, address, located, codec, context, replies } = this.#prepare(operation);
    const stopping = new AbortController();
    const consume = createConsumer({
      operation,
      context,
      address,
      located,
      codec,
      handle,
      queues: new KeyQueues(),
      signal: AbortSignal.any([stopping.signal, this.#closing.signal]),
      ...this.#tools(),
      ...(replies === undefined ? {} : { replies }),
    });
    const subscription = await this.#broker.subscribe(
      address.pattern(parameters),
      {
        maxInFlight: concurrency,
        ...(group === undefined ? {} : { group }),
        ...(descriptor.bindings === undefined ? {} : { bindings: descriptor.bindings }),
      },
      consume,
    );
    const open: BrokerSubscription = {
      close: async () => {
        stopping.abort(new BrokerError('closed', 'The subscription is closed'));
        await subscription.close();
        this.#open.delete(open);
      },
    };
    this.#open.add(open);
    if (this.#closing.signal.aborted) await open.close();
    return open;
  }

  /** What consumers of all operations share. */
  #tools(): Pick<Consumer, 'broker' | 'options' | 'timers' | 'random' | 'report' | 'claim'> {
    const options = this.#options;
    const { timers = systemTimers, random = systemRandom, deduplication } = options;
    return {
      broker: this.#broker,
      options,
      timers,
      random,
      report: (event: SubscriberEvent) => ignoreErrors(() => options.onEvent?.(event)),
      ...(deduplication === undefined
        ? {}
        : { claim: createClaims(deduplication, this.#descriptor.title, timers) }),
    };
  }
}
