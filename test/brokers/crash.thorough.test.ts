import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import amqplib from 'amqplib';
import { build } from 'esbuild';
import { createClient } from 'redis';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
import { type Kind, openKind } from './crash/open.js';
import { newName } from './names.js';
import { missingService, type OwnServer, startKafka, startServer } from './services.js';
import { insist, message } from './suite.js';

const script = resolve('.tallystick', 'brokers', 'consumer.mjs');
const total = rounds(100_000);

beforeAll(async () => {
  await build({
    entryPoints: ['test/brokers/crash/consumer.ts'],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // The runtime is a package too.
    alias: { '@tallystick/runtime/broker': resolve('runtime/broker') },
    conditions: ['@tallystick/source'],
  });
});

describe.each<readonly [Kind, number, () => Promise<OwnServer | string>]>([
  [
    'JetStream',
    rounds(50, 3),
    () =>
      startServer('nats-server', (port, folder) => [
        '-a',
        '127.0.0.1',
        '-p',
        String(port),
        '-js',
        '-sd',
        folder,
      ]),
  ],
  [
    'MQTT 5',
    rounds(50, 3),
    () =>
      startServer('mosquitto', (port, folder) => {
        // By default, the server drops what it has no room for.
        const lines = [
          'set_tcp_nodelay true',
          'allow_anonymous true',
          'max_queued_messages 0',
          `listener ${port} 127.0.0.1`,
        ];
        writeFileSync(join(folder, 'mosquitto.conf'), lines.join('\n'));
        return ['-c', join(folder, 'mosquitto.conf')];
      }),
  ],
  ['RabbitMQ', rounds(50, 3), () => service('rabbitmq-server', 5672)],
  ['Redis Streams', rounds(50, 3), () => service('redis-server', 6379)],
  // A cluster waits for a killed member before it gives its partitions away.
  ['Kafka', rounds(10, 2), startKafka],
])('a consumer of %s', async (kind, kills, start) => {
  const server = await start();
  const missing = typeof server === 'string' ? ` (${server})` : '';

  test.skipIf(typeof server === 'string')(
    `that is killed ${kills} times loses none of ${total} messages${missing}`,
    async ({ annotate }) => {
      if (typeof server === 'string') return;
      const stream = newName();
      const address = kind === 'JetStream' ? `${stream}.orders` : stream;
      const { broker, end } = await openKind(kind, server.port, newName(), stream);
      const random = randomFrom(seed);
      const seen = new Set<string>();
      let received = 0;
      let killed = 0;
      let consumer: ChildProcess | undefined;
      let nextKill = 0;
      const done = new Promise<void>((resolve, reject) => {
        const launch = (): void => {
          const args = [script, kind, String(server.port), stream, address];
          const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
          consumer = child;
          let errors = '';
          child.stderr.on('data', (data) => (errors += String(data)));
          createInterface({ input: child.stdout }).on('line', (line) => {
            if (line === 'ready') return child.emit('ready');
            const [, id] = /^(\d+);$/.exec(line) ?? [];
            // The process was killed while it wrote.
            if (id === undefined) return undefined;
            seen.add(id);
            received++;
            if (seen.size === total) resolve();
            if (killed < kills && received >= nextKill && consumer === child) {
              killed++;
              nextKill = received + random() * ((2 * total) / (kills + 1)) * 0.8;
              child.kill('SIGKILL');
            }
            return undefined;
          });
          child.once('exit', (code, signal) => {
            if (seen.size === total) return;
            if (signal === 'SIGKILL') launch();
            else reject(new Error(`the consumer ended with code ${code}: ${errors}`));
          });
        };
        nextKill = (random() * total) / (kills + 1);
        launch();
      });
      // Its group has to exist before the first message.
      if (consumer !== undefined) await once(consumer, 'ready');
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let id = next++; id < total; id = next++)
          await insist(
            broker,
            message(address, String(id), { id: String(id), key: String(id % 10) }),
          );
      };
      await Promise.all([done, ...Array.from({ length: 100 }, lane)]);
      consumer?.kill('SIGKILL');
      expect(seen.size).toBe(total);
      await annotate(`${killed} kills, ${received - total} of ${total} messages twice`);
      await broker.close();
      await end();
      await removeFrom(kind, server.port, address);
      await server.close();
    },
    300_000,
  );
});

/** Removes what stays in a server of this machine. */
async function removeFrom(kind: Kind, port: number, address: string): Promise<void> {
  if (kind === 'RabbitMQ') {
    const connection = await amqplib.connect(`amqp://127.0.0.1:${port}`);
    const channel = await connection.createChannel();
    await channel.deleteQueue(`g.${address}`);
    await connection.close();
  }
  if (kind === 'Redis Streams') {
    const client = await createClient({ socket: { host: '127.0.0.1', port } }).connect();
    await client.del(address);
    client.destroy();
  }
}

/** A server of this machine. */
async function service(name: string, port: number): Promise<OwnServer | string> {
  return (await missingService(name, port)) ?? { port, close: async () => undefined };
}
