import { once } from 'node:events';
import { connect } from '@nats-io/transport-node';
import { sqliteStores } from '@tallystick/stores/sqlite';
import { startAccounting } from './accounting.js';
import { openEventsBroker } from './events-broker.js';

const { NATS_URL = 'localhost:4222', ENVIRONMENT = 'development' } = process.env;

const connection = await connect({ servers: NATS_URL, maxReconnectAttempts: -1 });
const broker = openEventsBroker(connection, ENVIRONMENT);
const stores = sqliteStores({ path: 'accounting.db' });
await stores.migrate();

broker.on((event) => {
  if (event.kind === 'error') console.error(event.error.message);
});
const subscriber = await startAccounting({
  broker,
  environment: ENVIRONMENT,
  store: stores.received,
  accounting: {
    transfer: async ({ transactionHash }) => console.log('transfer', transactionHash),
    completed: async ({ userOpHash }) => console.log('completed', userOpHash),
    trade: async ({ product_id, size, price }) => console.log('trade', product_id, size, price),
  },
  onEvent: (event) => console.warn(event.kind, event.operation, event.delivery.id),
});

// Handlers that run may finish. Messages that wait go back to the server.
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
await subscriber.close();
await broker.close();
await connection.drain();
await stores.close();
