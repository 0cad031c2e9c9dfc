import type { Verdict } from '../verdict.js';

/** What a binding belongs to. */
export type BindingPlace = 'channel' | 'flow' | 'message' | 'server';

/** What another value of a member means for those who send messages and those who receive them. */
export interface BindingEffect {
  readonly publisher: Verdict;
  readonly subscriber: Verdict;
}

/** Both sides must agree, so that messages arrive and are understood. */
const agreed: BindingEffect = { publisher: 'breaking', subscriber: 'breaking' };

/** Only how messages reach subscribers changes: how many of them get one, in which order, or for how long it is kept. */
const delivery: BindingEffect = { publisher: 'compatible', subscriber: 'risky' };

/** Subscribers declare or configure it, and brokers refuse what differs from before. */
const declaredByReceiver: BindingEffect = { publisher: 'compatible', subscriber: 'breaking' };

/** Neither side notices, or only operators do. */
const operation: BindingEffect = { publisher: 'compatible', subscriber: 'compatible' };

const unclear: BindingEffect = { publisher: 'undecided', subscriber: 'undecided' };

const risky: BindingEffect = { publisher: 'risky', subscriber: 'risky' };

type Members = { readonly [path: string]: BindingEffect };

const mqttFlow: Members = { qos: delivery, retain: delivery, messageExpiryInterval: delivery };
const mqttMessage: Members = {
  payloadFormatIndicator: delivery,
  contentType: delivery,
  responseTopic: agreed,
};
const mqttServer: Members = {
  clientId: operation,
  cleanSession: delivery,
  keepAlive: operation,
  lastWill: delivery,
  sessionExpiryInterval: delivery,
};

/**
 * Members of the bindings of AsyncAPI that say what programs do: AMQP 0.3.0, Kafka 0.5.0, MQTT 0.2.0, NATS 0.1.0. A path also stands for what
 * is below it.
 */
const effects: { readonly [Place in BindingPlace]: { readonly [protocol: string]: Members } } = {
  channel: {
    amqp: {
      is: agreed,
      exchange: agreed,
      'queue.name': delivery,
      queue: declaredByReceiver,
    },
    kafka: {
      topic: agreed,
      partitions: risky,
      replicas: operation,
      topicConfiguration: delivery,
    },
  },
  flow: {
    amqp: {
      expiration: delivery,
      userId: delivery,
      cc: delivery,
      bcc: delivery,
      priority: delivery,
      deliveryMode: delivery,
      mandatory: { publisher: 'risky', subscriber: 'compatible' },
      timestamp: delivery,
      ack: delivery,
    },
    kafka: { groupId: delivery, clientId: operation },
    mqtt: mqttFlow,
    mqtt5: mqttFlow,
    nats: { queue: delivery },
  },
  message: {
    amqp: { contentEncoding: agreed, messageType: delivery },
    kafka: {
      'key.type': agreed,
      schemaIdLocation: agreed,
      schemaIdPayloadEncoding: agreed,
      schemaLookupStrategy: risky,
    },
    mqtt: mqttMessage,
    mqtt5: mqttMessage,
  },
  server: {
    kafka: { schemaRegistryUrl: risky, schemaRegistryVendor: risky },
    mqtt: mqttServer,
    mqtt5: mqttServer,
  },
};

/** Members that say nothing to programs, and those that are compared elsewhere. */
const ignored: { readonly [protocol: string]: readonly string[] } = {
  ws: ['method', 'query', 'headers'],
};

/** The effect of a member that changed. What no table lists may mean anything. `undefined` if it means nothing. */
export function bindingEffect(
  place: BindingPlace,
  protocol: string,
  path: readonly string[],
): BindingEffect | undefined {
  const [first = ''] = path;
  if (first === 'bindingVersion' || ignored[protocol]?.includes(first) === true) return undefined;
  const members = effects[place][protocol] ?? {};
  for (let length = path.length; length > 0; length--) {
    const effect = members[path.slice(0, length).join('.')];
    if (effect !== undefined) return effect;
  }
  return unclear;
}
