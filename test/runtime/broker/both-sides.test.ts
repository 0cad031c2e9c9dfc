import { BrokerError, deadLetterHeaders, type Delivery } from '@tallystick/runtime/broker';
import { memoryReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import { describe, expect, test, vi } from 'vitest';
import { brokerWorld, bytes } from './world.js';

const order = { kind: 'placed', id: 'o1', cents: 1250 } as const;
const headers = { tenant: 'acme', priority: 3, urgent: true };

/** A promise that a test resolves. */
function deferred(): {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
} {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

/** Collects the messages at an address. */
async function collect(
  world: ReturnType<typeof brokerWorld>,
  pattern: string,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  await world.broker.subscribe(pattern, { maxInFlight: 10 }, (delivery) => {
    deliveries.push(delivery);
    return Promise.resolve('ack');
  });
  return deliveries;
}

describe('a message from a publisher to a subscriber', () => {
  test('arrives with its payload, typed headers and the parameters of its address', async () => {
    const { publish, subscribe } = brokerWorld();
    const received = vi.fn<(message: object) => void>();
    await subscribe.orderChanged({ region: '*', event: '*' }, received);

    await publish.orderChanged({ region: 'eu', event: 'placed' }, order, { headers, id: 'm1' });

    await vi.waitFor(() => expect(received).toHaveBeenCalledOnce());
    expect(received.mock.calls[0]?.[0]).toMatchObject({
      message: 'placed',
      payload: order,
      headers,
      parameters: { region: 'eu', event: 'placed' },
      address: 'orders.eu.placed',
      id: 'm1',
      attempt: 1,
    });
  });

  test('is one of several messages, by what its payload says', async () => {
    const { publish, subscribe } = brokerWorld();
    const names: string[] = [];
    await subscribe.orderChanged({ region: 'us', event: '*' }, ({ message, payload }) => {
      names.push(message, payload.id);
    });

    await publish.orderChanged(
      { region: 'us', event: 'x' },
      { kind: 'cancelled', id: 'o2' },
      { headers },
    );
    await publish.orderChanged({ region: 'eu', event: 'x' }, order, { headers });
    await publish.orderChanged({ region: 'us', event: 'x' }, order, { headers });

    await vi.waitFor(() => expect(names).toEqual(['cancelled', 'o2', 'placed', 'o1']));
  });

  test('may be text or bytes, told apart by the media type', async () => {
    const { publish, subscribe } = brokerWorld();
    const payloads: unknown[] = [];
    await subscribe.labels({ size: 'a4' }, ({ payload }) => {
      payloads.push(payload);
    });

    await publish.labels({ size: 'a4' }, 'Tea', { message: 'label' });
    await publish.labels({ size: 'a4' }, new Uint8Array([0, 255]));

    await vi.waitFor(() => expect(payloads).toEqual(['Tea', new Uint8Array([0, 255])]));
  });

  test('keeps values of parameters that the protocol would read as levels or wildcards', async () => {
    const world = brokerWorld();
    const parameters: object[] = [];
    const deliveries = await collect(world, '>');
    await world.subscribe.labels({ size: '*' }, (message) => {
      parameters.push(message.parameters);
    });

    for (const size of ['a.4', '*', '>', '100 %', 'ä'])
      await world.publish.labels({ size }, 'Tea', { message: 'label' });

    await vi.waitFor(() => expect(parameters).toHaveLength(5));
    expect(parameters).toEqual(['a.4', '*', '>', '100 %', 'ä'].map((size) => ({ size })));
    expect(deliveries.map(({ address }) => address)).toEqual([
      'labels.a%2E4',
      'labels.%2A',
      'labels.%3E',
      'labels.100%20%25',
      'labels.ä',
    ]);
  });
});

describe('a message that is not as described', () => {
  test.each([
    [
      'a payload',
      () =>
        brokerWorld().publish.orderChanged(
          { region: 'eu', event: 'x' },
          { ...order, cents: 1.5 },
          { headers },
        ),
      /\/cents must be/,
    ],
    [
      'an empty parameter',
      () => brokerWorld().publish.labels({ size: '' }, 'Tea'),
      /requires a value for "size"/,
    ],
    [
      'a payload that is no text',
      // @ts-expect-error The payload is not that of the message.
      () => brokerWorld().publish.labels({ size: 'a' }, new Uint8Array(), { message: 'label' }),
      /must be/,
    ],
  ])('is refused before it is sent: %s', async (_, send, message) => {
    const error = await send().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BrokerError);
    expect(String(error)).toMatch(message);
  });

  test.each([
    ['no JSON', bytes('{"kind":'), 'malformed'],
    ['no text', new Uint8Array([0xff, 0xfe]), 'malformed'],
    ['another kind', bytes('{"kind":"lost","id":"o1"}'), 'unknown'],
    ['a wrong type', bytes('{"kind":"placed","id":1,"cents":1}'), 'invalid'],
    [
      'a number that no double represents',
      bytes('{"kind":"placed","id":"a","cents":1e400}'),
      'invalid',
    ],
  ])('becomes a dead letter with its bytes and headers: %s', async (_, payload, reason) => {
    const world = brokerWorld();
    const dead = await collect(world, 'dead');
    const handler = vi.fn<() => void>();
    await world.subscribe.orderChanged({ region: 'eu', event: '*' }, handler);

    await world.broker.publish({
      address: 'orders.eu.x',
      payload,
      headers: { tenant: 'acme', other: 'ü' },
    });

    await vi.waitFor(() => expect(dead).toHaveLength(1));
    expect(dead[0]?.payload).toEqual(payload);
    expect(dead[0]?.headers).toMatchObject({
      tenant: 'acme',
      other: 'ü',
      [deadLetterHeaders.reason]: reason,
      [deadLetterHeaders.address]: 'orders.eu.x',
    });
    expect(handler).not.toHaveBeenCalled();
    expect(world.events).toMatchObject([{ kind: 'dead-letter', reason, address: 'dead' }]);
  });

  test('without a required header becomes a dead letter', async () => {
    const world = brokerWorld();
    const dead = await collect(world, 'dead');
    await world.subscribe.orderChanged({ region: 'eu', event: '*' }, () => {});

    await world.broker.publish({
      address: 'orders.eu.x',
      payload: bytes(JSON.stringify(order)),
      headers: {},
    });

    await vi.waitFor(() => expect(dead).toHaveLength(1));
    expect(dead[0]?.headers[deadLetterHeaders.detail]).toMatch(/tenant/);
  });

  test('is handed to the handler if validation is off', async () => {
    const { broker, subscribe } = brokerWorld({ validation: 'off' });
    const handler = vi.fn<() => void>();
    await subscribe.orderChanged({ region: 'eu', event: '*' }, handler);
    await broker.publish({
      address: 'orders.eu.x',
      payload: bytes('{"kind":"placed"}'),
      headers: {},
    });
    await vi.waitFor(() => expect(handler).toHaveBeenCalledOnce());
  });
});

describe('a handler that fails', () => {
  test('is called again, and the message is done when it succeeds', async () => {
    const world = brokerWorld();
    const attempts: number[] = [];
    await world.subscribe.labels({ size: '*' }, ({ attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error('not yet');
    });
    await world.publish.labels({ size: 'a' }, 'Tea', { message: 'label' });
    await vi.waitFor(() => expect(attempts).toEqual([1, 2, 3]));
    await vi.waitFor(() => expect(world.broker.waiting).toBe(0));
    expect(world.events.map(({ kind }) => kind)).toEqual(['failed', 'failed']);
  });

  test('has a limited number of attempts, after which the message is a dead letter', async () => {
    const world = brokerWorld();
    const dead = await collect(world, 'dead');
    await world.subscribe.labels({ size: '*' }, () => Promise.reject(new Error('no printer')));
    await world.publish.labels({ size: 'a' }, 'Tea', { message: 'label' });
    await vi.waitFor(() => expect(dead).toHaveLength(1));
    expect(dead[0]?.headers).toMatchObject({
      [deadLetterHeaders.reason]: 'failed',
      [deadLetterHeaders.detail]: 'no printer',
      [deadLetterHeaders.attempts]: '3',
    });
  });

  test('may reject the message at once', async () => {
    const world = brokerWorld();
    const dead = await collect(world, 'dead');
    await world.subscribe.labels({ size: '*' }, () => 'reject');
    await world.publish.labels({ size: 'a' }, 'Tea', { message: 'label' });
    await vi.waitFor(() => expect(dead).toHaveLength(1));
    expect(dead[0]?.headers[deadLetterHeaders.reason]).toBe('rejected');
  });

  test('does not block other keys, and keeps the order of its own', async () => {
    const world = brokerWorld({ retries: { attempts: 3, delay: 1, maxDelay: 1 } });
    const done: string[] = [];
    await world.subscribe.labels({ size: '*' }, ({ payload, attempt, key }) => {
      if (payload === 'a1' && attempt < 3) throw new Error('not yet');
      done.push(`${key}:${String(payload)}`);
    });
    for (const [key, text] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
      ['a', 'a3'],
      ['b', 'b2'],
    ] as const)
      await world.publish.labels({ size: 'x' }, text, { key, message: 'label' });
    await vi.waitFor(() => expect(done).toHaveLength(5));
    expect(done.filter((each) => each.startsWith('a'))).toEqual(['a:a1', 'a:a2', 'a:a3']);
    expect(done.filter((each) => each.startsWith('b'))).toEqual(['b:b1', 'b:b2']);
    expect(done.indexOf('b:b2')).toBeLessThan(done.indexOf('a:a3'));
  });

  test('loses nothing if the dead-letter address is its own', async () => {
    const world = brokerWorld({ deadLetter: 'labels.a' });
    await world.subscribe.labels({ size: 'a' }, () => 'reject', { group: 'printers' });
    await world.publish.labels({ size: 'a' }, 'Tea', { message: 'label' });
    await vi.waitFor(() => expect(world.events.length).toBeGreaterThan(0));
    await world.subscribe.close();
    expect(world.events[0]).toMatchObject({ kind: 'error' });
    expect(world.broker.waiting).toBe(1);
  });
});

describe('requests', () => {
  test('are answered by the handler of the other side', async () => {
    const { publish, subscribe } = brokerWorld();
    await subscribe.askPrice(({ payload }) => ({ grams: payload.tea.length }));
    expect(await publish.askPrice({ tea: 'oolong' })).toEqual({ grams: 6 });
    expect(await Promise.all(['a', 'bb'].map((tea) => publish.askPrice({ tea })))).toEqual([
      { grams: 1 },
      { grams: 2 },
    ]);
  });

  test('end with an error if no reply arrives in time, or if they are aborted', async () => {
    const { publish } = brokerWorld();
    await expect(publish.askPrice({ tea: 'oolong' }, { timeout: 1 })).rejects.toMatchObject({
      code: 'no-reply',
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(publish.askPrice({ tea: 'oolong' }, { signal })).rejects.toThrow('enough');
  });

  test('with a reply that is invalid end with an error', async () => {
    const { broker, publish } = brokerWorld();
    await broker.subscribe(
      'prices',
      { maxInFlight: 1 },
      async ({ replyTo = '', correlationId = '' }) => {
        await broker.publish({
          address: replyTo,
          correlationId,
          payload: bytes('{"grams":"six"}'),
          headers: {},
        });
        return 'ack';
      },
    );
    await expect(publish.askPrice({ tea: 'oolong' })).rejects.toMatchObject({
      code: 'invalid-message',
      violations: [{ pointer: '/grams' }],
    });
  });
});

describe('closing', () => {
  test('waits for running handlers, and hands back what waits', async () => {
    const world = brokerWorld({ concurrency: 1 });
    const handled: unknown[] = [];
    const finish = deferred();
    const handler = vi.fn(async ({ payload }: { readonly payload: unknown }) => {
      await finish.promise;
      handled.push(payload);
    });
    await world.subscribe.labels({ size: '*' }, handler, { group: 'printers' });
    await world.publish.labels({ size: 'a' }, 'first', { message: 'label' });
    await world.publish.labels({ size: 'a' }, 'second', { message: 'label' });
    await vi.waitFor(() => expect(handler).toHaveBeenCalledOnce());

    const closing = world.subscribe.close();
    finish.resolve(undefined);
    await closing;

    expect(handled).toEqual(['first']);
    expect(world.broker.waiting).toBe(1);
    await expect(world.subscribe.labels({ size: '*' }, () => {})).rejects.toMatchObject({
      code: 'closed',
    });
  });
});

describe('a broker that does not confirm every message', () => {
  test('throws, and loses none that it has confirmed', async () => {
    const world = brokerWorld({}, { seed: 3, loss: 0.5 });
    const handled = new Set<string>();
    await world.subscribe.labels({ size: '*' }, ({ payload }) => {
      handled.add(String(payload));
    });
    const sent = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => world.publish.labels({ size: 'a' }, `${index}`)),
    );
    await world.broker.idle();

    const confirmed = sent.flatMap(({ status }, index) =>
      status === 'fulfilled' ? [`${index}`] : [],
    );
    const reasons = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(reasons.length).toBeGreaterThan(5);
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'not-sent' });
    expect([...handled]).toEqual(expect.arrayContaining(confirmed));
    // Some arrive although their confirmation has not.
    expect(handled.size).toBeGreaterThan(confirmed.length);
    expect(handled.size).toBeLessThan(sent.length);
  });
});

describe('deduplication', () => {
  test('handles each message id once, over faults and two consumers', async () => {
    const store = memoryReceivedDeliveryStore();
    const world = brokerWorld(
      { deduplication: { store } },
      { seed: 7, duplicates: 0.5, reordering: 0.5 },
    );
    const handled: string[] = [];
    for (const _ of [1, 2])
      await world.subscribe.labels(
        { size: '*' },
        ({ payload }) => {
          handled.push(String(payload));
        },
        { group: 'printers' },
      );
    const texts = Array.from({ length: 50 }, (_, index) => `label ${index}`);
    for (const text of texts)
      await world.publish.labels({ size: 'a' }, text, { message: 'label', id: text });
    await vi.waitFor(() => expect(world.broker.waiting).toBe(0));
    expect([...handled].sort()).toEqual([...texts].sort());
    expect(world.events.some(({ kind }) => kind === 'duplicate')).toBe(true);
  });

  test('handles a message whose process has crashed once its claim has ended, however often that is asked', async () => {
    const store = memoryReceivedDeliveryStore();
    let refusals = 20;
    const claimed = {
      ...store,
      claim: (...parameters: Parameters<typeof store.claim>) =>
        refusals-- > 0 ? ({ state: 'running' } as const) : store.claim(...parameters),
    };
    const { publish, subscribe, broker, events } = brokerWorld({
      deduplication: { store: claimed as typeof store },
    });
    const handled: unknown[] = [];
    await subscribe.labels({ size: 'a' }, ({ payload, attempt }) => {
      handled.push([payload, attempt]);
    });
    await publish.labels({ size: 'a' }, 'tea', { message: 'label', id: 'l1' });
    await broker.idle();
    expect(handled).toEqual([['tea', 1]]);
    expect(events).toEqual([]);
  });
});
