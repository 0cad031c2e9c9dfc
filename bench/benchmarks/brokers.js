import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const load = createRequire(import.meta.url);
/** Messages that are being sent, and handled, at a time. */
const inFlight = 100;
/** Targets for the ratio to the library alone. */
const targets = { off: 0.85, full: 0.7 };

const description = `
asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }
servers: { events: { host: localhost, protocol: nats } }
channels:
  orders:
    address: '{topic}'
    parameters: { topic: {} }
    messages:
      order:
        headers: { type: object, required: [tenant], properties: { tenant: { type: string } } }
        payload:
          type: object
          required: [kind, id, cents]
          properties:
            kind: { const: placed }
            id: { type: string, minLength: 1 }
            cents: { type: integer, minimum: 0 }
            note: { type: string, maxLength: 500 }
operations:
  orderPlaced: { action: send, channel: { $ref: '#/channels/orders' } }
`;
const order = {
  kind: 'placed',
  id: 'o-4711',
  cents: 1250,
  note: 'Leave it at the door. '.repeat(5).trim(),
};
const tenant = 'acme';
const text = () => Buffer.from(JSON.stringify(order));
/** What a program reads of a message. */
const read = (bytes) => JSON.parse(Buffer.from(bytes).toString()).id;

/**
 * Messages through generated publishers and subscribers beside the library alone, with and without validation: JSON of about 200 bytes with an id and a
 * header, confirmed, received and acknowledged. Short rounds of all candidates alternate. The figure is the median of the ratios of neighbouring
 * rounds: by the clock, and of the CPU time of this process, which other programs on the machine change less.
 */
export async function benchmarkBrokers({ quick }) {
  const adapters = await loadAdapters();
  const count = quick ? 50 : 2_000;
  const rounds = quick ? 1 : 9;
  for (const [name, open] of Object.entries(brokers)) {
    const ratios = {};
    const speeds = {};
    try {
      for (let round = 0; round < rounds; round++) {
        const measured = {};
        // The first round warms up. The order changes, so that none is always the first.
        const candidates = ['library', 'off', 'full'];
        for (const kind of round % 2 === 0 ? candidates : candidates.toReversed()) {
          const topic = `bench-${process.pid}-${round}-${kind}`;
          const opened = await open(adapters, topic);
          const side =
            kind === 'library' ? opened.bare : through(adapters, opened.adapter(), topic, kind);
          measured[kind] = await measure(count, side);
          await side.close?.();
          await opened.close();
        }
        if (round === 0 && !quick) continue;
        for (const phase of ['publishing', 'both'])
          for (const validation of ['off', 'full'])
            for (const what of ['clock', 'cpu'])
              (ratios[`${phase} ${validation} ${what}`] ??= []).push(
                measured.library[phase][what] / measured[validation][phase][what],
              );
        for (const [kind, { both }] of Object.entries(measured))
          (speeds[kind] ??= []).push((count / both.clock) * 1000);
      }
    } catch (error) {
      console.log(`\nfailed: ${name}: ${error.message}`);
      continue;
    }
    printRatios(name, ratios, speeds);
    for (const [validation, target] of Object.entries(targets)) {
      const ratio = median(ratios[`both ${validation} cpu`]);
      if (ratio < target && !quick)
        console.log(
          `\nmissed: ${name}, validation ${validation}: ${ratio.toFixed(2)}, the target is ${target}`,
        );
    }
  }
}

function printRatios(name, ratios, speeds) {
  const title = `${name}: the library's time as a share of ours, ${inFlight} at a time`;
  console.log(`\n## ${title}\n`);
  console.log('| what | validation off | validation on |');
  console.log('| --- | ---: | ---: |');
  for (const phase of ['publishing', 'both'])
    for (const what of ['clock', 'cpu']) {
      const of = (validation) => median(ratios[`${phase} ${validation} ${what}`]).toFixed(2);
      console.log(`| ${phase}, ${what} | ${of('off')} | ${of('full')} |`);
    }
  const speed = (kind) => median(speeds[kind]).toFixed(0);
  console.log(
    `\nmessages a second: library ${speed('library')}, off ${speed('off')}, full ${speed('full')}`,
  );
}

function median(figures) {
  const sorted = figures.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Times of sending `count` messages that nobody receives yet, and then of sending as many and handling them. */
async function measure(count, { subscribe, publish }) {
  const lanes = async () => {
    let next = 0;
    const lane = async () => {
      while (next++ < count) await publish();
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
  };
  const publishing = await timed(lanes);
  let handled = 0;
  let finish;
  const finished = new Promise((done) => (finish = done));
  await subscribe(() => {
    if (++handled === count) finish();
  });
  const both = await timed(() => Promise.all([finished, lanes()]));
  return { publishing, both };
}

async function timed(work) {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const clock = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { clock, cpu: (user + system) / 1000 };
}

/** A generated publisher and subscriber. */
function through({ OrdersPublisher, OrdersSubscriber, atMostOnce }, broker, topic, validation) {
  const acknowledges = 'acknowledgements' in broker.abilities;
  const publisher = new OrdersPublisher(broker, { validation });
  const subscriber = new OrdersSubscriber(acknowledges ? broker : atMostOnce(broker), {
    deadLetter: false,
    validation,
    concurrency: inFlight,
  });
  return {
    subscribe: (handled) =>
      subscriber.orderPlaced(
        { topic },
        ({ payload, headers }) => handled(payload.id, headers.tenant),
        { group: 'bench' },
      ),
    publish: () => publisher.orderPlaced({ topic }, order, { headers: { tenant } }),
    async close() {
      await subscriber.close();
      await broker.close();
    },
  };
}

const brokers = {
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
        for (const { messages } of replies ?? [])
          for (const { id, message } of messages) {
            handled(read(message.payload), message.tenant);
            void client.xAck(name, 'bare', id);
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

async function loadAdapters() {
  const folder = join(root, '.tallystick/bench/brokers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'orders.yaml'), description);
  const generator = join(root, 'generator/bin/tallystick.js');
  execFileSync(process.execPath, [generator, 'generate', 'orders.yaml', '--out', 'orders'], {
    cwd: folder,
  });
  const outfile = join(folder, 'brokers.mjs');
  const names = ['nats', 'mqtt', 'amqp', 'redis', 'kafka'];
  const modules = ['@tallystick/runtime/broker', `${folder}/orders/index.ts`].concat(
    names.map((each) => `@tallystick/runtime/broker/${each}`),
  );
  await build({
    absWorkingDir: root,
    stdin: {
      contents: modules.map((each) => `export * from '${each}';`).join('\n'),
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
