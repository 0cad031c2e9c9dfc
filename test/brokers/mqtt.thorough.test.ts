import { testBroker } from './conformance.js';
import { newName, openMqtt } from './fixtures.js';
import { missingService } from './services.js';

const port = 1883;
const missing = await missingService('mosquitto', port);

testBroker(
  {
    name: 'MQTT 5',
    missing,
    groups: true,
    headers: 'text',
    returnsTo: 'session',
    open: (session) => openMqtt(port, 5, session),
    address: async () => `${newName()}/x`,
  },
  { acknowledgements: true, headers: true, replies: true, wildcards: true },
);

testBroker(
  {
    name: 'MQTT 3.1.1',
    missing,
    groups: false,
    headers: 'none',
    returnsTo: 'session',
    open: (session) => openMqtt(port, 4, session),
    address: async () => `${newName()}/x`,
  },
  { acknowledgements: true, wildcards: true },
);
