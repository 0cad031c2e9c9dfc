import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import amqplib from 'amqplib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
import { startProxy } from '../stores/crash/proxy.js';
import { type Kind, openKind } from './crash/open.js';
import { newName } from './names.js';
import { sharedRabbitMq, startMosquitto, startNats, startRedis } from './own-servers.js';
import { type OwnServer, startKafka } from './services.js';
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
    external: ['@nats-io/*', 'amqplib', 'better-sqlite3', 'kafkajs', 'mqtt', 'redis'],
    conditions: ['@tallystick/source'],
  });
});

interface Case {
  readonly kind: Kind;
  readonly kills: number;
  start(): Promise<OwnServer | string>;
  /** Interrupts the server `interruptions` times: it is restarted with its data after a signal, or the connection to it is cut. */
  readonly interruption: 'TERM' | 'KILL' | 'cut' | 'none';
}

const interruptions = rounds(5, 2);

const kills = rounds(20, 3);
const cases: readonly Case[] = [
  { kind: 'JetStream', kills, interruption: 'KILL', start: startNats },
  // It writes its sessions when it ends.
  { kind: 'MQTT 5', kills, interruption: 'TERM', start: startMosquitto },
  { kind: 'RabbitMQ', kills, interruption: 'cut', start: sharedRabbitMq },
  { kind: 'Redis Streams', kills, interruption: 'KILL', start: startRedis },
  // A cluster waits for a killed member before it gives its partitions away, and the one of librdkafka keeps nothing.
  { kind: 'Kafka', kills: rounds(10, 2), interruption: 'none', start: startKafka },
];

describe.each(cases)('a consumer of $kind', async ({ kind, kills, interruption, start }) => {
  const server = await start();
  const missing = typeof server === 'string' ? ` (${server})` : '';

  test.skipIf(typeof server === 'string')(
    `that is killed ${kills} times loses none of ${total} messages, also while the broker is away${missing}`,
    async ({ annotate }) => {
      if (typeof server === 'string') return;
      const stream = newName();
      const address = kind === 'JetStream' ? `${stream}.orders` : stream;
      const folder = mkdtempSync(join(tmpdir(), 'tallystick-crash-'));
      const proxy = await startProxy(server.port);
      const { broker, end } = await openKind(kind, proxy.port, newName(), stream);
      const random = randomFrom(seed);
      const seen = new Set<string>();
      const counts = { handled: 0, removed: 0, kills: 0, interruptions: 0, dead: 0, failures: 0 };
      let consumer: ChildProcess | undefined;
      let nextKill = 0;
      const done = new Promise<void>((resolve, reject) => {
        const launch = (): void => {
          const args = [script, kind, String(proxy.port), stream, address, join(folder, 'handled')];
          const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
          consumer = child;
          let errors = '';
          child.stderr.on('data', (data) => (errors = (errors + String(data)).slice(-10_000)));
          createInterface({ input: child.stdout }).on('line', (line) => {
            if (line === 'ready;') return child.emit('ready');
            const [, what, id] = /^(\w+) (\d+);$/.exec(line) ?? [];
            // The process was killed while it wrote.
            if (id === undefined) return undefined;
            if (what === 'again') return counts.removed++;
            if (what === 'dead') return counts.dead++;
            seen.add(id);
            counts.handled++;
            if (seen.size === total) resolve();
            if (counts.kills < kills && counts.handled >= nextKill && consumer === child) {
              counts.kills++;
              nextKill = counts.handled + random() * ((2 * total) / (kills + 1)) * 0.8;
              child.kill('SIGKILL');
            }
            return undefined;
          });
          child.once('exit', (code, signal) => {
            if (seen.size === total) return;
            // It cannot start while the broker is away, and is started again like one that was killed.
            if (signal === 'SIGKILL' || counts.failures++ < 50) launch();
            else reject(new Error(`the consumer ended with code ${code}: ${errors}`));
          });
        };
        nextKill = (random() * total) / (kills + 1);
        launch();
      });
      // Its group has to exist before the first message.
      if (consumer !== undefined) await Promise.race([once(consumer, 'ready'), done]);
      const interrupt = async (): Promise<void> => {
        counts.interruptions++;
        if (interruption === 'cut') proxy.cut();
        if (interruption === 'KILL' || interruption === 'TERM') await server.restart(interruption);
        else await new Promise((resolve) => setTimeout(resolve, 500));
        if (interruption === 'cut') proxy.restore();
      };
      let next = 0;
      const pauses: Promise<void>[] = [];
      const lane = async (): Promise<void> => {
        for (let id = next++; id < total; id = next++) {
          if (interruption !== 'none' && id % Math.ceil(total / (interruptions + 1)) === 1)
            pauses.push(interrupt());
          await insist(
            broker,
            message(address, String(id), { id: String(id), key: String(id % 10) }),
          );
        }
      };
      await Promise.all([done, ...Array.from({ length: 100 }, lane)]);
      await Promise.all(pauses);
      consumer?.kill('SIGKILL');
      expect(seen.size).toBe(total);
      expect(counts.dead).toBe(0);
      await annotate(
        `${total} messages, ${counts.kills} kills, ${counts.interruptions} interruptions: ` +
          `${total - seen.size} lost, ${counts.removed} duplicates removed, ${counts.handled - total} handled twice`,
      );
      await broker.close();
      await end();
      await removeFrom(kind, server.port, address);
      proxy.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    1_800_000,
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
}
