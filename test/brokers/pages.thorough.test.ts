import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import amqplib from 'amqplib';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { run } from '../generator/cli/console.js';
import { blocksOf, linesOf, promisedBy } from '../page-blocks.js';
import { sharedRabbitMq, startMosquitto, startNats, startRedis } from './own-servers.js';
import { type OwnServer, startKafka } from './services.js';

interface Page {
  readonly page: string;
  /** The program that receives. */
  readonly receiver: string;
  /** Where the page says that the broker listens. */
  readonly address: string;
  readonly start: () => Promise<OwnServer | string>;
  /** Removes what the programs leave on a server that is not the test's own. */
  readonly clean?: () => Promise<void>;
}

const pages: readonly Page[] = [
  { page: 'nats', receiver: 'kitchen.ts', address: 'localhost:4222', start: startNats },
  { page: 'mqtt', receiver: 'monitor.ts', address: 'localhost:1883', start: startMosquitto },
  {
    page: 'rabbitmq',
    receiver: 'kitchen.ts',
    address: 'localhost:5672',
    start: sharedRabbitMq,
    async clean() {
      const connection = await amqplib.connect('amqp://localhost:5672');
      const channel = await connection.createChannel();
      await channel.deleteQueue('tea-kitchen.orders.*.placed');
      await channel.deleteExchange('tea-orders');
      await connection.close();
    },
  },
  { page: 'kafka', receiver: 'kitchen.ts', address: 'localhost:9092', start: startKafka },
  { page: 'redis', receiver: 'kitchen.ts', address: 'localhost:6379', start: startRedis },
];

describe.each(pages)('the page $page', ({ page, receiver, address, start, clean }) => {
  const folder = resolve('.tallystick/broker-pages', page);
  const blocks = blocksOf(`docs/brokers/${page}.md`);
  const programs = blocks.filter(({ language }) => language === 'ts');
  const promised = programs.flatMap(({ text }) => promisedBy(text));
  const bundle = (name: string): string => join(folder, name.replace(/ts$/, 'mjs'));
  const running = new Set<ChildProcess>();
  let server: OwnServer | string = '';

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    if (typeof server === 'string') return;
    await clean?.();
    await server.close();
  });

  /** Starts the program that receives. It runs until it is told to end. */
  const receive = () => {
    const child = spawn(process.execPath, [bundle(receiver)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const printed: string[] = [];
    const failed: string[] = [];
    const output = createInterface({ input: child.stdout });
    output.on('line', (line) => printed.push(line));
    createInterface({ input: child.stderr }).on('line', (line) => failed.push(line));
    return {
      async prints(wanted: readonly string[]): Promise<void> {
        while (wanted.some((line) => !printed.includes(line)))
          await Promise.race([once(output, 'line'), once(output, 'close').then(refuse)]);
      },
      async end(): Promise<readonly string[]> {
        child.kill('SIGINT');
        const [code] = (await once(child, 'close')) as [number | null];
        running.delete(child);
        expect({ code, failed }).toEqual({ code: 0, failed: [] });
        return printed;
      },
    };
    function refuse(): never {
      throw new Error(`${receiver} has ended: ${failed.join('\n')}`);
    }
  };

  test('has programs that work as it says', async ({ skip }) => {
    server = await start();
    if (typeof server === 'string') return skip(server);
    await clean?.();
    const actual = `127.0.0.1:${server.port}`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const { name, text } of blocks.filter((block) => block.name !== ''))
      writeFileSync(join(folder, name), text.replaceAll(address, actual));
    for (const line of linesOf(blocks).filter((each) => each.startsWith('npx tallystick ')))
      expect(await run(line.split(' ').slice(2), diskHost(folder))).toMatchObject({ code: 0 });
    for (const { name } of programs)
      await build({
        entryPoints: [join(folder, name)],
        outfile: bundle(name),
        bundle: true,
        format: 'esm',
        platform: 'node',
        // The clients, but not the runtime, whose sources are bundled.
        external: ['@nats-io/*', 'amqplib', 'kafkajs', 'mqtt', 'redis'],
        conditions: ['@tallystick/source'],
      });
    const publisher = programs.find(({ name }) => name !== receiver)?.name ?? '';
    const publish = async (): Promise<void> => {
      const { stderr } = await promisify(execFile)(process.execPath, [bundle(publisher)]);
      expect(stderr).toBe('');
    };

    const open = programs
      .flatMap(({ text }) => [...text.matchAll(/console\.log\('(.* is open\. .*)'\)/g)])
      .map(([, line = '']) => line);
    const first = receive();
    await first.prints(open);
    await publish();
    await first.prints(promised);
    expect(await first.end()).toEqual([...open, ...promised]);

    await publish();
    const second = receive();
    await second.prints([...open, ...promised]);
    expect((await second.end()).toSorted()).toEqual([...open, ...promised].toSorted());
  });
});
