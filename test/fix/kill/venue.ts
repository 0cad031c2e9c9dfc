import { createFixAcceptor } from '@tallystick/runtime/fix';
import { fixStoreFolder, serveFix } from '@tallystick/runtime/fix/node';
import { report, smallDescriptor, type SmallTypes } from '../pair.js';

/** A server that is killed: answers every order, and keeps its sessions in files. Says its port when it listens. */
const [, , folder = ''] = process.argv;
const acceptor = createFixAcceptor<SmallTypes>(
  smallDescriptor(),
  { NewOrderSingle: (message, client) => client.send(report(message.clOrdId ?? '')) },
  { store: fixStoreFolder(folder) },
);
const { port } = await serveFix(acceptor.accept, { port: 0, host: '127.0.0.1' });
process.stdout.write(`${port}\n`);
