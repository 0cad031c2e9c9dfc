import type { OperationDescriptor } from '@tallystick/runtime';
import { createServer } from '@tallystick/runtime/http/server';
import { nodeServer } from '@tallystick/runtime/http/node';
import { randomUUID } from 'node:crypto';
import { deliverySecret, KettlesWebhooks } from '../../cases/deliveries/output/src/webhooks.js';
import { readArguments, say } from './database.js';

/**
 * A server that is killed: records an order and enqueues the webhook about it in one transaction with the response under its
 * idempotency key. Prints `ready` and then each order, before its transaction commits.
 */
const { shared, own } = readArguments();
const [port = '', ...receivers] = own;
const { stores } = shared;
const webhooks = new KettlesWebhooks({
  credentials: { deliverySignature: deliverySecret({ secret: 'boil-and-tell' }) },
  outbox: stores.outbox,
});

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const order: OperationDescriptor = {
  id: 'order',
  method: 'POST',
  path: ['/orders'],
  input: 'body',
  body: { required: true, contents: json },
  parameters: [{ name: 'Idempotency-Key', in: 'header', type: { types: ['string'] } }],
  outcomes: [{ status: 201, respond: 'created', contents: json }],
  idempotencyHeader: 'Idempotency-Key',
};

interface Order {
  readonly body: { readonly id: string; readonly lane: string };
  readonly transaction?: unknown;
}

const handle = createServer(
  { title: 'Shop', version: '1.0.0', servers: [], variables: {}, security: {} },
  [{ descriptor: order, handler: 'order' }],
  {
    async order(
      { body: { id, lane }, transaction }: Order,
      respond: { created(body: unknown): unknown },
    ) {
      await shared.record(transaction, 'order', id);
      // Every other lane has its webhooks sent in order.
      const isOrdered = Number(lane) % 2 === 0;
      const receiver = receivers[Number(lane) % receivers.length] ?? '';
      await webhooks.shopOpened(
        `http://127.0.0.1:${receiver}/hooks`,
        { shop: id },
        { id, transaction, ...(isOrdered ? { order: lane } : {}) },
      );
      say(`order ${id}`);
      return respond.created({ id, nonce: randomUUID() });
    },
  },
  {
    trustHost: true,
    idempotency: {
      store: stores.idempotency,
      transaction: (run) => shared.transaction(run),
      lease: 1_500,
    },
  },
);

// A line is the number of pages to which the database may grow.
process.stdin.setEncoding('utf8').on('data', (text: string) => shared.limitPages(Number(text)));
nodeServer(handle).listen(Number(port), '127.0.0.1', () => say('ready'));
