import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { jetStreamBroker, type NatsConnection, natsBroker } from '@tallystick/runtime/broker/nats';
import type { Settlement } from '@tallystick/runtime/broker';
import { testBroker } from './conformance.js';
import { nats, openNats } from './fixtures.js';
import { newName, run } from './names.js';
import { startNats } from './own-servers.js';
import { startServer } from './services.js';
import { collect, message, textOf } from './suite.js';

const server = await startNats();
const [port, missing] = typeof server === 'string' ? [0, server] : [server.port, undefined];
const stream = run;

testBroker(
  {
    name: 'Core NATS',
    missing,
    groups: true,
    headers: 'ascii names',
    open: () => openNats(port, 'core'),
    address: async () => newName(),
  },
  { headers: true, replies: true, wildcards: true },
);

testBroker(
  {
    name: 'JetStream',
    missing,
    groups: true,
    headers: 'ascii names',
    returnsTo: 'group',
    open: () => openNats(port, 'stream', stream),
    address: async () => `${stream}.${newName()}`,
  },
  { acknowledgements: true, headers: true, replies: true, wildcards: true },
);

describe.skipIf(missing !== undefined)('on NATS', () => {
  const connections: { close(): Promise<void> }[] = [];
  const connect = async (to = port, options = {}): Promise<NatsConnection> => {
    const connection = await nats.connect({ port: to, ...options });
    connections.push(connection);
    return connection;
  };
  afterAll(async () => {
    await Promise.all(connections.map((each) => each.close()));
    if (typeof server !== 'string') await server.close();
  });

  test('a repeated id is stored once', async () => {
    const name = newName();
    const broker = jetStreamBroker(await connect(), {
      streams: [{ name, subjects: [`${name}.>`] }],
      startWith: 'all',
    });
    for (const id of ['1', '1', '2', '1']) await broker.publish(message(`${name}.a`, id, { id }));
    const received = collect();
    await broker.subscribe(`${name}.a`, { maxInFlight: 9, group: 'g' }, received.handler);
    await broker.publish(message(`${name}.a`, 'end'));
    await received.until((all) => all.some((each) => textOf(each) === 'end'));
    expect(received.deliveries.map(textOf)).toEqual(['1', '2', 'end']);
    await broker.close();
  });

  test('a handler may take longer than the time for acknowledgements', async () => {
    const name = newName();
    const options = { streams: [{ name, subjects: [`${name}.>`] }], ackWait: 300 };
    const [one, two] = [
      jetStreamBroker(await connect(), options),
      jetStreamBroker(await connect(), options),
    ];
    let finish = (): void => undefined;
    const received = collect(async (each): Promise<Settlement> => {
      if (textOf(each) === 'slow') await new Promise<void>((resolve) => (finish = resolve));
      return 'ack';
    });
    for (const each of [one, two])
      await each.subscribe(`${name}.a`, { maxInFlight: 9, group: 'g' }, received.handler);
    await one.publish(message(`${name}.a`, 'slow'));
    await received.count(1);
    // The time passes at the server.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    finish();
    await one.publish(message(`${name}.a`, 'next'));
    await received.until((all) => all.some((each) => textOf(each) === 'next'));
    expect(received.deliveries.map(textOf)).toEqual(['slow', 'next']);
    await Promise.all([one.close(), two.close()]);
  });

  test('what no stream holds is neither sent nor subscribed to', async () => {
    const broker = jetStreamBroker(await connect(), { timeout: 500 });
    const address = newName();
    await expect(broker.publish(message(address, 'a'))).rejects.toMatchObject({ code: 'not-sent' });
    await expect(
      broker.subscribe(address, { maxInFlight: 1 }, collect().handler),
    ).rejects.toMatchObject({
      code: 'not-subscribed',
      message: expect.stringContaining(`No stream of JetStream holds "${address}"`),
    });
    await broker.close();
  });

  test('what a user may not do is refused', async () => {
    const secured = await startServer('nats-server', (each, folder) => {
      const user = (name: string, rights: string): string =>
        `{ user: ${name}, password: secret, ${rights} }`;
      const users = user('guest', 'permissions: { publish: "open", subscribe: "open" }');
      writeFileSync(join(folder, 'nats.conf'), `authorization { users: [${users}] }`);
      return ['-a', '127.0.0.1', '-p', String(each), '-c', join(folder, 'nats.conf')];
    });
    if (typeof secured === 'string') throw new Error(secured);
    await expect(
      nats.connect({ port: secured.port, user: 'guest', pass: 'wrong' }),
    ).rejects.toThrow();
    const broker = natsBroker(await connect(secured.port, { user: 'guest', pass: 'secret' }));
    const events: string[] = [];
    broker.on((event) => events.push(event.kind === 'error' ? event.error.message : event.kind));
    await expect(
      broker.subscribe('closed', { maxInFlight: 1 }, collect().handler),
    ).rejects.toMatchObject({ code: 'not-subscribed' });
    await broker.subscribe('open', { maxInFlight: 1 }, collect().handler);
    await broker.publish(message('closed', 'a'));
    await expect.poll(() => events.join()).toContain('Permissions Violation');
    expect(events.join()).not.toContain('secret');
    await broker.close();
    await secured.close();
  });

  test('a connection that is closed sends nothing', async () => {
    const connection = await connect();
    const brokers = [natsBroker(connection), jetStreamBroker(connection)];
    await connections.at(-1)?.close();
    for (const broker of brokers)
      await expect(broker.publish(message('a', ''))).rejects.toMatchObject({
        code: 'not-connected',
      });
    for (const broker of brokers) await broker.close();
  });

  test.each([
    ['a line break', { a: 'b\r\nc' }],
    ['white space at the end', { a: 'b ' }],
    ['a colon in the name', { 'a:b': 'c' }],
    ['half a character', { a: '\ud800' }],
  ])('a header with %s is refused', async (_, headers) => {
    const broker = natsBroker(await connect());
    await expect(broker.publish(message('a', '', { headers }))).rejects.toMatchObject({
      code: 'invalid-message',
    });
    await broker.close();
  });
});
