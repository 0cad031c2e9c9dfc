/** What the bindings of a description demand of a channel, an operation and its messages, by protocol. Absent members leave the choice to the adapter. */
export interface BrokerBindings {
  readonly nats?: NatsBindings;
  readonly mqtt?: MqttBindings;
  readonly amqp?: AmqpBindings;
  readonly kafka?: KafkaBindings;
  readonly redis?: RedisBindings;
}

/** Of the NATS binding, and `x-jetstream`. */
export interface NatsBindings {
  /** Queue group of core NATS. */
  readonly queue?: string;
  /** Stream of JetStream that holds the messages. */
  readonly stream?: string;
  /** Durable consumer of JetStream. */
  readonly durable?: string;
}

/** Of the MQTT binding 0.2.0. */
export interface MqttBindings {
  readonly qos?: 0 | 1 | 2;
  readonly retain?: boolean;
  /** Seconds after which the broker forgets the message. */
  readonly messageExpiryInterval?: number;
  /** 1 if payloads are text in UTF-8, 0 if they are bytes. MQTT 5 only. */
  readonly payloadFormatIndicator?: 0 | 1;
}

/** Of the AMQP 0-9-1 binding 0.3.0. */
export interface AmqpBindings {
  /** Exchange of a channel whose address is a routing key. */
  readonly exchange?: {
    readonly name: string;
    readonly type: 'topic' | 'direct' | 'fanout' | 'default' | 'headers';
    readonly durable?: boolean;
    readonly autoDelete?: boolean;
  };
  /** Queue of a channel whose address is a queue. */
  readonly queue?: {
    readonly name: string;
    readonly durable?: boolean;
    readonly exclusive?: boolean;
    readonly autoDelete?: boolean;
  };
  /** Milliseconds after which the broker drops the message. */
  readonly expiration?: number;
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly priority?: number;
  /** 1 for transient messages, 2 for persistent ones. */
  readonly deliveryMode?: 1 | 2;
  readonly mandatory?: boolean;
  /** Property `type` of the message: its kind, as applications agree on it. */
  readonly messageType?: string;
  /** False if the consumer does not acknowledge. */
  readonly ack?: boolean;
}

/** Of the Kafka binding 0.5.0. */
export interface KafkaBindings {
  /** Topic, if it is not the address. */
  readonly topic?: string;
  readonly groupId?: string;
  readonly clientId?: string;
}

/** AsyncAPI defines none; `x-redis-stream` and `x-redis-group`. */
export interface RedisBindings {
  /** `stream` for Redis Streams, `pubsub` for PUBLISH and SUBSCRIBE. */
  readonly kind?: 'stream' | 'pubsub';
  readonly group?: string;
  /** Approximate maximum length of the stream. */
  readonly maxLength?: number;
}

/** Bindings of an operation with those of one of its messages, which have priority. */
export function mergeBindings(
  operation: BrokerBindings | undefined,
  message: BrokerBindings | undefined,
): BrokerBindings | undefined {
  if (operation === undefined || message === undefined) return operation ?? message;
  const { amqp, mqtt } = message;
  return {
    ...operation,
    ...(amqp === undefined ? {} : { amqp: { ...operation.amqp, ...amqp } }),
    ...(mqtt === undefined ? {} : { mqtt: { ...operation.mqtt, ...mqtt } }),
  };
}
