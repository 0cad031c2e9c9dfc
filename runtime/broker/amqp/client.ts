/** The members of a connection of `amqplib` (`ChannelModel`) that the adapter uses. */
export interface AmqpConnection {
  createChannel(): Promise<AmqpChannel>;
  createConfirmChannel(): Promise<AmqpConfirmChannel>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: (error?: Error) => void): unknown;
}

/** A channel of `amqplib`. */
export interface AmqpChannel {
  assertExchange(name: string, type: string, options: object): Promise<unknown>;
  assertQueue(name: string, options: object): Promise<{ readonly queue: string }>;
  checkQueue(name: string): Promise<unknown>;
  bindQueue(queue: string, exchange: string, pattern: string): Promise<unknown>;
  prefetch(count: number): Promise<unknown>;
  consume(
    queue: string,
    handler: (message: AmqpMessage | null) => void,
    options: object,
  ): Promise<{ readonly consumerTag: string }>;
  cancel(consumerTag: string): Promise<unknown>;
  ack(message: AmqpMessage): void;
  nack(message: AmqpMessage, allUpTo: boolean, requeue: boolean): void;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close' | 'drain', listener: () => void): unknown;
  on(event: 'return', listener: (message: AmqpMessage) => void): unknown;
}

/** A channel of `amqplib` that confirms messages. */
export interface AmqpConfirmChannel extends AmqpChannel {
  publish(
    exchange: string,
    routingKey: string,
    payload: Buffer,
    options: object,
    callback: (error: unknown) => void,
  ): boolean;
}

/** A message of `amqplib`. */
export interface AmqpMessage {
  readonly content: Buffer;
  readonly fields: {
    readonly routingKey: string;
    readonly exchange: string;
    readonly redelivered: boolean;
  };
  readonly properties: {
    readonly contentType: unknown;
    readonly messageId: unknown;
    readonly correlationId: unknown;
    readonly replyTo: unknown;
    readonly headers: { readonly [name: string]: unknown } | undefined;
  };
}
