import { testBroker } from './conformance.js';
import { newName, openAmqp } from './fixtures.js';
import { missingService } from './services.js';

const port = 5672;
const missing = await missingService('rabbitmq-server', port);

testBroker(
  {
    name: 'RabbitMQ',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'group',
    open: () => openAmqp(port),
    address: async () => newName(),
  },
  { acknowledgements: true, headers: true, replies: true, wildcards: true },
);
