import { fixStoreFolder, serveFix } from '@tallystick/runtime/fix/node';
import { fix42 } from '../packages/fix-4.2.js';

/** A server that is killed: answers every order, and keeps its sessions in files. Says its port when it listens. */
const [, , folder = ''] = process.argv;
const exchange = fix42.serve({ numbers: 'go on', store: fixStoreFolder(folder) });
const { port } = await serveFix(exchange.accept, { port: 0, host: '127.0.0.1' });
process.stdout.write(`${port}\n`);
