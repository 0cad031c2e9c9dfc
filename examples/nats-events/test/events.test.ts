import { connect as open } from 'node:net';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { deadLetterHeaders, type Delivery, type SubscriberEvent } from '@tallystick/runtime/broker';
import { memoryReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Accounting, startAccounting } from '../src/accounting.js';
import { createEventSource } from '../src/event-source.js';
import { deadLetterSubject, openEventsBroker } from '../src/events-broker.js';
import type { MatchMessage, Notification, UserOperation } from '../src/events/index.js';

const { NATS_URL = '127.0.0.1:4222' } = process.env;
const [hostname = '', port = ''] = NATS_URL.split(':');
/** Why there is no server; `undefined` if there is one. */
const missing = await new Promise<string | undefined>((settle) => {
  const socket = open({ host: hostname, port: Number(port) });
  socket.once('connect', () => settle(void socket.destroy()));
  socket.once('error', (error: NodeJS.ErrnoException) => settle(`NATS: ${error.code}`));
});

const notification: Notification = {
  webhookId: '5f1c3a52-9d0e-4c7b-8e6a-2b4d6f8091a2',
  eventType: 'erc20_transfer',
  network: 'base-sepolia',
  blockHash: '0x5a2f0c1c2f3e4d5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f00112233445',
  blockNumber: 13463418,
  blockTime: '2025-03-25T12:00:00Z',
  transactionHash: '0xb1c9a7e3d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5061728394a5b6c7d8e9f',
  transactionIndex: 76,
  logIndex: 102,
  contractAddress: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  from: '0x742d35cc6634c0532925a3b844bc454e4438f44e',
  to: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  value: '1000000',
};
const account = '0x5aeda56215b167893e80b4fe645ba6d5bab767de';
const operation: UserOperation = {
  network: 'base-sepolia',
  userOpHash: '0x9d4a2c6b8e0f1a3c5d7e9f0b2a4c6e8d0f1b3a5c7e9d0f2b4a6c8e0d1f3b5a7c',
  calls: [{ to: account, value: '1000000000000000', data: '0x' }],
  status: 'pending',
};
const trade: MatchMessage = {
  type: 'match',
  trade_id: 10,
  sequence: 50,
  maker_order_id: 'ac928c66-ca53-498f-9c13-a110027a60e8',
  taker_order_id: '132fb6ae-456b-4654-b4e0-d681ac05cea1',
  time: '2025-01-28T09:30:00.123456Z',
  product_id: 'BTC-USD',
  size: '5.23512',
  price: '400.23',
  side: 'sell',
};

/** Notes what it is told, and fails while `failures` lasts. */
function testAccounting() {
  const entries: string[] = [];
  const state = { failures: 0 };
  const note = async (entry: string): Promise<void> => {
    if (state.failures-- > 0) throw new Error('the books are closed');
    entries.push(entry);
  };
  const accounting: Accounting = {
    transfer: ({ transactionHash }) => note(`transfer ${transactionHash.slice(0, 6)}`),
    completed: ({ userOpHash }) => note(`completed ${userOpHash.slice(0, 6)}`),
    trade: ({ sequence, size }) => note(`trade ${sequence} ${size}`),
  };
  return { accounting, entries, state };
}

describe.skipIf(missing !== undefined)(`the events${missing ? ` (${missing})` : ''}`, () => {
  vi.setConfig({ testTimeout: 60_000 });
  let store: ReturnType<typeof memoryReceivedDeliveryStore>;
  let environment: string;
  let connections: NatsConnection[];

  const openBroker = async () => {
    const connection = await connect({ servers: NATS_URL });
    connections.push(connection);
    return { connection, broker: openEventsBroker(connection, environment) };
  };

  beforeEach(() => {
    environment = `test-${crypto.randomUUID()}`;
    connections = [];
    store = memoryReceivedDeliveryStore();
  });
  afterEach(async () => {
    const connection = await connect({ servers: NATS_URL });
    const { streams } = await jetstreamManager(connection);
    for await (const { config } of streams.list())
      if (config.name.startsWith(environment)) await streams.delete(config.name);
    for (const each of [connection, ...connections]) await each.close();
  });

  test('reach a service that started after they were published, each of them once', async () => {
    const source = createEventSource((await openBroker()).broker, environment);
    await source.notification(notification);
    await source.notification(notification);
    await source.event(notification.webhookId, {
      eventId: '0f8b3f0e-52a4-4c8e-9a54-0d6f2f7f3a10',
      timestamp: '2025-03-25T12:00:00Z',
      eventType: 'wallet.activity.detected',
      data: { network: 'base-sepolia' },
    });
    for (const status of ['pending', 'signed', 'broadcast', 'complete'] as const)
      await source.userOperation(account, { ...operation, status });
    for (const [sequence, size] of ['1', '2', '3'].entries())
      await source.marketMessage({ ...trade, sequence, size });

    const { accounting, entries } = testAccounting();
    const { broker } = await openBroker();
    const subscriber = await startAccounting({ broker, environment, accounting, store });
    await vi.waitFor(() => expect(entries).toHaveLength(5), 20_000);
    await subscriber.close();
    await broker.close();

    expect(entries.filter((entry) => entry.startsWith('trade'))).toEqual([
      'trade 0 1',
      'trade 1 2',
      'trade 2 3',
    ]);
    expect(entries.toSorted().slice(0, 2)).toEqual(['completed 0x9d4a', 'trade 0 1']);
    expect(entries).toContain('transfer 0xb1c9');
  });

  test('are not published if they are not as described', async () => {
    const source = createEventSource((await openBroker()).broker, environment);
    const wrong = { ...operation, status: 'lost' } as unknown as UserOperation;
    await expect(source.userOperation(account, wrong)).rejects.toMatchObject({
      code: 'invalid-message',
      violations: [{ pointer: '/status' }],
    });
  });

  test('become dead letters if they cannot be handled', async () => {
    const { broker, connection } = await openBroker();
    const { accounting, entries, state } = testAccounting();
    state.failures = 3;
    const subscriber = await startAccounting({ broker, environment, accounting, store });
    const dead: Delivery[] = [];
    await broker.subscribe(
      deadLetterSubject(environment),
      { maxInFlight: 1, group: 'review' },
      async (delivery) => {
        dead.push(delivery);
        return 'ack';
      },
    );
    const source = createEventSource(broker, environment);
    await source.marketMessage(trade);
    await vi.waitFor(() => expect(dead).toHaveLength(1), 20_000);
    await source.marketMessage({ ...trade, sequence: 51 });
    const subject = `${environment}.exchange.market.BTC-USD`;
    connection.publish(subject, new TextEncoder().encode('{"type":"match"}'));
    await vi.waitFor(() => expect(dead).toHaveLength(2), 20_000);
    await subscriber.close();

    expect(entries).toEqual(['trade 51 5.23512']);
    expect(dead.map(({ headers }) => headers)).toMatchObject([
      {
        [deadLetterHeaders.reason]: 'failed',
        [deadLetterHeaders.detail]: 'the books are closed',
        [deadLetterHeaders.attempts]: '3',
        [deadLetterHeaders.address]: subject,
      },
      { [deadLetterHeaders.reason]: 'invalid' },
    ]);
    expect(JSON.parse(new TextDecoder().decode(dead[0]?.payload))).toEqual(trade);
  });

  test('are not handled again if the service loses its connection before it has acknowledged them', async () => {
    const first = await openBroker();
    const handled = testAccounting();
    await startAccounting({
      broker: first.broker,
      environment,
      store,
      accounting: {
        ...handled.accounting,
        trade: async (match) => {
          await handled.accounting.trade(match);
          await first.connection.close();
        },
      },
    });
    const source = createEventSource((await openBroker()).broker, environment);
    await source.marketMessage(trade);
    await vi.waitFor(() => expect(handled.entries).toHaveLength(1), 20_000);

    const again = testAccounting();
    const events: SubscriberEvent[] = [];
    const { broker } = await openBroker();
    const { accounting } = again;
    const onEvent = (event: SubscriberEvent): void => void events.push(event);
    const subscriber = await startAccounting({ broker, environment, accounting, store, onEvent });
    await vi.waitFor(() => expect(events).toHaveLength(1), 20_000);
    await subscriber.close();
    expect(events).toMatchObject([{ kind: 'duplicate', operation: 'marketMessage' }]);
    expect(again.entries).toEqual([]);
  });

  test('that are being handled when the service ends are finished first', async () => {
    const { broker } = await openBroker();
    const { accounting, entries } = testAccounting();
    let finish = (): void => undefined;
    let begun = false;
    const subscriber = await startAccounting({
      broker,
      environment,
      store,
      accounting: {
        ...accounting,
        trade: async (match) => {
          begun = true;
          await new Promise<void>((resolve) => (finish = resolve));
          await accounting.trade(match);
        },
      },
    });
    await createEventSource((await openBroker()).broker, environment).marketMessage(trade);
    await vi.waitFor(() => expect(begun).toBe(true), 20_000);
    const closed = subscriber.close();
    finish();
    await closed;
    expect(entries).toEqual(['trade 50 5.23512']);
  });
});
