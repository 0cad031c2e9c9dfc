import { createServer } from 'node:http';
import { once } from 'node:events';
import { memoryDeliveryStore } from '@tallystick/runtime/webhooks';
import { afterEach, expect, test } from 'vitest';
import {
  createKettlesWebhookReceiver,
  deliverySignatureVerifier,
} from '../../cases/deliveries/output/src/webhook-receiver.js';
import { deliverySecret, KettlesWebhooks } from '../../cases/deliveries/output/src/webhooks.js';
import { listen, type Loopback } from '../loopback.js';

const secret = 'boil-and-tell';
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function receiving(seen: unknown[]): Promise<Loopback> {
  const loopback = await listen(() =>
    createKettlesWebhookReceiver(
      {
        kettleEvent: {
          filled({ body, headers }, respond) {
            seen.push([body.litres, headers['X-Event-Id']]);
            return respond.success(200);
          },
          broken(_, respond) {
            seen.push('broken');
            return respond.success(200);
          },
        },
        shopOpened({ body }, respond) {
          seen.push(body.shop);
          return respond.noContent();
        },
      },
      { security: { deliverySignature: deliverySignatureVerifier({ secrets: secret }) } },
    ),
  );
  open.push(() => loopback.close());
  return loopback;
}

test('delivers every event over a socket', async () => {
  const seen: unknown[] = [];
  const { baseUrl } = await receiving(seen);
  const sender = new KettlesWebhooks({
    credentials: { deliverySignature: deliverySecret({ secret }) },
  });
  const url = `${baseUrl}/hooks?tenant=7`;
  const deliveries = [
    await sender.kettleEvent(
      url,
      { event: 'filled', kettle: 'k', litres: 2 },
      { headers: { 'X-Event-Id': 'e1' } },
    ),
    await sender.kettleEvent(url, { event: 'broken', kettle: 'k' }),
    await sender.shopOpened(url, { shop: 'Leith' }),
  ];
  expect(deliveries.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(seen).toEqual([[2, 'e1'], 'broken', 'Leith']);
});

test('retries a receiver that is unreachable or redirects', async () => {
  const seen: unknown[] = [];
  const { baseUrl } = await receiving(seen);
  let count = 0;
  const inFront = createServer((request, response) => {
    count += 1;
    if (count === 1) request.socket.destroy();
    else if (count === 2) response.writeHead(307, { Location: `${baseUrl}/hooks` }).end();
    else response.writeHead(500).end();
  });
  inFront.listen(0, '127.0.0.1');
  await once(inFront, 'listening');
  open.push(() => new Promise((resolve) => inFront.close(resolve)));
  const address = inFront.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  const store = memoryDeliveryStore();
  const sender = new KettlesWebhooks({
    credentials: { deliverySignature: deliverySecret({ secret }) },
    retry: { attempts: 3, delay: 1 },
    store,
  });
  const url = `http://127.0.0.1:${address.port}/hooks`;
  const failed = await sender.shopOpened(url, { shop: 'Leith' });
  expect(failed.attempts.map(({ ended, status }) => [ended, status])).toEqual([
    ['network', undefined],
    ['undeclared', 307],
    ['undeclared', 500],
  ]);
  // The redirect was not followed.
  expect(seen).toEqual([]);
  expect(store.list()).toMatchObject([{ state: 'failed' }]);
});
