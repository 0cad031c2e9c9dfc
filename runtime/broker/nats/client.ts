/** The members of a connection of `@nats-io/transport-node` (`NatsConnection`) that the adapters use. */
export interface NatsConnection {
  publish(subject: string, payload?: Uint8Array, options?: NatsPublishOptions): void;
  subscribe(subject: string, options?: { queue?: string }): NatsSubscription;
  flush(): Promise<void>;
  isClosed(): boolean;
  closed(): Promise<void | Error>;
  status(): AsyncIterable<NatsStatus>;
}

/** Options of `publish` of NATS. */
export interface NatsPublishOptions {
  reply?: string;
  headers?: NatsHeaders;
}

/** Headers of a NATS message. */
export interface NatsHeaders extends Iterable<[string, string[]]> {
  append(name: string, value: string): void;
}

/** A message of core NATS. */
export interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly reply?: string | undefined;
  readonly headers?: Iterable<[string, string[]]> | undefined;
}

/** A subscription of core NATS. */
export interface NatsSubscription extends AsyncIterable<NatsMessage> {
  readonly closed: Promise<void | Error>;
  drain(): Promise<void>;
  unsubscribe(): void;
}

/** Something that happened to a connection. */
export interface NatsStatus {
  readonly type: string;
  readonly error?: Error;
}

/** A message of JetStream. */
export interface JetStreamMessage extends Omit<NatsMessage, 'reply'> {
  readonly info: { readonly deliveryCount: number };
  ack(): void;
  nak(): void;
  working(): void;
  term(): void;
}
