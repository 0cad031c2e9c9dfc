import { memoryBroker } from '@tallystick/runtime/broker';
import { testBroker } from './conformance.js';
import { newName } from './names.js';

// Processes share a broker in memory only if they are one.
testBroker(
  {
    name: 'Broker in memory',
    groups: true,
    headers: 'text',
    isOneProcess: true,
    open: async () => ({
      broker: memoryBroker(),
      cut: () => undefined,
      end: async () => undefined,
    }),
    address: async () => newName(),
  },
  { acknowledgements: true, headers: true, replies: true, wildcards: true },
);
