import { createFixInitiator } from '@tallystick/runtime/fix';
import { fileFixStore, openFix } from '@tallystick/runtime/fix/node';
import { writeSync } from 'node:fs';
import { order, smallDescriptor, type SmallTypes } from '../pair.js';

/**
 * A process that is killed: sends orders in a burst, and says the name of each one when `send` has kept its promise. In the
 * last round it sends one order, waits for the answer, and leaves in order.
 */
const [, , port = '', file = '', name = '', round = '', mode = ''] = process.argv;
const session = createFixInitiator<SmallTypes>(smallDescriptor(), {
  open: openFix(),
  address: { host: '127.0.0.1', port: Number(port) },
  senderCompId: name,
  store: fileFixStore(file),
  reconnect: false,
});
await session.opened();
if (mode === 'last') {
  await session.request(order(`${round}-last`));
  await session.close();
} else {
  for (let index = 0; ; index++) {
    const id = `${round}-${index}`;
    await session.send(order(id));
    writeSync(1, `${id}\n`);
    // Lets what has come be read, now and then.
    if (index % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
}
