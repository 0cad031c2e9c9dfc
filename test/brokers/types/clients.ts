import * as amqplib from 'amqplib';
import type { NatsConnection } from '@nats-io/nats-core';
import { type Broker } from '@tallystick/runtime/broker';
import { amqpBroker } from '@tallystick/runtime/broker/amqp';
import { kafkaBroker } from '@tallystick/runtime/broker/kafka';
import { mqtt3Broker, mqttBroker } from '@tallystick/runtime/broker/mqtt';
import { jetStreamBroker, natsBroker } from '@tallystick/runtime/broker/nats';
import { redisPubSubBroker, redisStreamBroker } from '@tallystick/runtime/broker/redis';
import { Kafka } from 'kafkajs';
import { connect as connectMqtt } from 'mqtt';
import { createClient } from 'redis';

/** The adapters accept what the libraries return. */
export async function brokers(connection: NatsConnection): Promise<readonly Broker[]> {
  const redis = await createClient().connect();
  return [
    natsBroker(connection),
    jetStreamBroker(connection),
    mqttBroker(connectMqtt('mqtt://localhost', { protocolVersion: 5 })),
    mqtt3Broker(connectMqtt('mqtt://localhost')),
    amqpBroker(() => amqplib.connect('amqp://localhost')),
    redisStreamBroker(redis),
    redisPubSubBroker(redis),
    kafkaBroker(new Kafka({ brokers: ['localhost'] })),
  ];
}

/** A description that needs headers does not compile with a broker that has none. */
export function needsHeaders(broker: Broker<'headers'>): Broker {
  return broker;
}

export const refused = (): Broker =>
  // @ts-expect-error MQTT 3.1.1 has no headers.
  needsHeaders(mqtt3Broker(connectMqtt('mqtt://localhost')));
