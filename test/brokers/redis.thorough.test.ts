import { testBroker } from './conformance.js';
import { newName, openRedis } from './fixtures.js';
import { missingService } from './services.js';

const port = 6379;
const missing = await missingService('redis-server', port);

testBroker(
  {
    name: 'Redis Streams',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'group',
    open: () => openRedis(port, 'streams'),
    address: async () => newName(),
  },
  { acknowledgements: true, headers: true, replies: true },
);

testBroker(
  {
    name: 'Redis Pub/Sub',
    missing,
    groups: false,
    headers: 'none',
    open: () => openRedis(port, 'pubsub'),
    address: async () => newName(),
  },
  { wildcards: true },
);
