import type { Timers } from '../core/clock.js';
import type { RandomSource } from '../core/random.js';
import type { Awaitable } from '../core/server/options.js';
import type { AddressParameters } from './address.js';
import type { Delivery, Settlement } from './broker.js';
import type { BrokerValidation, HeaderValues } from './codec.js';
import type { DeadLetterReason } from './dead-letter.js';
import type { DeduplicationOptions } from './deduplication.js';
import type { SchemaRegistryOptions } from './schema-registry.js';
import type { MessageContext, PublishInterceptor } from './interceptors.js';

/** Options of a subscriber, for all its subscriptions. */
export interface SubscriberOptions extends SchemaRegistryOptions {
  /**
   * Address for messages that cannot be handled: with the original bytes and headers, and the reason. `false` rejects them instead, so that they are
   * lost unless the broker itself has a place for rejected messages, as AMQP queues may.
   */
  readonly deadLetter: string | false;
  /** How often a handler is called for one message before it becomes a dead letter. Default: 5 attempts. */
  readonly retries?: RetryOptions;
  /** Maximum number of messages that are handled at the same time. Default: 16. */
  readonly concurrency?: number;
  /**
   * Messages for which this returns the same text are handled one after the other. Default: the key of the message, where the protocol has one.
   */
  readonly orderBy?: (message: ReceivedMessage) => string | undefined;
  /** Handles each message id once. Without it, a message may be handled more than once. */
  readonly deduplication?: DeduplicationOptions;
  /** Validates messages before they are handled, and replies before they are sent. Default: `full`. */
  readonly validation?: BrokerValidation;
  /** Functions around the handling of each message, outermost first: for tracing, envelopes, metrics. */
  readonly interceptors?: readonly ConsumeInterceptor[];
  /** Functions around each reply that is sent. */
  readonly replyInterceptors?: readonly PublishInterceptor[];
  /** Reports what happens to messages. Errors that it throws are ignored. */
  readonly onEvent?: (event: SubscriberEvent) => void;
  readonly timers?: Timers;
  readonly random?: RandomSource;
}

/** Attempts to handle a message. The delay is random up to a limit, which doubles with each failure. */
export interface RetryOptions {
  /** Number of attempts, from 1. Default: 5. Deliveries of crashed consumers count, where the broker counts them. */
  readonly attempts?: number;
  /** Limit of the first delay in milliseconds. Default: 200. */
  readonly delay?: number;
  /** Limit of every delay in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
}

/** Options of one subscription. */
export interface SubscriptionOptions {
  /** Consumers with the same group share the messages. Default: the group in the bindings; without one, each subscription gets every message. */
  readonly group?: string;
}

/** A message that a handler receives. */
export interface ReceivedMessage<
  Name extends string = string,
  Payload = unknown,
  Headers = HeaderValues,
  Parameters = AddressParameters,
> {
  /** Name of the message in the description. */
  readonly message: Name;
  readonly payload: Payload;
  readonly headers: Headers;
  /** Parameters of the address from which it came. */
  readonly parameters: Parameters;
  readonly address: string;
  readonly id?: string;
  readonly key?: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the subscription is closed. A handler may finish nevertheless. */
  readonly signal: AbortSignal;
}

/**
 * Handles a message. Returning, or resolving, means that it is done; throwing means that it failed, and is handled again after a delay. `retry`
 * hands it back to the broker, and `reject` makes it a dead letter at once.
 */
export type MessageHandler<Message> = (message: Message) => Awaitable<void | Settlement>;

/** Handles a request and returns the payload of the reply. */
export type RequestHandler<Message, Reply> = (message: Message) => Awaitable<Reply>;

/**
 * Sees each message on its way to the handler, and how it was settled. It may change the message, or settle it without calling `next`.
 *
 * If it throws before it has called `next`, it is called again as a handler would be, and the message becomes a dead letter after the last attempt; a
 * `BrokerError` with the code `invalid-message` makes it one at once. If it throws afterwards, the message stays as it was settled.
 */
export type ConsumeInterceptor = (
  delivery: Delivery,
  next: (delivery: Delivery) => Promise<Settlement>,
  context: ConsumeContext,
) => Promise<Settlement>;

/** What an interceptor knows about a received message beside its contents. */
export interface ConsumeContext extends MessageContext {
  /** What has happened to the message until now. */
  readonly events: readonly SubscriberEvent[];
}

/** Something that happened to a message. */
export type SubscriberEvent =
  | {
      /** The handler threw, or an interceptor before it. It is called again after `delay` milliseconds, unless `delay` is absent. */
      readonly kind: 'failed';
      readonly operation: string;
      readonly delivery: Delivery;
      readonly attempt: number;
      readonly error: unknown;
      readonly delay?: number;
    }
  | {
      /** The message was set aside: published to the dead-letter address, or rejected. */
      readonly kind: 'dead-letter';
      readonly operation: string;
      readonly delivery: Delivery;
      readonly reason: DeadLetterReason;
      readonly detail: string;
      /** Absent if the subscriber has no dead-letter address. */
      readonly address?: string;
    }
  | {
      /** The message has been handled before. */
      readonly kind: 'duplicate';
      readonly operation: string;
      readonly delivery: Delivery;
    }
  | {
      /**
       * The message could not be set aside or its id not recorded, so that it will be delivered again; or its schema could not be looked up, which is
       * tried again; or an interceptor failed after the message had been settled.
       */
      readonly kind: 'error';
      readonly operation: string;
      readonly delivery: Delivery;
      readonly error: unknown;
    };
