import { jetStreamBroker } from '@tallystick/runtime/broker/nats';
import { deadLetterHeaders, type Broker, type BrokerAbility } from '@tallystick/runtime/broker';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { OrdersPublisher, OrdersSubscriber } from '../cases/brokers/output/src/index.js';
import { nats, openAmqp } from './fixtures.js';
import { startNats } from './own-servers.js';
import { missingService } from './services.js';

const server = await startNats();
const noNats = typeof server === 'string' ? server : undefined;
const noRabbit = await missingService('RabbitMQ', 5672);

const brokers: readonly {
  readonly name: string;
  readonly missing: string | undefined;
  readonly open: () => Promise<{ readonly broker: Broker<BrokerAbility>; end(): Promise<void> }>;
}[] = [
  {
    name: 'JetStream',
    missing: noNats,
    open: async () => {
      const connection = await nats.connect({ port: typeof server === 'string' ? 0 : server.port });
      const streams = [{ name: 'TEA', subjects: ['orders.>', 'labels.>', 'prices', 'dead'] }];
      return {
        broker: jetStreamBroker(connection, { streams }) as Broker<BrokerAbility>,
        end: () => connection.close(),
      };
    },
  },
  { name: 'RabbitMQ', missing: noRabbit, open: () => openAmqp(5672) },
];

afterAll(async () => {
  if (typeof server !== 'string') await server.close();
});

const order = { kind: 'placed', id: 'o1', cents: 1250 } as const;
const headers = { tenant: 'acme', priority: 3 };

describe.each(brokers)('generated publishers and subscribers on $name', ({ open, missing }) => {
  test.skipIf(missing !== undefined)(
    `exchange messages, requests and dead letters${missing === undefined ? '' : `: ${missing}`}`,
    async () => {
      const publisherSide = await open();
      const subscriberSide = await open();
      const publish = new OrdersPublisher(publisherSide.broker);
      const subscribe = new OrdersSubscriber(subscriberSide.broker, {
        deadLetter: 'dead',
        retries: { attempts: 2, delay: 1 },
      });
      const received: object[] = [];
      const dead: object[] = [];
      await subscribe.orderChanged(
        { region: '*', event: '*' },
        ({ payload, parameters, ...rest }) => {
          if (payload.id === 'broken') throw new Error('no tea');
          received.push({ payload, parameters, headers: rest.headers });
        },
      );
      await subscribe.askPrice(({ payload }) => ({ grams: payload.tea.length }));
      await subscriberSide.broker.subscribe('dead', { maxInFlight: 1 }, (delivery) => {
        dead.push({ ...delivery.headers });
        return Promise.resolve('ack');
      });

      await publish.orderChanged({ region: 'eu', event: 'a.b' }, order, { headers });
      await publish.orderChanged(
        { region: 'us', event: 'x' },
        { ...order, id: 'broken' },
        { headers },
      );
      expect(await publish.askPrice({ tea: 'oolong' })).toEqual({ grams: 6 });

      await vi.waitFor(() => expect([received.length, dead.length]).toEqual([1, 1]), 10_000);
      expect(received).toEqual([
        { payload: order, parameters: { region: 'eu', event: 'a.b' }, headers },
      ]);
      expect(dead).toMatchObject([
        {
          tenant: 'acme',
          [deadLetterHeaders.reason]: 'failed',
          [deadLetterHeaders.detail]: 'no tea',
        },
      ]);
      await subscribe.close();
      await Promise.all([publisherSide.broker.close(), subscriberSide.broker.close()]);
      await Promise.all([publisherSide.end(), subscriberSide.end()]);
    },
  );
});
