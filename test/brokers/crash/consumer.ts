import {
  type Broker,
  type BrokerDescriptor,
  Subscriber,
  type SubscriberOptions,
} from '@tallystick/runtime/broker';
import { sqliteStores } from '@tallystick/stores/sqlite';
import { isKind, openKind } from './open.js';

// Writes the number of each message to its output, and then acknowledges it, until it is killed. Of a message that the store has recorded as handled,
// it writes the number after "again".
const [kind = '', port = '', stream = '', address = '', path = ''] = process.argv.slice(2);
if (!isKind(kind)) throw new Error(`no broker is called ${kind}`);
// It ends with the process of the test, too.
process.stdin.resume().once('end', () => process.exit());
const { broker } = await openKind(
  kind,
  Number(port),
  `${address.replace(/\W/g, '-')}-consumer`,
  stream,
);
broker.on((event) => {
  if (event.kind === 'error') process.stderr.write(`${event.error.message}\n`);
});

const descriptor: BrokerDescriptor = {
  title: 'Numbers',
  version: '1.0.0',
  operations: { number: { address: [address], messages: [{ name: 'number', match: [] }] } },
  messages: { number: { contentType: 'application/json', form: 'json' } },
};

class Numbers extends Subscriber {
  constructor(connected: Broker, options: SubscriberOptions) {
    super(descriptor, {}, connected, options);
  }

  start(handle: (message: { readonly payload: number }) => Promise<void>): Promise<unknown> {
    // Mosquitto forgets shared subscriptions when it is restarted. A session belongs to one process anyway.
    return this.receive('number', {}, handle, kind === 'MQTT 5' ? {} : { group: 'g' });
  }
}

// What is only in the memory of this process ends with it. The end of the line shows that it is whole.
const print = (line: string): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${line};\n`, () => resolve()));

const stores = sqliteStores({ path });
await stores.migrate();
const { received: store } = stores;
const numbers = new Numbers(broker, {
  deadLetter: false,
  concurrency: 100,
  retries: { attempts: 5 },
  // A claim of a process that was killed lasts until its lease ends.
  deduplication: { store, lease: 2_000 },
  onEvent: (event) => {
    if (event.kind === 'duplicate') void print(`again ${event.delivery.id}`);
    else if (event.kind === 'dead-letter') void print(`dead ${event.delivery.id}`);
    else process.stderr.write(`${event.kind}: ${String(event.error)}\n`);
  },
});
await numbers.start(({ payload }) => print(`handled ${payload}`));
await print('ready');
