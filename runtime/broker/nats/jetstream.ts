import {
  type JetStreamClient,
  type JetStreamManager,
  type Messages,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { groupName, plainName } from '../adapter/names.js';
import { checkAddress } from '../check-address.js';
import { backoff } from '../adapter/backoff.js';
import { InFlight } from '../adapter/in-flight.js';
import { Lifecycle } from '../adapter/lifecycle.js';
import {
  type Broker,
  BrokerError,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
  type SubscribeOptions,
} from '../broker.js';
import type { JetStreamMessage, NatsConnection } from './client.js';
import { newInbox, publishCore, subscribeCore } from './core.js';
import {
  illegalPattern,
  illegalSubject,
  readMessage,
  subjects,
  watchConnection,
  writeHeaders,
} from './messages.js';

/** Options of {@link jetStreamBroker}. */
export interface JetStreamOptions {
  /** Streams that are created if they do not exist. Without it, an operator creates the streams. */
  readonly streams?: readonly { readonly name: string; readonly subjects: readonly string[] }[];
  /** Messages with which a new durable consumer starts: those sent from now on, or all that the stream holds. Default: `new`. */
  readonly startWith?: 'new' | 'all';
  /**
   * Milliseconds after which a message is delivered again if its process has not settled it and does not respond. A handler may take longer.
   * Durable consumers that exist keep theirs. Default: 30,000.
   */
  readonly ackWait?: number;
  /** Milliseconds to wait for the confirmation of a message. Default: 5,000. */
  readonly timeout?: number;
}

/** Longest time in milliseconds that a request for messages stays open at the server. */
const fetchTime = 30_000;

/** Maximum number of unsettled messages of a durable consumer, whose processes each have their own limit. */
const sharedPending = 20_000;

/**
 * JetStream on a connection of `@nats-io/transport-node`. The server stores a message before `publish` resolves, drops repetitions of its `id`
 * within the time that the stream is configured for, and delivers it until it is settled. A group is a durable consumer of the stream.
 *
 * Subjects that start with `_INBOX.` are those of core NATS, for replies to a process that waits. The connection stays open when the broker is closed.
 */
export function jetStreamBroker(
  connection: NatsConnection,
  options: JetStreamOptions = {},
): Broker<'acknowledgements' | 'headers' | 'replies' | 'wildcards'> {
  const lifecycle = new Lifecycle('JetStream');
  const broker = new JetStream(connection, options, lifecycle);
  watchConnection(connection, lifecycle, () => broker.reconnected());
  return {
    protocol: 'nats',
    abilities: { acknowledgements: true, headers: true, replies: true, wildcards: true },
    addresses: subjects,
    inbox: newInbox,
    publish: (message) =>
      lifecycle.send(message.address, message.signal, () => broker.publish(message)),
    subscribe: (pattern, each, handler) =>
      lifecycle.subscribe(pattern, () =>
        isInbox(pattern)
          ? subscribeCore(connection, lifecycle, pattern, each, handler)
          : broker.subscribe(pattern, each, handler),
      ),
    on: (listener) => lifecycle.on(listener),
    close: () =>
      lifecycle.close(async () => {
        if (!connection.isClosed()) await connection.flush();
      }),
  };
}

const isInbox = (subject: string): boolean => subject.startsWith('_INBOX.');

class JetStream {
  readonly #connection: NatsConnection;
  readonly #options: JetStreamOptions;
  readonly #lifecycle: Lifecycle;
  readonly #client: JetStreamClient;
  readonly #open = new Set<Messages>();
  #manager: Promise<JetStreamManager> | undefined;

  constructor(connection: NatsConnection, options: JetStreamOptions, lifecycle: Lifecycle) {
    this.#connection = connection;
    this.#options = options;
    this.#lifecycle = lifecycle;
    this.#client = jetstream(connection, { timeout: options.timeout ?? 5_000 });
  }

  /** The server has forgotten requests for messages; they are made again. */
  reconnected(): void {
    for (const messages of this.#open) void messages.close();
  }

  async publish(message: OutgoingMessage): Promise<void> {
    if (isInbox(message.address)) return publishCore(this.#connection, message);
    checkAddress(message.address, subjects, illegalSubject);
    const headers = writeHeaders(message, 'stream');
    if (this.#connection.isClosed())
      throw new BrokerError('not-connected', 'The connection to NATS has been closed');
    if (this.#options.streams !== undefined) await this.#managed();
    await this.#client.publish(
      message.address,
      message.payload,
      headers === undefined ? {} : { headers },
    );
  }

  async subscribe(
    pattern: string,
    options: SubscribeOptions,
    handler: (delivery: Delivery) => Promise<Settlement>,
  ): Promise<() => Promise<void>> {
    checkAddress(pattern, subjects, illegalPattern);
    const inFlight = new InFlight(options.maxInFlight, handler, this.#lifecycle);
    const manager = await this.#managed();
    const stream = options.bindings?.nats?.stream ?? (await streamOf(manager, pattern));
    const consumer = await this.#consumer(manager, stream, pattern, options);
    const source = await this.#client.consumers.get(stream, consumer.name);
    const stop = new AbortController();
    const handling = new Set<JetStreamMessage>();
    // The server learns that messages are being handled, before it would deliver them again.
    const alive = setInterval(() => {
      for (const message of handling) message.working();
    }, consumer.ackWait / 3);
    let messages: Messages | undefined;
    const receive = async (): Promise<void> => {
      for (let failures = 0; !stop.signal.aborted;) {
        try {
          await inFlight.available();
          // Others that become free in this turn are asked for together.
          await new Promise(setImmediate);
          if (stop.signal.aborted) return;
          messages = await source.fetch({ max_messages: inFlight.free, expires: fetchTime });
          this.#open.add(messages);
          if (stop.signal.aborted) void messages.close();
          for await (const message of messages) {
            failures = 0;
            // There is room: no more were asked for.
            await inFlight.enter();
            void this.#handle(message, inFlight, handling);
          }
        } catch (error) {
          failures++;
          if (!stop.signal.aborted)
            this.#lifecycle.fail(`Messages of ${JSON.stringify(pattern)} cannot be read`, error);
          await backoff(failures, stop.signal);
        } finally {
          if (messages !== undefined) this.#open.delete(messages);
        }
      }
    };
    const received = receive();
    return async () => {
      stop.abort();
      await messages?.close();
      await received;
      await inFlight.settled();
      clearInterval(alive);
      if (this.#connection.isClosed()) return;
      if (consumer.isTemporary) await manager.consumers.delete(stream, consumer.name);
      else await this.#connection.flush();
    };
  }

  async #handle(
    message: JetStreamMessage,
    inFlight: InFlight,
    handling: Set<JetStreamMessage>,
  ): Promise<void> {
    handling.add(message);
    await inFlight.handle(
      readMessage(message, 'stream', message.info.deliveryCount - 1),
      (settlement) => {
        if (settlement === 'retry') message.nak();
        else if (settlement === 'reject') message.term();
        else message.ack();
      },
    );
    handling.delete(message);
  }

  /** The consumer of a group, or one for this subscription alone. */
  async #consumer(
    manager: JetStreamManager,
    stream: string,
    pattern: string,
    { group, bindings, maxInFlight }: SubscribeOptions,
  ): Promise<{ readonly name: string; readonly ackWait: number; readonly isTemporary: boolean }> {
    const durable =
      group === undefined ? bindings?.nats?.durable : plainName(groupName(group, pattern));
    const ackWait = this.#options.ackWait ?? 30_000;
    if (durable !== undefined) {
      const known = await manager.consumers.info(stream, durable).catch(() => undefined);
      if (known !== undefined)
        return {
          name: durable,
          ackWait: (known.config.ack_wait ?? 30e9) / 1e6,
          isTemporary: false,
        };
    }
    const config = {
      filter_subject: pattern,
      ack_policy: 'explicit',
      ack_wait: ackWait * 1e6,
    };
    const added = await manager.consumers.add(
      stream,
      durable === undefined
        ? // The server removes it when the process has been away for five minutes.
          {
            ...config,
            deliver_policy: 'new',
            max_ack_pending: maxInFlight,
            inactive_threshold: 300e9,
          }
        : {
            ...config,
            durable_name: durable,
            deliver_policy: this.#options.startWith ?? 'new',
            max_ack_pending: sharedPending,
          },
    );
    return { name: added.name, ackWait, isTemporary: durable === undefined };
  }

  /** The manager, after it has created the streams that are missing. */
  #managed(): Promise<JetStreamManager> {
    return (this.#manager ??= this.#manage().catch((error: unknown) => {
      this.#manager = undefined;
      throw error;
    }));
  }

  async #manage(): Promise<JetStreamManager> {
    const manager = await jetstreamManager(this.#connection, {
      timeout: this.#options.timeout ?? 5_000,
    });
    for (const { name, subjects: of } of this.#options.streams ?? []) {
      const known = await manager.streams.info(name).catch(() => undefined);
      if (known === undefined) await manager.streams.add({ name, subjects: [...of] });
    }
    return manager;
  }
}

/** The stream that holds the subjects of a pattern. */
async function streamOf(manager: JetStreamManager, pattern: string): Promise<string> {
  const names: string[] = [];
  for await (const name of manager.streams.names(pattern)) names.push(name);
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new BrokerError(
      'not-subscribed',
      name === undefined
        ? `No stream of JetStream holds ${JSON.stringify(pattern)}; create one, or list it in "streams"`
        : `Several streams of JetStream hold ${JSON.stringify(pattern)} (${names.join(', ')}); name one in the binding`,
    );
  return name;
}
