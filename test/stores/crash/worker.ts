import { outboxWorker } from '@tallystick/runtime/webhooks';
import { deliverySecret, KettlesWebhooks } from '../../cases/deliveries/output/src/webhooks.js';
import { readArguments, say } from './database.js';

/** A worker that is killed: sends the webhooks of the outbox. Prints `ready`, and what it has sent. */
const { shared } = readArguments();
const webhooks = new KettlesWebhooks({
  credentials: { deliverySignature: deliverySecret({ secret: 'boil-and-tell' }) },
});
outboxWorker({
  outbox: shared.stores.outbox,
  senders: [webhooks],
  retry: { attempts: 100_000, delay: 20, maxDelay: 200, attemptTimeout: 5_000 },
  concurrency: 16,
  perReceiver: 8,
  lease: 1_500,
  interval: 50,
  onEvent(event) {
    if (event.kind === 'settled') say(`${event.delivery.state} ${event.delivery.id}`);
  },
});
say('ready');
