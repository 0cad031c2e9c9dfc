import { relayOutbox, type OutboxRelayOptions } from '@tallystick/runtime/broker';
import { memoryOutbox, type Delivery, type OutboxWorkerEvent } from '@tallystick/runtime/webhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { manualTimers } from '../http-client-fixture.js';
import { brokerWorld } from './world.js';

const delivery = (id: string, input: unknown = 'Tea'): Delivery => ({
  id,
  webhook: 'labels',
  url: '',
  content: { input },
  createdAt: 0,
  state: 'pending',
  attempts: [],
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An outbox with deliveries, and a relay to a broker in memory. */
async function relayed(
  deliveries: readonly Delivery[],
  options: Partial<OutboxRelayOptions> = {},
  faults: Parameters<typeof brokerWorld>[1] = {},
) {
  const world = brokerWorld({}, faults);
  const received: string[] = [];
  await world.subscribe.labels({ size: '*' }, ({ id = '', payload }) => {
    received.push(`${id} ${String(payload)}`);
  });
  const outbox = memoryOutbox();
  await outbox.enqueue(
    deliveries.map((each) => ({ delivery: each, receiver: 'labels', order: 'labels' })),
  );
  const events: OutboxWorkerEvent[] = [];
  const start = (changes: Partial<OutboxRelayOptions> = {}) => {
    const worker = relayOutbox({
      outbox,
      publish: ({ id, content }, { signal }) =>
        world.publish.labels({ size: 'a' }, content.input as string, {
          id,
          signal,
          message: 'label',
        }),
      delay: 1,
      maxDelay: 1,
      interval: 1,
      onEvent: (event) => events.push(event),
      ...options,
      ...changes,
    });
    closing.push(() => worker.close());
    return worker;
  };
  return { ...world, outbox, events, received, start };
}

describe('relayOutbox', () => {
  test('publishes deliveries with their ids in order, and settles them', async () => {
    const { outbox, received, start, broker } = await relayed([
      delivery('d1', 'Tea'),
      delivery('d2', 'Milk'),
    ]);
    start();
    await vi.waitFor(() => expect(received).toEqual(['d1 Tea', 'd2 Milk']));
    await vi.waitFor(async () =>
      expect(await outbox.list({ state: 'succeeded' })).toMatchObject([
        { id: 'd1', attempts: [{ number: 1, ended: 'success' }] },
        { id: 'd2' },
      ]),
    );
    await broker.close();
  });

  test('publishes a message until the broker confirms it', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `d${index}`);
    const { outbox, received, start } = await relayed(
      ids.map((id) => delivery(id)),
      {},
      { seed: 3, loss: 0.6 },
    );
    start();
    start();
    await vi.waitFor(async () =>
      expect(await outbox.list({ state: 'succeeded' })).toHaveLength(20),
    );
    await vi.waitFor(() =>
      expect([...new Set(received)].sort()).toEqual(ids.map((id) => `${id} Tea`).sort()),
    );
  });

  test('sets a message aside at once that is not as described, and reports why', async () => {
    const { outbox, events, received, start } = await relayed([delivery('d1', 7), delivery('d2')]);
    start();
    await vi.waitFor(() => expect(received).toEqual(['d2 Tea']));
    expect(await outbox.list({ state: 'failed' })).toMatchObject([
      { id: 'd1', attempts: [{ ended: 'invalid-request', code: 'invalid-message' }] },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'failed', id: 'd1' }));
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('no broker'))],
    [
      'throws',
      () => {
        throw new Error('no broker');
      },
    ],
  ])('tries again if `publish` %s, up to `attempts`, with a short record', async (_, publish) => {
    const { outbox, start } = await relayed([delivery('d1')], { publish, attempts: 14 });
    start();
    await vi.waitFor(async () =>
      expect(await outbox.list({ state: 'failed' })).toMatchObject([{ id: 'd1' }]),
    );
    const [{ attempts = [] } = {}] = await outbox.list();
    expect(attempts.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(attempts.at(-1)).toMatchObject({ ended: 'failure' });
  });

  test('ends an attempt without a confirmation, and leaves the message to the next', async () => {
    const timers = manualTimers();
    const signals: AbortSignal[] = [];
    const { outbox, start } = await relayed([delivery('d1')], {
      timers,
      timeout: 5_000,
      publish: async (_, { signal }) => {
        signals.push(signal);
        if (signals.length === 1) await new Promise(() => {});
      },
    });
    start();
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    await timers.advance(5_000);
    expect(signals[0]?.aborted).toBe(true);
    await vi.waitFor(async () => {
      await timers.advance(1);
      expect(await outbox.list({ state: 'succeeded' })).toMatchObject([
        { attempts: [{ ended: 'timeout' }, { ended: 'success' }] },
      ]);
    });
  });

  test('hands back what is not confirmed when it is closed', async () => {
    const { outbox, start, received } = await relayed([delivery('d1')]);
    const publish = vi.fn<OutboxRelayOptions['publish']>(() => new Promise(() => {}));
    const worker = start({ publish });
    await vi.waitFor(() => expect(publish).toHaveBeenCalledOnce());
    await worker.close({ timeout: 1 });
    expect(await outbox.list()).toMatchObject([
      { state: 'retrying', attempts: [{ ended: 'aborted' }] },
    ]);
    start();
    await vi.waitFor(() => expect(received).toEqual(['d1 Tea']));
  });

  test.each(['attempts', 'delay', 'timeout', 'lease'])('refuses %s of zero', (name) => {
    expect(() => relayOutbox({ outbox: memoryOutbox(), publish: () => {}, [name]: 0 })).toThrow(
      `"${name}" must be a positive number`,
    );
  });
});
