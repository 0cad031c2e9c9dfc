import { textOf } from '../suite.js';
import { isKind, openKind } from './open.js';

// Writes the payload of each message to its output, and then acknowledges it, until it is killed.
const [kind = '', port = '', stream = '', address = ''] = process.argv.slice(2);
if (!isKind(kind)) throw new Error(`no broker is called ${kind}`);
const { broker } = await openKind(
  kind,
  Number(port),
  `${address.replace(/\W/g, '-')}-consumer`,
  stream,
);
broker.on((event) => {
  if (event.kind === 'error') process.stderr.write(`${event.error.message}\n`);
});
await broker.subscribe(address, { maxInFlight: 100, group: 'g' }, async (delivery) => {
  // What is only in the memory of this process ends with it. The end of the line shows that it is whole.
  await new Promise<void>((resolve) => {
    process.stdout.write(`${textOf(delivery)};\n`, () => resolve());
  });
  return 'ack';
});
process.stdout.write('ready\n');
