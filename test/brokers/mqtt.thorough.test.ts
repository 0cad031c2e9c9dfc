import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mqtt3Broker, mqttBroker } from '@tallystick/runtime/broker/mqtt';
import type { Settlement } from '@tallystick/runtime/broker';
import { freePort } from '../free-port.js';
import { testBroker } from './conformance.js';
import { type Mqtt, mqtt, openMqtt } from './fixtures.js';
import { newName } from './names.js';
import { missingService, startServer } from './services.js';
import { collect, message, textOf } from './suite.js';

const port = 1883;
const missing = await missingService('mosquitto', port);
const sessions: string[] = [];
const open = (version: 4 | 5, session: string): ReturnType<typeof openMqtt> => {
  sessions.push(session);
  return openMqtt(port, version, session);
};

testBroker(
  {
    name: 'MQTT 5',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'session',
    open: (session) => open(5, session),
    address: async () => `${newName()}/x`,
  },
  { acknowledgements: true, headers: true, replies: true, wildcards: true },
);

testBroker(
  {
    name: 'MQTT 3.1.1',
    missing,
    groups: false,
    headers: 'none',
    returnsTo: 'session',
    open: (session) => open(4, session),
    address: async () => `${newName()}/x`,
  },
  { acknowledgements: true, wildcards: true },
);

describe.skipIf(missing !== undefined)('on MQTT', () => {
  const clients: Mqtt[] = [];
  const connect = (options: object = {}, to = port): Mqtt => {
    const defaults = { protocolVersion: 5, clientId: newName(), reconnectPeriod: 50 };
    const client = mqtt.connect(`mqtt://127.0.0.1:${to}`, { ...defaults, ...options });
    clients.push(client);
    return client;
  };
  const end = (client: Mqtt): Promise<void> =>
    new Promise((resolve) => client.end(true, () => resolve()));
  afterAll(async () => {
    await Promise.all(clients.map(end));
    // A connection with a clean session ends the one that the server keeps.
    for (const clientId of new Set(sessions)) {
      const client = connect({ clientId });
      await new Promise<void>((resolve) => client.on('connect', resolve));
      await end(client);
    }
  });

  test('acknowledges in the order of arrival, in whichever order handlers end', async () => {
    const session = {
      clientId: newName(),
      clean: false,
      properties: { sessionExpiryInterval: 60 },
    };
    const topic = newName();
    const client = connect(session);
    const broker = mqttBroker(client);
    const finish = new Map<string, () => void>();
    const received = collect(async (each): Promise<Settlement> => {
      await new Promise<void>((resolve) => finish.set(textOf(each), resolve));
      return 'ack';
    });
    await broker.subscribe(topic, { maxInFlight: 3 }, received.handler);
    for (const each of ['a', 'b', 'c']) await broker.publish(message(topic, each));
    await received.count(3);
    finish.get('c')?.();
    finish.get('b')?.();
    // Nothing is acknowledged while the first one is being handled.
    await broker.publish(message(newName(), ''));
    await end(client);
    const again = mqttBroker(connect(session));
    const later = collect();
    await again.subscribe(topic, { maxInFlight: 3 }, later.handler);
    await later.count(3);
    expect(later.deliveries.map(textOf)).toEqual(['a', 'b', 'c']);
    expect(later.deliveries.every(({ redeliveries }) => redeliveries > 0)).toBe(true);
  });

  test('keeps the messages of a session until the program subscribes', async () => {
    const session = {
      clientId: newName(),
      clean: false,
      properties: { sessionExpiryInterval: 60 },
    };
    const topic = newName();
    const first = connect(session);
    const leaving = mqttBroker(first);
    await leaving.subscribe(topic, { maxInFlight: 1 }, collect().handler);
    await leaving.close();
    await end(first);
    const publisher = mqttBroker(connect());
    await publisher.publish(message(topic, 'meanwhile'));
    const second = connect(session);
    const broker = mqttBroker(second);
    // The server delivers the message of the session before this is confirmed.
    await broker.publish(message(newName(), ''));
    const received = collect();
    await broker.subscribe(topic, { maxInFlight: 1 }, received.handler);
    await received.count(1);
    expect(received.deliveries.map(textOf)).toEqual(['meanwhile']);
  });

  test('refuses a client that has already received messages of its session', async () => {
    const client = connect({ clean: false });
    await new Promise<void>((resolve) => client.on('connect', resolve));
    expect(() => mqttBroker(client)).toThrow('create the broker before it is connected');
  });

  test('refuses a client of the other version', () => {
    expect(() => mqttBroker(connect({ protocolVersion: 4 }))).toThrow('use mqtt3Broker');
    expect(() => mqtt3Broker(connect())).toThrow('use mqttBroker');
  });

  test('delivers retained messages, and none of an earlier time otherwise', async () => {
    const broker = mqttBroker(connect());
    const [kept, gone] = [newName(), newName()];
    await broker.publish(message(kept, 'state', { bindings: { mqtt: { retain: true } } }));
    await broker.publish(message(gone, 'event'));
    const received = collect();
    for (const each of [kept, gone])
      await broker.subscribe(each, { maxInFlight: 1 }, received.handler);
    await received.count(1);
    expect(received.deliveries.map(textOf)).toEqual(['state']);
    await broker.publish(message(kept, '', { bindings: { mqtt: { retain: true } } }));
  });

  test('repeats correlation data that is not text', async () => {
    const [client, server] = [connect(), mqttBroker(connect())];
    const [topic, inbox] = [newName(), newName()];
    await server.subscribe(
      topic,
      { maxInFlight: 1 },
      async ({ replyTo = '', correlationId = '' }) => {
        await server.publish(message(replyTo, '', { correlationId }));
        return 'ack';
      },
    );
    const correlationData = Buffer.from([0xff, 0, 0x80]);
    const reply = new Promise((resolve) =>
      client.on('message', (_, __, packet) => resolve(packet.properties?.correlationData)),
    );
    await new Promise((resolve) => client.subscribe(inbox, { qos: 1 }, resolve));
    client.publish(
      topic,
      Buffer.alloc(0),
      { qos: 1, properties: { correlationData, responseTopic: inbox } },
      () => undefined,
    );
    expect(await reply).toEqual(correlationData);
  });

  test('a server that refuses is reported without credentials', async () => {
    const secured = await startServer('mosquitto', (each, folder) => {
      const lines = [`listener ${each} 127.0.0.1`, 'allow_anonymous false'];
      writeFileSync(join(folder, 'mosquitto.conf'), lines.join('\n'));
      return ['-c', join(folder, 'mosquitto.conf')];
    });
    if (typeof secured === 'string') throw new Error(secured);
    const broker = mqttBroker(connect({ username: 'user', password: 'secret' }, secured.port));
    const error = await new Promise<unknown>((resolve) =>
      broker.on((event) => event.kind === 'error' && resolve(event.error)),
    );
    expect(error).toMatchObject({ name: 'BrokerError', code: 'not-connected' });
    expect(String(error)).not.toContain('secret');
    await broker.close();
    await secured.close();
  });

  test('what waits for a server that is not there ends with its signal', async () => {
    const broker = mqttBroker(connect({}, await freePort()));
    const controller = new AbortController();
    const sent = broker.publish(message('a', '', { signal: controller.signal }));
    controller.abort(new Error('too late'));
    await expect(sent).rejects.toThrow('too late');
    await broker.close();
  });
});
