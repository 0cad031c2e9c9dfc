import type { Violation } from '../core/check.js';
import type { BrokerBindings } from './bindings.js';

/**
 * What a broker may be able to do beside sending bytes to an address.
 *
 * - `acknowledgements`: a message is delivered again unless its consumer acknowledges it
 * - `headers`: a message carries headers beside its payload
 * - `replies`: a message carries an address for its reply and a correlation id
 * - `wildcards`: a subscription may leave levels of the address open
 */
export type BrokerAbility = 'acknowledgements' | 'headers' | 'replies' | 'wildcards';

/** What a subscription may give a parameter beside its values: `'*'` for any of them, if the broker has wildcards. */
export type AnyValue<Ability extends BrokerAbility> = {
  readonly [Each in BrokerAbility]: Each extends 'wildcards' ? '*' : never;
}[Ability];

/**
 * A connection to a message broker: what generated publishers and subscribers need of it, and all that an adapter implements.
 *
 * `Ability` lists what this broker can do beyond the minimum, so that code that relies on headers does not compile with a broker that has none.
 */
export interface Broker<Ability extends BrokerAbility = never> {
  /** Protocol by the name that AsyncAPI uses for its bindings: `nats`, `mqtt`, `amqp`, `kafka`, `redis`. */
  readonly protocol: string;
  readonly abilities: BrokerAbilities<Ability>;
  readonly addresses: AddressSyntax;
  /**
   * Sends a message. The promise resolves when the broker has confirmed it; where a protocol has no confirmation, when the message has been
   * handed to the connection.
   *
   * @throws {BrokerError} `not-sent` if the broker refused it or the connection ended before the confirmation
   */
  publish(message: OutgoingMessage): Promise<void>;
  /**
   * Subscribes to an address, or to all addresses that match a pattern with the wildcards of `addresses`. The handler is called for several
   * messages at a time, up to `maxInFlight`. Its result settles the message. A handler does not throw; if it does, the message is delivered again.
   *
   * @throws {BrokerError} `not-subscribed` if the broker refuses
   */
  subscribe(
    pattern: string,
    options: SubscribeOptions,
    handler: (delivery: Delivery) => Promise<Settlement>,
  ): Promise<BrokerSubscription>;
  /** Returns a new address for replies, which only this connection receives. Present with the ability `replies`. */
  inbox?(): string;
  /** Listens to events of the connection. Returns a function that ends it. */
  on(listener: (event: BrokerEvent) => void): () => void;
  /** Ends all subscriptions, waits until messages in flight are settled and sent ones confirmed, and closes what the adapter opened itself. */
  close(): Promise<void>;
}

/** Abilities of a broker, each of them `true`. */
export type BrokerAbilities<Ability extends BrokerAbility = BrokerAbility> = {
  readonly [Each in Ability]: true;
};

/** How a protocol writes addresses. */
export interface AddressSyntax {
  /** Text between the levels of an address: `.` for NATS and AMQP, `/` for MQTT. Absent where addresses have no levels. */
  readonly separator?: string;
  /** Wildcard of exactly one level: `*` for NATS and AMQP, `+` for MQTT. */
  readonly one?: string;
  /** Wildcard at the end for all levels that follow: `>` for NATS, `#` for AMQP and MQTT. */
  readonly rest?: string;
  /** Matches one character that the value of a parameter cannot contain as it is. It is escaped where `escape` is true, and refused otherwise. */
  readonly reserved: RegExp;
  /** True if reserved characters of values are written as `%` and two hexadecimal digits for each byte (RFC 3986, section 2.1). */
  readonly escape: boolean;
  /** Maximum length of an address in bytes of UTF-8. */
  readonly maxBytes: number;
}

/** Headers by name. Names are compared as they are written. */
export interface MessageHeaders {
  readonly [name: string]: string;
}

/** A message to be sent. */
export interface OutgoingMessage {
  readonly address: string;
  readonly payload: Uint8Array;
  /** Requires the ability `headers`; without it, headers must be empty. */
  readonly headers: MessageHeaders;
  /** Media type of the payload. Sent where the protocol has a place for it. */
  readonly contentType?: string;
  /** Identifies the message. Brokers with deduplication (JetStream) drop a second message with the same id. */
  readonly id?: string;
  /** Messages with the same key stay in order; Kafka chooses the partition by it. */
  readonly key?: string;
  /** Address for the reply. Requires the ability `replies`. */
  readonly replyTo?: string;
  /** Links a reply to its request. Requires the ability `replies`. */
  readonly correlationId?: string;
  /** What the description demands of this protocol. */
  readonly bindings?: BrokerBindings;
  readonly signal?: AbortSignal;
}

/** How to subscribe. */
export interface SubscribeOptions {
  /**
   * Consumers with the same group share the messages. It is the queue group or durable consumer of NATS, the group of Kafka and Redis streams, the
   * queue of AMQP, and the shared subscription of MQTT 5. Default: the one in the bindings; without either, the subscription receives every message.
   */
  readonly group?: string;
  /** Maximum number of messages that are delivered and not yet settled. */
  readonly maxInFlight: number;
  /** What the description demands of this protocol. */
  readonly bindings?: BrokerBindings;
}

/** A received message. */
export interface Delivery {
  readonly address: string;
  readonly payload: Uint8Array;
  readonly headers: MessageHeaders;
  readonly contentType?: string;
  readonly id?: string;
  readonly key?: string;
  readonly replyTo?: string;
  readonly correlationId?: string;
  /** Number of earlier deliveries of this message, as far as the broker knows; 0 for the first. */
  readonly redeliveries: number;
}

/**
 * What becomes of a delivered message. Without the ability `acknowledgements`, only `ack` has an effect, namely none.
 *
 * - `ack`: it is done
 * - `retry`: the broker delivers it again
 * - `reject`: the broker does not deliver it again; AMQP moves it to its dead-letter exchange if the queue has one
 */
export type Settlement = 'ack' | 'retry' | 'reject';

/** A subscription. */
export interface BrokerSubscription {
  /** Stops deliveries and waits until the messages in flight are settled. */
  close(): Promise<void>;
}

/** Something that happened to the connection. Errors never contain credentials. */
export type BrokerEvent =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly error?: BrokerError }
  | { readonly kind: 'error'; readonly error: BrokerError }
  | { readonly kind: 'closed' };

/** Reasons of a {@link BrokerError}. */
export type BrokerErrorCode =
  | 'not-connected'
  | 'not-sent'
  | 'not-subscribed'
  | 'unsupported'
  | 'invalid-address'
  | 'invalid-message'
  | 'unknown-operation'
  | 'no-reply'
  | 'closed';

/** An error of a broker or of its use. */
export class BrokerError extends Error {
  override readonly name: string = 'BrokerError';
  readonly code: BrokerErrorCode;
  /** How the message differs from its description, for `invalid-message`. */
  readonly violations: readonly Violation[];

  constructor(
    code: BrokerErrorCode,
    message: string,
    options: ErrorOptions & { readonly violations?: readonly Violation[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.violations = options.violations ?? [];
  }
}
