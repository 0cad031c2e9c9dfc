import {
  BrokerError,
  deadLetterHeaders,
  type ConsumeInterceptor,
  type Delivery,
  type MessageContext,
} from '@tallystick/runtime/broker';
import { describe, expect, test, vi } from 'vitest';
import { OrdersPublisher } from '../../cases/brokers/output/src/index.js';
import { brokerWorld } from './world.js';

/** A world with an interceptor of the subscriber, and its dead letters. */
async function intercepted(interceptor: ConsumeInterceptor) {
  const world = brokerWorld({ interceptors: [interceptor] });
  const dead: Delivery[] = [];
  await world.broker.subscribe('dead', { maxInFlight: 10 }, (delivery) => {
    dead.push(delivery);
    return Promise.resolve('ack');
  });
  const handler = vi.fn<(message: { readonly payload: unknown }) => void>();
  await world.subscribe.labels({ size: '*' }, handler, { group: 'printers' });
  const send = async (): Promise<void> => {
    await world.publish.labels({ size: 'a' }, 'Tea', { message: 'label', id: 'm1' });
    await world.broker.idle();
  };
  return { ...world, dead, handler, send };
}

describe('an interceptor of a subscriber that throws', () => {
  test('before the message is handled is called again, and the message is handled', async () => {
    let calls = 0;
    const world = await intercepted(async (delivery, next) => {
      calls += 1;
      if (calls < 3) throw new Error('not yet');
      return await next(delivery);
    });
    await world.send();
    expect(world.handler).toHaveBeenCalledOnce();
    expect(world.dead).toEqual([]);
    expect(world.events).toMatchObject([
      { kind: 'failed', attempt: 1 },
      { kind: 'failed', attempt: 2 },
    ]);
  });

  test.each([
    ['asynchronously', () => Promise.reject(new Error('no key'))],
    [
      'synchronously',
      () => {
        throw new Error('no key');
      },
    ],
  ])('in every attempt, %s, makes the message a dead letter', async (_, fail) => {
    const interceptor = vi.fn<ConsumeInterceptor>(fail);
    const world = await intercepted(interceptor);
    await world.send();
    expect(interceptor).toHaveBeenCalledTimes(3);
    expect(world.handler).not.toHaveBeenCalled();
    expect(world.dead).toHaveLength(1);
    expect(world.dead[0]?.payload).toEqual(new TextEncoder().encode('Tea'));
    expect(world.dead[0]?.headers).toMatchObject({
      [deadLetterHeaders.reason]: 'failed',
      [deadLetterHeaders.detail]: 'no key',
      [deadLetterHeaders.attempts]: '3',
    });
    expect(world.broker.waiting).toBe(0);
  });

  test('`invalid-message` makes it a malformed dead letter at once', async () => {
    const interceptor = vi.fn<ConsumeInterceptor>(() =>
      Promise.reject(new BrokerError('invalid-message', 'The envelope is torn')),
    );
    const world = await intercepted(interceptor);
    await world.send();
    expect(interceptor).toHaveBeenCalledOnce();
    expect(world.dead[0]?.headers).toMatchObject({
      [deadLetterHeaders.reason]: 'malformed',
      [deadLetterHeaders.detail]: 'The envelope is torn',
    });
  });

  test('after the message is handled does not have it handled again', async () => {
    const world = await intercepted(async (delivery, next) => {
      await next(delivery);
      throw new Error('no metrics');
    });
    await world.send();
    expect(world.handler).toHaveBeenCalledOnce();
    expect(world.dead).toEqual([]);
    expect(world.events).toMatchObject([{ kind: 'error', error: { message: 'no metrics' } }]);
  });

  test('without waiting for the handler leaves the settlement to the handler', async () => {
    const world = await intercepted(async (delivery, next) => {
      void next(delivery);
      throw new Error('impatient');
    });
    world.handler.mockImplementationOnce(() => {
      throw new Error('no printer');
    });
    await world.send();
    expect(world.handler).toHaveBeenCalledTimes(2);
    expect(world.broker.waiting).toBe(0);
  });

  test('while the subscription closes hands the message back', async () => {
    const world = brokerWorld({
      retries: { attempts: 3, delay: 1e9, maxDelay: 1e9 },
      interceptors: [() => Promise.reject(new Error('no key'))],
    });
    await world.subscribe.labels({ size: '*' }, () => {}, { group: 'printers' });
    await world.publish.labels({ size: 'a' }, 'Tea', { message: 'label' });
    await vi.waitFor(() => expect(world.events).toHaveLength(1));
    await world.subscribe.close();
    expect(world.broker.waiting).toBe(1);
  });
});

describe('interceptors', () => {
  test('may change a message on both sides, in their order, and know where it belongs', async () => {
    const contexts: MessageContext[] = [];
    const received = vi.fn<(message: object) => void>();
    const world = await intercepted((delivery, next, context) => {
      contexts.push(context);
      return next({ ...delivery, payload: delivery.payload.slice(2) });
    });
    await world.subscribe.labels({ size: '*' }, received);
    const prefixed = (prefix: string) => (message: { readonly payload: Uint8Array }) =>
      new Uint8Array([...new TextEncoder().encode(prefix), ...message.payload]);
    const publish = new OrdersPublisher(world.broker, {
      interceptors: ['b', 'a'].map((letter) => (message, next, context) => {
        contexts.push(context);
        return next({ ...message, payload: prefixed(letter)(message) });
      }),
    });
    await publish.labels({ size: 'a' }, 'Tea', { message: 'label' });
    await world.broker.idle();
    expect(received.mock.calls[0]?.[0]).toMatchObject({ payload: 'Tea' });
    expect(contexts).toHaveLength(4);
    for (const context of contexts)
      expect(context).toMatchObject({
        operation: 'labels',
        template: 'labels.{size}',
        protocol: 'memory',
      });
  });

  test('of a publisher that throw refuse the message, and a request at once', async () => {
    const { broker } = brokerWorld();
    const publish = new OrdersPublisher(broker, {
      interceptors: [
        () => {
          throw new Error('no quota');
        },
      ],
    });
    await expect(publish.labels({ size: 'a' }, 'Tea', { message: 'label' })).rejects.toThrow(
      'no quota',
    );
    await expect(publish.askPrice({ tea: 'oolong' })).rejects.toThrow('no quota');
    expect(broker.waiting).toBe(0);
  });

  test('see what happened to a message', async () => {
    const kinds: string[] = [];
    const world = await intercepted(async (delivery, next, { events }) => {
      const settlement = await next(delivery);
      kinds.push(settlement, ...events.map(({ kind }) => kind));
      return settlement;
    });
    world.handler.mockImplementation(() => {
      throw new Error('no printer');
    });
    await world.send();
    expect(kinds).toEqual(['ack', 'failed', 'failed', 'failed', 'dead-letter']);
  });
});
