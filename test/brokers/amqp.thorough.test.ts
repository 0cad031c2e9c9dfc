import amqplib from 'amqplib';
import { afterAll, describe, expect, test } from 'vitest';
import { amqpBroker } from '@tallystick/runtime/broker/amqp';
import { freePort } from '../free-port.js';
import { testBroker } from './conformance.js';
import { openAmqp } from './fixtures.js';
import { newName, run } from './names.js';
import { missingService } from './services.js';
import { collect, message, textOf } from './suite.js';

const port = 5672;
const missing = await missingService('rabbitmq-server', port);
const groups = ['workers', 'g', 'h'];
const addresses: string[] = [];

testBroker(
  {
    name: 'RabbitMQ',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'group',
    open: () => openAmqp(port),
    address: async () => {
      const address = newName();
      addresses.push(address);
      return address;
    },
  },
  { acknowledgements: true, headers: true, replies: true, wildcards: true },
);

describe.skipIf(missing !== undefined)('on RabbitMQ', () => {
  const connect = (credentials = 'guest:guest', to = port) =>
    amqplib.connect(`amqp://${credentials}@127.0.0.1:${to}`);
  const own = ['queue', 'dead', 'letters'].map((each) => `${run}-own-${each}`);
  const [queue = '', dead = '', letters = ''] = own;

  afterAll(async () => {
    const connection = await connect();
    const channel = await connection.createChannel();
    for (const name of [
      ...own,
      ...addresses.flatMap((each) => groups.map((group) => `${group}.${each}`)),
    ])
      await channel.deleteQueue(name);
    await channel.deleteExchange(dead);
    await connection.close();
  });

  test('a rejected message of a queue goes to its dead-letter exchange', async () => {
    const broker = amqpBroker(connect, { queueArguments: { 'x-dead-letter-exchange': dead } });
    const bindings = { amqp: { queue: { name: queue, durable: true } } };
    const sink = {
      amqp: { exchange: { name: dead, type: 'fanout' }, queue: { name: letters } },
    } as const;
    const [received, deadLetters] = [collect(() => 'reject'), collect()];
    await broker.subscribe(letters, { maxInFlight: 1, bindings: sink }, deadLetters.handler);
    await broker.subscribe(queue, { maxInFlight: 1, bindings }, received.handler);
    await broker.publish(message(queue, 'bad', { bindings, headers: { a: 'b' } }));
    await Promise.all([received.count(1), deadLetters.count(1)]);
    expect(deadLetters.deliveries[0]).toMatchObject({ address: queue, headers: { a: 'b' } });
    await broker.close();
  });

  test('a mandatory message that reaches no queue is not sent', async () => {
    const broker = amqpBroker(connect);
    const bindings = { amqp: { mandatory: true } };
    await expect(broker.publish(message(newName(), 'a', { bindings }))).rejects.toMatchObject({
      code: 'not-sent',
      message: expect.stringContaining('reached no queue'),
    });
    await broker.close();
  });

  test('an exchange that does not exist fails the message, and not the next one', async () => {
    const broker = amqpBroker(connect, { exchange: newName() });
    const errors: string[] = [];
    broker.on((event) => {
      if (event.kind === 'error') errors.push(event.error.message);
    });
    await expect(broker.publish(message('a', 'a'))).rejects.toMatchObject({ code: 'not-sent' });
    expect(errors.join()).toContain('no exchange');
    const bindings = { amqp: { exchange: { name: 'amq.direct', type: 'direct' } } } as const;
    await broker.publish(message('a', 'a', { bindings }));
    await broker.close();
  });

  test('a queue with other properties is refused', async () => {
    const broker = amqpBroker(connect);
    await broker.publish(message(queue, '', { bindings: { amqp: { queue: { name: letters } } } }));
    const bindings = { amqp: { queue: { name: letters, durable: false } } };
    await expect(
      broker.subscribe(letters, { maxInFlight: 1, bindings }, collect().handler),
    ).rejects.toMatchObject({ code: 'not-subscribed' });
    await broker.close();
  });

  test('a server that is not there, or refuses the credentials, is reported without them', async () => {
    const closed = await freePort();
    for (const connectWrong of [
      () => connect('guest:secret'),
      () => connect('guest:secret', closed),
    ]) {
      const broker = amqpBroker(connectWrong);
      for (const used of [
        broker.publish(message('a', '')),
        broker.subscribe('a', { maxInFlight: 1 }, collect().handler),
      ]) {
        const error: unknown = await used.catch((each: unknown) => each);
        expect(error).toMatchObject({ name: 'BrokerError', code: 'not-connected' });
        expect(String(error)).not.toContain('secret');
      }
      await broker.close();
    }
  });

  test('properties and headers of other programs are read', async () => {
    const address = newName();
    const broker = amqpBroker(connect);
    const received = collect();
    await broker.subscribe(address, { maxInFlight: 1 }, received.handler);
    const connection = await connect();
    const channel = await connection.createConfirmChannel();
    const headers = {
      count: 3,
      flag: true,
      list: ['a'],
      table: { a: 1 },
      nothing: null,
      text: 't',
    };
    channel.publish('amq.topic', address, Buffer.from('x'), { headers });
    await channel.waitForConfirms();
    await connection.close();
    const [delivery] = await received.count(1);
    expect(delivery).toEqual({
      address,
      payload: Buffer.from('x'),
      headers: { count: '3', flag: 'true', text: 't' },
      redeliveries: 0,
    });
    await broker.close();
  });

  test('a subscription continues when its queue is deleted', async () => {
    const address = newName();
    addresses.push(address);
    const broker = amqpBroker(connect);
    const events: string[] = [];
    broker.on(({ kind }) => events.push(kind));
    const received = collect();
    await broker.subscribe(address, { maxInFlight: 1, group: 'g' }, received.handler);
    const connection = await connect();
    const channel = await connection.createChannel();
    await channel.deleteQueue(`g.${address}`);
    await connection.close();
    const bindings = { amqp: { mandatory: true } };
    for (let isSent = false; !isSent;)
      isSent = await broker.publish(message(address, 'later', { bindings })).then(
        () => true,
        () => false,
      );
    await received.count(1);
    expect(received.deliveries.map(textOf)).toEqual(['later']);
    expect(events).toContain('error');
    await broker.close();
  });
});
