import {
  memoryBroker,
  type MemoryBroker,
  type MemoryBrokerOptions,
} from '@tallystick/runtime/broker';
import type { SubscriberEvent, SubscriberOptions } from '@tallystick/runtime/broker';
import { OrdersPublisher, OrdersSubscriber } from '../../cases/brokers/output/src/index.js';

/** Both sides of the case `brokers` over a broker in memory, with the events of the subscriber. */
export interface BrokerWorld {
  readonly broker: MemoryBroker;
  readonly publish: OrdersPublisher;
  readonly subscribe: OrdersSubscriber;
  readonly events: SubscriberEvent[];
}

/** Creates both sides. Failed handlers are called again after at most a millisecond. */
export function brokerWorld(
  options: Partial<SubscriberOptions> = {},
  faults: MemoryBrokerOptions = {},
): BrokerWorld {
  const broker = memoryBroker(faults);
  const events: SubscriberEvent[] = [];
  const subscribe = new OrdersSubscriber(broker, {
    deadLetter: 'dead',
    retries: { attempts: 3, delay: 1, maxDelay: 1 },
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { broker, publish: new OrdersPublisher(broker), subscribe, events };
}

/** Bytes of a text. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
