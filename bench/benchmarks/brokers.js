import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const load = createRequire(import.meta.url);
const payload = Buffer.alloc(200, 'a');
/** Messages that are being sent, and handled, at a time. */
const inFlight = 100;

/**
 * Messages a second through each adapter beside its library alone: confirmed, received and acknowledged one by one, by the servers on this
 * machine. Rounds of both alternate, and the best of each counts.
 */
export async function benchmarkBrokers({ quick }) {
  const adapters = await loadAdapters();
  const count = quick ? 50 : 10_000;
  for (const [name, open] of Object.entries(brokers)) {
    const figures = { tallystick: [], library: [] };
    try {
      for (let round = 0; round < (quick ? 1 : 3); round++)
        for (const [kind, measured] of Object.entries(figures)) {
          const address = `bench-${process.pid}-${round}-${kind}`;
          const opened = await open(adapters, address);
          const through =
            kind === 'tallystick' ? throughAdapter(opened.adapter(), address) : opened.bare;
          measured.push(await messagesPerSecond(count, through));
          await opened.close();
        }
    } catch (error) {
      console.log(`\nfailed: ${name}: ${error.message}`);
    }
    const best = (measured) => (measured.length === 0 ? undefined : Math.max(...measured));
    printTable(
      `${name}: messages of 200 bytes, sent and handled, ${inFlight} at a time`,
      'a second',
      [
        { name: 'tallystick', figure: best(figures.tallystick) },
        { name: 'the library alone', figure: best(figures.library) },
      ],
    );
  }
}

/** Sends `count` messages, and waits until all have been handled. */
async function messagesPerSecond(count, { subscribe, publish }) {
  let handled = 0;
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  await subscribe(() => {
    if (++handled === count) finish();
  });
  let next = 0;
  const lane = async () => {
    while (next++ < count) await publish();
  };
  const started = performance.now();
  await Promise.all([finished, ...Array.from({ length: inFlight }, lane)]);
  return (count / (performance.now() - started)) * 1000;
}

function throughAdapter(broker, address) {
  const options = { maxInFlight: inFlight, group: 'bench' };
  return {
    subscribe: (handled) =>
      broker.subscribe(address, options, async () => {
        handled();
        return 'ack';
      }),
    publish: () => broker.publish({ address, payload, headers: {} }),
  };
}

const brokers = {
  async JetStream({ jetStreamBroker }, name) {
    const { connect } = load('@nats-io/transport-node');
    const { jetstream, jetstreamManager } = load('@nats-io/jetstream');
    const connection = await connect({ port: 4222 });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name, subjects: [name] });
    const client = jetstream(connection);
    return {
      adapter: () => jetStreamBroker(connection),
      bare: {
        async subscribe(handled) {
          const config = { durable_name: 'bare', ack_policy: 'explicit', max_ack_pending: 20_000 };
          await manager.consumers.add(name, config);
          const consumer = await client.consumers.get(name, 'bare');
          await consumer.consume({
            max_messages: inFlight,
            callback(message) {
              handled();
              message.ack();
            },
          });
        },
        publish: () => client.publish(name, payload),
      },
      async close() {
        await manager.streams.delete(name);
        await connection.close();
      },
    };
  },

  async Mosquitto({ mqttBroker }, name) {
    const client = load('mqtt').connect('mqtt://127.0.0.1:1883', { protocolVersion: 5 });
    return {
      adapter: () => mqttBroker(client),
      bare: {
        async subscribe(handled) {
          client.on('message', handled);
          await client.subscribeAsync(name, { qos: 1 });
        },
        publish: () => client.publishAsync(name, payload, { qos: 1 }),
      },
      close: () => client.endAsync(),
    };
  },

  async RabbitMQ({ amqpBroker }, name) {
    const open = () => load('amqplib').connect('amqp://127.0.0.1');
    const connection = await open();
    const channel = await connection.createConfirmChannel();
    const broker = amqpBroker(open);
    return {
      adapter: () => broker,
      bare: {
        async subscribe(handled) {
          await channel.assertQueue(name);
          const receiving = await connection.createChannel();
          await receiving.prefetch(inFlight);
          await receiving.consume(name, (message) => {
            // The queue is deleted in the end.
            if (message === null) return;
            handled();
            receiving.ack(message);
          });
        },
        publish: () =>
          new Promise((resolve, reject) => {
            const options = { persistent: true };
            channel.sendToQueue(name, payload, options, (error) =>
              error ? reject(error) : resolve(),
            );
          }),
      },
      async close() {
        await broker.close();
        for (const queue of [name, `bench.${name}`]) await channel.deleteQueue(queue);
        await connection.close();
      },
    };
  },

  async 'Redis Streams'({ redisStreamBroker }, name) {
    const client = load('redis').createClient();
    await client.connect();
    const reader = await client.duplicate().connect();
    const broker = redisStreamBroker(client);
    const over = new AbortController();
    const read = async (handled) => {
      const streams = [{ key: name, id: '>' }];
      while (!over.signal.aborted) {
        const options = { COUNT: inFlight, BLOCK: 100 };
        const replies = await reader.xReadGroup('bare', 'one', streams, options);
        for (const { messages } of replies ?? [])
          for (const { id } of messages) {
            handled();
            void client.xAck(name, 'bare', id);
          }
      }
    };
    return {
      adapter: () => broker,
      bare: {
        async subscribe(handled) {
          await client.xGroupCreate(name, 'bare', '$', { MKSTREAM: true });
          read(handled).catch(() => undefined);
        },
        publish: () => client.xAdd(name, '*', { payload }),
      },
      async close() {
        over.abort();
        await broker.close();
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
    const broker = kafkaBroker(kafka, { startWith: 'all' });
    await producer.connect();
    return {
      adapter: () => broker,
      bare: {
        async subscribe(handled) {
          await consumer.connect();
          await consumer.subscribe({ topics: [name], fromBeginning: true });
          const joined = new Promise((resolve) => consumer.on('consumer.group_join', resolve));
          await consumer.run({ eachMessage: async () => handled() });
          await joined;
        },
        publish: () => producer.send({ topic: name, messages: [{ value: payload }] }),
      },
      async close() {
        await Promise.all([broker.close(), consumer.disconnect(), producer.disconnect()]);
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

async function loadAdapters() {
  const folder = join(root, '.tallystick/bench');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'brokers.mjs');
  const names = ['nats', 'mqtt', 'amqp', 'redis', 'kafka'];
  await build({
    absWorkingDir: root,
    stdin: {
      contents: names
        .map((each) => `export * from '@tallystick/runtime/broker/${each}';`)
        .join('\n'),
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@nats-io/*'],
    conditions: ['@tallystick/source'],
  });
  return import(pathToFileURL(outfile).href);
}
