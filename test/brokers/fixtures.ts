import { createRequire } from 'node:module';
import { connect as connectSocket } from 'node:net';
import { amqpBroker } from '@tallystick/runtime/broker/amqp';
import { kafkaBroker } from '@tallystick/runtime/broker/kafka';
import { mqtt3Broker, type MqttClient, mqttBroker } from '@tallystick/runtime/broker/mqtt';
import { jetStreamBroker, type NatsConnection, natsBroker } from '@tallystick/runtime/broker/nats';
import { redisPubSubBroker, redisStreamBroker } from '@tallystick/runtime/broker/redis';
import amqplib from 'amqplib';
import { Kafka, logLevel } from 'kafkajs';
import { createClient } from 'redis';
import { type Proxy, startProxy } from '../stores/crash/proxy.js';
import type { OpenBroker } from './suite.js';

const load = createRequire(import.meta.url);

/** Their declarations compile only with `skipLibCheck`. */
export const nats = load('@nats-io/transport-node') as {
  connect(options: object): Promise<NatsConnection & { close(): Promise<void> }>;
};
export const mqtt = load('mqtt') as { connect(url: string, options: object): Mqtt };

/** A client of MQTT. */
export interface Mqtt extends MqttClient {
  end(force: boolean, done: () => void): unknown;
}

type Broker = OpenBroker['broker'];

/** Opens a broker through a proxy. */
async function through(
  port: number,
  open: (port: number) => Promise<{ readonly broker: Broker; end(isCut: boolean): unknown }>,
): Promise<OpenBroker> {
  const proxy: Proxy = await startProxy(port);
  const { broker, end } = await open(proxy.port);
  let isCut = false;
  return {
    broker,
    cut(again) {
      isCut = !again;
      proxy.cut();
      if (again) proxy.restore();
      else proxy.close();
    },
    async end() {
      // A client that was cut off would wait for its server.
      if (isCut) proxy.close();
      await end(isCut);
      proxy.close();
    },
  };
}

export function openNats(port: number, kind: 'core' | 'stream', stream = ''): Promise<OpenBroker> {
  return through(port, async (through) => {
    const connection = await nats.connect({
      port: through,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
    });
    const broker =
      kind === 'core'
        ? natsBroker(connection)
        : jetStreamBroker(connection, {
            streams: [{ name: stream, subjects: [`${stream}.>`] }],
            ackWait: 1_500,
            timeout: 1_000,
          });
    return { broker: broker as Broker, end: () => connection.close() };
  });
}

export function openMqtt(port: number, version: 4 | 5, session: string): Promise<OpenBroker> {
  return through(port, async (through) => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${through}`, {
      protocolVersion: version,
      clientId: session,
      clean: false,
      reconnectPeriod: 50,
      ...(version === 5 ? { properties: { sessionExpiryInterval: 600, receiveMaximum: 100 } } : {}),
    });
    const broker = version === 5 ? mqttBroker(client) : mqtt3Broker(client);
    return {
      broker: broker as Broker,
      end: (isCut) => new Promise<void>((resolve) => client.end(isCut, () => resolve())),
    };
  });
}

export function openAmqp(port: number, credentials = 'guest:guest'): Promise<OpenBroker> {
  return through(port, async (through) => ({
    broker: amqpBroker(() => amqplib.connect(`amqp://${credentials}@127.0.0.1:${through}`)),
    end: () => undefined,
  }));
}

export function openRedis(port: number, kind: 'streams' | 'pubsub'): Promise<OpenBroker> {
  return through(port, async (through) => {
    const client = createClient({
      socket: { host: '127.0.0.1', port: through, reconnectStrategy: 50 },
    });
    client.on('error', () => undefined);
    await client.connect();
    const broker =
      kind === 'streams' ? redisStreamBroker(client, { idle: 1_500 }) : redisPubSubBroker(client);
    return { broker: broker as Broker, end: () => client.destroy() };
  });
}

export function openKafka(port: number): Promise<OpenBroker> {
  return through(port, async (through) => {
    const kafka = new Kafka({
      brokers: [`127.0.0.1:${through}`],
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 50, maxRetryTime: 500 },
      // The cluster announces its own port.
      socketFactory: ({ onConnect }) =>
        connectSocket({ host: '127.0.0.1', port: through }, onConnect),
    });
    const broker = kafkaBroker(kafka, {
      consumer: { sessionTimeout: 6_000, heartbeatInterval: 500 },
    });
    return { broker: broker as Broker, end: () => undefined };
  });
}
