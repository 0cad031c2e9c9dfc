import type { Broker } from '@tallystick/runtime/broker';
import { expect, test, vi } from 'vitest';
import { OrdersSubscriber } from '../../cases/brokers/output/src/index.js';
import { brokerWorld, bytes } from './world.js';

const address = { region: 'eu', event: 'x' } as const;
const placed = { kind: 'placed', id: 'o1', cents: 5 } as const;

test('a message needs the headers that it requires, and no others', async () => {
  const { publish, subscribe } = brokerWorld();
  const received: unknown[] = [];
  await subscribe.stock(({ message, payload }) => {
    received.push([message, payload]);
  });

  await publish.stock({ low: 'oolong' }, { headers: { until: 'noon' } });
  await publish.stock({ anything: 1 });
  await publish.stock(bytes('png'));

  await vi.waitFor(() => expect(received).toHaveLength(3));
  expect(received).toEqual([
    ['low', { low: 'oolong' }],
    ['note', { anything: 1 }],
    ['photo', bytes('png')],
  ]);
});

test('what would throw does not compile', () => {
  const { publish } = brokerWorld();
  const refused = [
    // @ts-expect-error The message "placed" requires headers.
    () => publish.orderChanged(address, placed),
    // @ts-expect-error The headers are those of another message.
    () => publish.stock({ low: 'oolong' }, { headers: { tenant: 'acme' }, message: 'low' }),
    // @ts-expect-error The payload is not that of the message.
    () => publish.labels({ size: 'a4' }, bytes('png'), { message: 'label' }),
    // @ts-expect-error Its payload alone is that of "note".
    () => publish.stock(bytes('{}'), { message: 'remark' }),
  ];
  for (const send of refused) expect(send).toBeTypeOf('function');
});

test('a payload that may be one of several messages needs no name', async () => {
  const { publish, subscribe } = brokerWorld();
  const received: unknown[] = [];
  await subscribe.labels({ size: '*' }, ({ message }) => {
    received.push(message);
  });
  const payloads: readonly (string | Uint8Array)[] = ['Tea', bytes('png')];
  for (const payload of payloads) await publish.labels({ size: 'a4' }, payload);
  await vi.waitFor(() => expect(received).toEqual(['label', 'picture']));
});

test('only a broker with wildcards leaves a listed parameter open', () => {
  const subscribeTo = (broker: Broker<'acknowledgements' | 'headers' | 'replies'>): unknown =>
    new OrdersSubscriber(broker, { deadLetter: false }).orderChanged(
      // @ts-expect-error This broker has no wildcards.
      { region: '*', event: 'x' },
      () => {},
    );
  const subscribeToAll = (
    broker: Broker<'acknowledgements' | 'headers' | 'replies' | 'wildcards'>,
  ): unknown =>
    new OrdersSubscriber(broker, { deadLetter: false }).orderChanged(
      { region: '*', event: 'x' },
      () => {},
    );
  expect([subscribeTo, subscribeToAll]).toHaveLength(2);
});
