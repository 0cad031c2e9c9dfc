import { afterAll } from 'vitest';
import { testBroker } from './conformance.js';
import { newName, openKafka } from './fixtures.js';
import { startKafka } from './services.js';

const cluster = await startKafka();
const [port, missing] = typeof cluster === 'string' ? [0, cluster] : [cluster.port, undefined];

testBroker(
  {
    name: 'Kafka',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'group',
    concurrent: true,
    open: () => openKafka(port),
    address: async () => newName(),
  },
  { acknowledgements: true, headers: true, replies: true },
);

afterAll(() => {
  if (typeof cluster !== 'string') cluster.close();
});
