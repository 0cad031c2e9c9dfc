import { fileFixStore, openFix } from '@tallystick/runtime/fix/node';
import { openSync, writeSync } from 'node:fs';
import { uuid } from '../exchange/keys.js';
import { fix42 } from '../packages/fix-4.2.js';

/**
 * A process that is killed: sends orders in a burst, and notes the ClOrdID of each one when `send` has kept its promise. In the last
 * round it sends one order, waits for the answer, and leaves in order.
 */
const [, , port = '', file = '', name = '', first = '', mode = '', notes = ''] = process.argv;
const trader = fix42.join({
  numbers: 'go on',
  open: openFix(),
  port: Number(port),
  name,
  store: fileFixStore(file),
  reconnect: false,
});
await trader.opened();
if (mode === 'last') {
  await trader.request(uuid(Number(first)));
  await trader.close();
} else {
  // Writing to a file is synchronous, while a pipe waits for its reader.
  const noted = openSync(notes, 'a');
  for (let index = 0; ; index++) {
    const id = uuid(Number(first) + index);
    await trader.send(id);
    writeSync(noted, `${id}\n`);
    // Lets what has come be read, now and then.
    if (index % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
}
