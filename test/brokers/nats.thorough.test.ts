import { afterAll } from 'vitest';
import { testBroker } from './conformance.js';
import { nats, newName, openNats, run } from './fixtures.js';
import { missingService } from './services.js';

const port = 4222;
const missing = await missingService('nats-server', port);
const stream = run;

testBroker(
  {
    name: 'Core NATS',
    missing,
    groups: true,
    headers: 'ascii names',
    open: () => openNats(port, 'core'),
    address: async () => newName(),
  },
  { headers: true, replies: true, wildcards: true },
);

testBroker(
  {
    name: 'JetStream',
    missing,
    groups: true,
    headers: 'ascii names',
    returnsTo: 'group',
    open: () => openNats(port, 'stream', stream),
    address: async () => `${stream}.${newName()}`,
  },
  { acknowledgements: true, headers: true, replies: true, wildcards: true },
);

afterAll(async () => {
  if (missing !== undefined) return;
  const connection = await nats.connect({ port });
  connection.publish(`$JS.API.STREAM.DELETE.${stream}`);
  await connection.flush();
  await connection.close();
});
