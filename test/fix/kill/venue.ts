import { fixStoreFolder, serveFix } from '@tallystick/runtime/fix/node';
import { openSync, writeSync } from 'node:fs';
import { fix42 } from '../packages/fix-4.2.js';

/**
 * A server that is killed: notes every order that it is handed, answers it, and keeps its sessions in files. Says its port when it
 * listens.
 */
const [, , folder = '', notes = '', sync = ''] = process.argv;
// Writing to a file is synchronous, while a pipe waits for its reader.
const noted = openSync(notes, 'a');
const exchange = fix42.serve({
  numbers: 'go on',
  store: fixStoreFolder(folder, { sync: sync === 'sync' }),
  onOrder: (clOrdId) => void writeSync(noted, `${clOrdId}\n`),
});
const { port } = await serveFix(exchange.accept, { port: 0, host: '127.0.0.1' });
process.stdout.write(`${port}\n`);
