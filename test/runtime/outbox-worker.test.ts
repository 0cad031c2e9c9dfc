import {
  type Delivery,
  memoryOutbox,
  outboxWorker,
  type WebhookSender,
} from '@tallystick/runtime/webhooks';
import { expect, test } from 'vitest';
import { manualTimers } from './http-client-fixture.js';

const delivery = (id: string): Delivery => ({
  id,
  webhook: 'w',
  url: 'https://shop.example/hooks',
  content: {},
  createdAt: 0,
  state: 'pending',
  attempts: [],
});

/** Accepts everything, in the next turn of the event loop. */
const sender = {
  sends: () => true,
  attempt: async (each: Delivery) => {
    await new Promise((resolve) => setImmediate(resolve));
    return { ...each, state: 'succeeded' };
  },
} as unknown as WebhookSender;

interface Signal {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function signal(): Signal {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}

test('a worker that is closed while it claims sends what it has claimed first', async () => {
  const memory = memoryOutbox();
  await memory.enqueue([{ delivery: delivery('d1'), receiver: 'shop' }]);
  const [started, held] = [signal(), signal()];
  const worker = outboxWorker({
    outbox: {
      ...memory,
      async claim(request) {
        const deliveries = await memory.claim(request);
        started.resolve();
        await held.promise;
        return deliveries;
      },
    },
    senders: [sender],
  });
  await started.promise;
  const closed = worker.close();
  held.resolve();
  await closed;
  expect(await memory.list()).toMatchObject([{ id: 'd1', state: 'succeeded' }]);
});

test('a worker that is closed renews the leases of what it is sending', async () => {
  const memory = memoryOutbox();
  await memory.enqueue([{ delivery: delivery('d1'), receiver: 'shop' }]);
  const timers = manualTimers();
  const [started, held] = [signal(), signal()];
  const worker = outboxWorker({
    outbox: memory,
    senders: [
      {
        ...sender,
        attempt: async (each: Delivery) => {
          started.resolve();
          await held.promise;
          return { ...each, state: 'succeeded' };
        },
      } as unknown as WebhookSender,
    ],
    lease: 3_000,
    timers,
  });
  await started.promise;
  const closed = worker.close();
  for (let second = 0; second < 9; second += 1) await timers.advance(1_000);
  const now = timers.now();
  const other = { claim: 'other', now, leaseUntil: now + 1, limit: 1, perReceiver: 1, total: 1 };
  expect(await memory.claim(other)).toEqual([]);
  held.resolve();
  await closed;
  expect(await memory.list()).toMatchObject([{ id: 'd1', state: 'succeeded' }]);
});

test('a worker that is closed aborts what takes too long, each attempt by a signal of its own', async () => {
  const memory = memoryOutbox();
  await memory.enqueue(['d1', 'd2'].map((id) => ({ delivery: delivery(id), receiver: id })));
  const timers = manualTimers();
  const started = signal();
  const signals: AbortSignal[] = [];
  const attempt: WebhookSender['attempt'] = (each, options) =>
    new Promise((resolve) => {
      const { signal: aborted } = options ?? {};
      aborted?.addEventListener('abort', () =>
        resolve({ ...each, state: 'pending', outcome: undefined }),
      );
      if (aborted !== undefined) signals.push(aborted);
      if (signals.length === 2) started.resolve();
    });
  const worker = outboxWorker({
    outbox: memory,
    senders: [{ ...sender, attempt } as unknown as WebhookSender],
    timers,
  });
  await started.promise;
  // Thousands of attempts would add as many listeners to one signal, of which Node.js warns.
  expect(new Set(signals).size).toBe(2);
  const closed = worker.close({ timeout: 5_000 });
  await timers.advance(4_999);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  await timers.advance(1);
  await closed;
  expect(await memory.list()).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
});
