import { atMostOnce, memoryBroker, type Broker } from '@tallystick/runtime/broker';
import { OrdersPublisher, OrdersSubscriber } from '../../cases/brokers/output/src/index.js';

declare const mqtt3: Broker<'acknowledgements' | 'wildcards'>;
declare const nats: Broker<'headers' | 'replies' | 'wildcards'>;

export const publish = new OrdersPublisher(memoryBroker());
new OrdersPublisher(nats);
new OrdersPublisher(mqtt3); // error: 2379
new OrdersSubscriber(nats, { deadLetter: false }); // error: 2379
new OrdersSubscriber(atMostOnce(nats), { deadLetter: false });
export const subscribe = new OrdersSubscriber(memoryBroker(), { deadLetter: 'dead' });
new OrdersSubscriber(memoryBroker(), {}); // error: 2741

const headers = { tenant: 'acme' };
const order = { kind: 'placed', id: 'o1', cents: 1 } as const;
void publish.orderChanged({ region: 'eu', event: 'placed' }, order, { headers });
void publish.orderChanged({ region: 'eu', event: 'placed' }, order); // error: 2345
void publish.orderChanged({ region: '*', event: 'placed' }, order, { headers }); // error: 2322
void publish.orderChanged({ region: 'eu' }, order, { headers }); // error: 2741
void publish.orderChanged({ region: 'eu', event: 'x' }, { ...order, kind: 'lost' }, { headers }); // error: 2345
void publish.labels({ size: 'a' }, 'Tea', { message: 'stamp' }); // error: 2345

void subscribe.orderChanged({ region: '*', event: '*' }, (received) => {
  if (received.message === 'placed') return void received.payload.cents.toFixed();
  return void received.payload.cents; // error: 2339
});
void subscribe.askPrice(({ payload }) => ({ grams: payload.tea.length }));
void subscribe.askPrice(() => ({ grams: 'six' })); // error: 2322
