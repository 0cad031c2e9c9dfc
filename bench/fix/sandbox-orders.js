// Sends orders of each kind to the order entry of a sandbox, 32 at a time over each session, and prints what it measured of each.
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const { module, port, keys, count, kinds } = JSON.parse(process.argv[2]);
const { createOrderEntry, logonKey, openFix } = await import(pathToFileURL(module).href);
/** Orders in flight, so many that no session has too many waiting ones. */
const inFlight = 32 * keys.length;

const sessions = await Promise.all(keys.map(logon));
for (const kind of kinds) {
  await run(kind, Math.ceil(count / 5));
  await turn({ kind });
  const started = performance.now();
  await run(kind, count);
  await turn({ kind, perSecond: (count / (performance.now() - started)) * 1000 });
}
await Promise.all(sessions.map((session) => session.close()));
process.exit(0);

/** Prints a line, and waits until it was read. */
async function turn(line) {
  console.log(JSON.stringify(line));
  await once(process.stdin, 'data');
}

async function logon(key) {
  const signer = logonKey({ key: key.name, ...key });
  const session = createOrderEntry({
    open: openFix(),
    address: { host: '127.0.0.1', port },
    senderCompId: key.name,
    reconnect: false,
    logonFields: [[553, key.name]],
    sign: (field) => signer.sign(field),
  });
  await session.opened();
  return session;
}

async function run(kind, number) {
  let sent = 0;
  const lane = async (at) => {
    for (let index = at; sent < number; index += inFlight) {
      sent += 1;
      const session = sessions[at % sessions.length];
      const report = await session.request(orderOf(kind, index));
      const isAccepted = report.type === 'ExecutionReport' && report.execType !== '8';
      if (isAccepted !== (kind === 'accepted'))
        throw new Error(`${kind}: ${JSON.stringify(report)}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, at) => lane(at)));
}

/** The orders of one session are sold to the next one, at one price, so that few stay open in whatever sequence they arrive. */
function orderOf(kind, index) {
  const isSale = sessions.length > 1 ? index % 2 === 0 : index % 4 < 2;
  const order = {
    type: 'NewOrderSingle',
    clOrdId: crypto.randomUUID(),
    symbol: kind === 'unknown product' ? 'NO-SUCH' : 'BTC-USD',
    side: isSale ? '2' : '1',
    ordType: '2',
    price: '100000',
    orderQty: kind === 'without funds' ? '1000000000000' : '0.01',
    timeInForce: kind === 'accepted' && sessions.length > 1 ? '1' : '3',
  };
  if (kind === 'too precise') return { ...order, price: '1.123456789' };
  return order;
}
