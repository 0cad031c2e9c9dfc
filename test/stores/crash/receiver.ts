import { nodeServer } from '@tallystick/runtime/http/node';
import {
  createKettlesWebhookReceiver,
  deliverySignatureVerifier,
} from '../../cases/deliveries/output/src/webhook-receiver.js';
import { readArguments, say } from './database.js';

/**
 * A receiver that is killed: records each event in one transaction with the record that its delivery has been handled. Prints `ready`, each
 * delivery that is received, and each event before its transaction commits.
 */
const { shared, own } = readArguments();
const [port = ''] = own;
const receiver = createKettlesWebhookReceiver(
  {
    async shopOpened({ body: { shop }, delivery }, respond) {
      await shared.transaction(async (transaction) => {
        await shared.record(transaction, 'event', shop);
        await delivery.complete(transaction);
        say(`event ${shop}`);
      });
      return respond.noContent();
    },
  },
  {
    security: { deliverySignature: deliverySignatureVerifier({ secrets: 'boil-and-tell' }) },
    deliveries: { store: shared.stores.received, lease: 1_500 },
    log: ({ reason }) => say(reason),
  },
);
nodeServer(receiver).listen(Number(port), '127.0.0.1', () => say('ready'));
