import {
  type Delivery,
  memoryOutbox,
  outboxWorker,
  type WebhookSender,
} from '@tallystick/runtime/webhooks';
import { expect, test } from 'vitest';

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
