// Sends orders, with a given number in flight, and prints the number of replies per second.
import { randomUUID } from 'node:crypto';

const [, , bundle, port, count] = process.argv;
const { createFixInitiator, openFix, exchangeFix42OrderEntryDescriptor } = await import(bundle);
const { rate: _, ...policy } = exchangeFix42OrderEntryDescriptor.policy;
const session = createFixInitiator(
  { ...exchangeFix42OrderEntryDescriptor, policy },
  {
    open: openFix(),
    address: { host: '127.0.0.1', port: Number(port) },
    senderCompId: '0123456789abcdef0123456789abcdef',
    logonFields: [
      [554, 'pass'],
      [96, 'c2ln'],
    ],
  },
);
await session.opened();
const id = randomUUID();
let sent = 0;
const trade = async () => {
  while (sent < Number(count)) {
    const clOrdId = `${id.slice(0, 24)}${String(sent++).padStart(12, '0')}`;
    await session.request({
      type: 'NewOrderSingle',
      clOrdId,
      handlInst: '1',
      orderQty: '1.5',
      ordType: '2',
      price: '100.25',
      side: '1',
      symbol: 'BTC-USD',
      timeInForce: '1',
    });
  }
};
const start = process.hrtime.bigint();
await Promise.all(Array.from({ length: 256 }, trade));
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
process.stdout.write(`${JSON.stringify({ perSecond: Number(count) / seconds })}\n`);
await session.close();
