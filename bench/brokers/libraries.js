import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const load = createRequire(import.meta.url);

/** Messages that are being sent, and handled, at a time. */
export const inFlight = 100;

/** The message that is sent. */
export const order = {
  kind: 'placed',
  id: 'o-4711',
  cents: 1250,
  note: 'Leave it at the door. '.repeat(5).trim(),
};
/** Its header. */
export const tenant = 'acme';

const text = () => Buffer.from(JSON.stringify(order));
/** What a program reads of a message. */
const read = (bytes) => JSON.parse(Buffer.from(bytes).toString()).id;

/** Opens each broker for our adapter, and with the library alone as a program by hand uses it. */
export const brokers = {
  async 'NATS JetStream'({ jetStreamBroker }, name) {
    const { connect, headers } = load('@nats-io/transport-node');
    const { jetstream, jetstreamManager } = load('@nats-io/jetstream');
    const connection = await connect({ port: 4222 });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name, subjects: [name] });
    const client = jetstream(connection);
    return {
      adapter: () => jetStreamBroker(connection),
      bare: {
        async subscribe(handled) {
          const config = {
            durable_name: 'bare',
            ack_policy: 'explicit',
            deliver_policy: 'new',
            max_ack_pending: 20_000,
          };
          await manager.consumers.add(name, config);
          const consumer = await client.consumers.get(name, 'bare');
          await consumer.consume({
            max_messages: inFlight,
            callback(message) {
              handled(read(message.data), message.headers.get('tenant'));
              message.ack();
            },
          });
        },
        publish() {
          const sent = headers();
          sent.append('tenant', tenant);
          return client.publish(name, text(), { headers: sent, msgID: randomUUID() });
        },
      },
      async close() {
        await manager.streams.delete(name);
        await connection.close();
      },
    };
  },

  async 'core NATS'({ natsBroker }, name) {
    const { connect, headers } = load('@nats-io/transport-node');
    const connection = await connect({ port: 4222 });
    return {
      adapter: () => natsBroker(connection),
      bare: {
        async subscribe(handled) {
          connection.subscribe(name, {
            queue: 'bare',
            callback: (_, message) => handled(read(message.data), message.headers.get('tenant')),
          });
          await connection.flush();
        },
        async publish() {
          const sent = headers();
          sent.append('tenant', tenant);
          sent.append('Nats-Msg-Id', randomUUID());
          connection.publish(name, text(), { headers: sent });
        },
      },
      close: () => connection.close(),
    };
  },

  async 'MQTT 5 (Mosquitto)'({ mqttBroker }, name) {
    const client = load('mqtt').connect('mqtt://127.0.0.1:1883', { protocolVersion: 5 });
    return {
      adapter: () => mqttBroker(client),
      bare: {
        async subscribe(handled) {
          client.on('message', (_topic, payload, { properties }) =>
            handled(read(payload), properties.userProperties.tenant),
          );
          await client.subscribeAsync(`$share/bare/${name}`, { qos: 1 });
        },
        publish: () =>
          client.publishAsync(name, text(), {
            qos: 1,
            properties: {
              contentType: 'application/json',
              userProperties: { tenant, 'message-id': randomUUID() },
            },
          }),
      },
      close: () => client.endAsync(),
    };
  },

  async 'AMQP (RabbitMQ)'({ amqpBroker }, name) {
    const open = () => load('amqplib').connect('amqp://127.0.0.1');
    const connection = await open();
    const channel = await connection.createConfirmChannel();
    return {
      adapter: () => amqpBroker(open),
      bare: {
        async subscribe(handled) {
          await channel.assertQueue(name);
          await channel.bindQueue(name, 'amq.topic', name);
          const receiving = await connection.createChannel();
          await receiving.prefetch(inFlight);
          await receiving.consume(name, (message) => {
            // The queue is deleted in the end.
            if (message === null) return;
            handled(read(message.content), message.properties.headers.tenant);
            receiving.ack(message);
          });
        },
        publish: () =>
          new Promise((resolve, reject) => {
            const options = {
              persistent: true,
              messageId: randomUUID(),
              contentType: 'application/json',
              headers: { tenant },
            };
            channel.publish('amq.topic', name, text(), options, (error) =>
              error ? reject(error) : resolve(),
            );
          }),
      },
      async close() {
        for (const queue of [name, `bench.${name}`]) await channel.deleteQueue(queue);
        await connection.close();
      },
    };
  },

  async 'Redis streams'({ redisStreamBroker }, name) {
    const client = load('redis').createClient();
    await client.connect();
    const reader = await client.duplicate().connect();
    const over = new AbortController();
    const receive = async (handled) => {
      const streams = [{ key: name, id: '>' }];
      while (!over.signal.aborted) {
        const options = { COUNT: inFlight, BLOCK: 100 };
        const replies = await reader.xReadGroup('bare', 'one', streams, options);
        for (const { messages } of replies ?? []) {
          for (const { message } of messages) handled(read(message.payload), message.tenant);
          const ids = messages.map(({ id }) => id);
          void client.xAck(name, 'bare', ids);
        }
      }
    };
    return {
      adapter: () => redisStreamBroker(client),
      bare: {
        async subscribe(handled) {
          await client.xGroupCreate(name, 'bare', '$', { MKSTREAM: true });
          receive(handled).catch(() => undefined);
        },
        publish: () => client.xAdd(name, '*', { payload: text(), tenant, id: randomUUID() }),
      },
      async close() {
        over.abort();
        await client.del(name);
        reader.destroy();
        client.destroy();
      },
    };
  },

  async 'Kafka (the cluster of librdkafka in memory)'({ kafkaBroker }, name) {
    const { Kafka, logLevel } = load('kafkajs');
    const { port, stop } = await startKafka();
    const kafka = new Kafka({ brokers: [`127.0.0.1:${port}`], logLevel: logLevel.NOTHING });
    const producer = kafka.producer();
    const consumer = kafka.consumer({ groupId: 'bare', maxWaitTimeInMs: 500 });
    await producer.connect();
    return {
      adapter: () => kafkaBroker(kafka),
      bare: {
        async subscribe(handled) {
          await consumer.connect();
          await consumer.subscribe({ topics: [name] });
          const joined = new Promise((resolve) => consumer.on('consumer.group_join', resolve));
          await consumer.run({
            eachMessage: async ({ message }) =>
              handled(read(message.value), message.headers.tenant.toString()),
          });
          await joined;
        },
        publish: () =>
          producer.send({
            topic: name,
            messages: [{ value: text(), headers: { tenant, 'message-id': randomUUID() } }],
          }),
      },
      async close() {
        await Promise.all([consumer.disconnect(), producer.disconnect()]);
        stop();
      },
    };
  },
};

/** Starts a cluster of Kafka, which `kcat` has for tests. It ends with its input. */
function startKafka() {
  const options = ['-b', 'mock', '-X', 'test.mock.num.brokers=1', '-d', 'mock', '-P', '-t', 'none'];
  return new Promise((resolve, reject) => {
    const child = spawn('kcat', options, { stdio: ['pipe', 'ignore', 'pipe'] });
    child.once('error', reject);
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, port] = /bootstrap\.servers=127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port !== undefined) resolve({ port: Number(port), stop: () => child.kill() });
    });
  });
}
