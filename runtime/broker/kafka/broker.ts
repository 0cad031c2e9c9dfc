import { randomUuid, systemRandom } from '../../core/random.js';
import { groupName } from '../adapter/names.js';
import { checkAddress } from '../check-address.js';
import { InFlight } from '../adapter/in-flight.js';
import { Lifecycle } from '../adapter/lifecycle.js';
import type { Broker } from '../broker.js';
import type { KafkaClient } from './client.js';
import { TopicConsumer } from './consumer.js';
import { illegalTopic, topicNames, writeMessage } from './messages.js';
import { BatchProducer } from './producer.js';

/** Options of {@link kafkaBroker}. */
export interface KafkaOptions {
  /** Messages with which a new group starts: those sent from now on, or all that the topic holds. Default: `new`. */
  readonly startWith?: 'new' | 'all';
  /** Topic for the replies to this process, which exists. Without one, it cannot send requests. */
  readonly replyTopic?: string;
  /** Options of `kafka.producer`, such as `createPartitioner`. */
  readonly producer?: object;
  /** Options of `kafka.consumer`, such as `sessionTimeout`. */
  readonly consumer?: object;
}

/**
 * Kafka over `kafkajs`. A message is confirmed when all replicas that are in sync have it. The group of a subscription is called
 * `<group>.<topic>`, because all members of a group of Kafka have to subscribe to the same topics; the group of a binding is used as it is.
 * A message whose result is `retry` is handed to the handler again, while those behind it continue; `reject` skips it.
 */
export function kafkaBroker(
  client: KafkaClient,
  options: KafkaOptions = {},
): Broker<'acknowledgements' | 'headers' | 'replies'> {
  const lifecycle = new Lifecycle('Kafka');
  const producer = new BatchProducer(
    client,
    { ...options.producer, maxInFlightRequests: 1 },
    (each) => {
      each.on('producer.connect', () => lifecycle.emit({ kind: 'connected' }));
      each.on('producer.disconnect', () => lifecycle.emit({ kind: 'disconnected' }));
    },
  );
  const { replyTopic } = options;
  return {
    protocol: 'kafka',
    abilities: { acknowledgements: true, headers: true, replies: true },
    addresses: topicNames,
    ...(replyTopic === undefined ? {} : { inbox: () => replyTopic }),
    publish: (message) =>
      lifecycle.send(message.address, message.signal, async () => {
        const topic = message.bindings?.kafka?.topic ?? message.address;
        checkAddress(topic, topicNames, illegalTopic);
        await producer.send(topic, writeMessage(message));
      }),
    subscribe: (address, each, handler) =>
      lifecycle.subscribe(address, async () => {
        const topic = each.bindings?.kafka?.topic ?? address;
        checkAddress(topic, topicNames, illegalTopic);
        const inFlight = new InFlight(each.maxInFlight, handler, lifecycle);
        const groupId =
          each.group === undefined ? each.bindings?.kafka?.groupId : groupName(each.group, topic);
        const isTemporary = groupId === undefined;
        const consumer = new TopicConsumer({
          client,
          lifecycle,
          inFlight,
          address,
          topic,
          groupId: groupId ?? groupName(randomUuid(systemRandom), topic),
          isTemporary,
          startWith: isTemporary ? 'new' : (options.startWith ?? 'new'),
          maxInFlight: each.maxInFlight,
          options: options.consumer ?? {},
        });
        await consumer.start();
        return () => consumer.close();
      }),
    on: (listener) => lifecycle.on(listener),
    close: () => lifecycle.close(() => producer.close()),
  };
}
