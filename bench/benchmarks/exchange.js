import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { OrderBook } from 'nodejs-order-book';
import { printTable } from '../measure/table.js';
import { loadSandbox, onSqlite } from './sandbox.js';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.tallystick/bench/exchange');
/** Targets in a second: complete orders that are decided in memory on one core, and durable orders on SQLite with 256 in flight. */
const aim = 60_000;
const durableAim = 8_000;

/** The exchange of the sandbox: complete orders, the book alone beside a peer, and what a match costs in books of many orders. */
export async function benchmarkExchange({ quick }) {
  const exchange = await loadExchange();
  const orders = ordersPerSecond(exchange, quick ? 500 : 200_000);
  printTable('Exchange: complete orders in memory, half of them filled at once', 'a second', [
    { name: 'sandbox', figure: orders },
  ]);
  const durable = await onSqlite(await loadSandbox(), (open) =>
    durablePerSecond(open, quick ? 300 : 40_000),
  );
  printTable('Exchange: durable orders on SQLite, 256 in flight', 'a second', [
    { name: 'sandbox', figure: durable },
  ]);
  const count = quick ? 500 : 200_000;
  const ours = bookPerSecond(sandboxBook(exchange), count);
  const peer = bookPerSecond(peerBook(), count);
  printTable('Exchange: the book alone, half of the orders filled at once', 'a second', [
    { name: 'sandbox', figure: ours },
    { name: 'nodejs-order-book', figure: peer },
  ]);
  console.log(`\nratio: ${(ours / peer).toFixed(2)}`);
  const sizes = quick ? [100, 1_000] : [1_000, 10_000, 100_000, 1_000_000];
  // A profile may have 500 open orders. All sizes have as many profiles, whose accounts cost the same then.
  const profiles = Math.ceil(Math.max(...sizes) / 400) + 1;
  const times = sizes.map((size) =>
    matchTime(exchange, { orders: size, profiles, count: quick ? 100 : 20_000 }),
  );
  printTable(
    'Exchange: an order that is filled, by the number of orders on the book',
    'µs',
    sizes.map((size, at) => ({ name: String(size), figure: times[at] })),
  );
  if (quick) return;
  if (orders < aim)
    console.log(`\nmissed: ${orders.toFixed(0)} complete orders, the target is ${aim}`);
  if (durable < durableAim)
    console.log(`\nmissed: ${durable.toFixed(0)} durable orders, the target is ${durableAim}`);
}

async function loadExchange() {
  mkdirSync(folder, { recursive: true });
  const from = (path) => `export * from ${JSON.stringify(join(root, path))};`;
  await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        from('sandbox/domain/engine.ts'),
        from('sandbox/domain/random.ts'),
        from('sandbox/domain/subjects.ts'),
        from('sandbox/domain/tables.ts'),
        from('sandbox/domain/numbers.ts'),
      ].join('\n'),
      resolveDir: root,
      sourcefile: 'exchange.js',
    },
    outfile: join(folder, 'exchange.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
  });
  return import(pathToFileURL(join(folder, 'exchange.mjs')).href);
}

/** An engine with as many rich profiles as asked for, and a function that executes commands on it. */
function newExchange({ Engine, deriveKey, subjects }, profiles) {
  const engine = new Engine(subjects, deriveKey(new Uint8Array(32), 'entries'));
  let now = Date.UTC(2025, 0, 1) * 1000;
  const execute = (type, data) => {
    now += 10;
    const outcome = engine.execute({
      surface: 'bench',
      caller: 'bench',
      now,
      command: { type, data },
    });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
    return outcome.result;
  };
  for (let index = 0; index < profiles; index += 1)
    for (const currency of ['USD', 'BTC'])
      execute('ledger.credit', { profile: `p${index}`, currency, amount: '1000000000000' });
  return execute;
}

/** Orders of 100 profiles around a price: every second one is filled by the one after it. */
function ordersPerSecond(exchange, count) {
  const execute = newExchange(exchange, 100);
  const place = (index) => execute('orders.place', orderAt(index));
  for (let index = 0; index < count / 10; index += 1) place(index);
  const started = performance.now();
  for (let index = 0; index < count; index += 1) place(index);
  return (count / (performance.now() - started)) * 1000;
}

/** An order of one of 100 profiles. Every second one is filled by the one after it. */
function orderAt(index) {
  const isMaker = index % 2 === 0;
  const isSale = index % 4 < 2 === isMaker;
  return {
    profile: `p${index % 100}`,
    product: 'BTC-USD',
    surface: 'bench',
    type: 'limit',
    side: isSale ? 'sell' : 'buy',
    price: String(100_000 + ((index >> 1) % 50)),
    size: '0.01',
  };
}

/** The same orders with the journal, whose entries must be stored before the next order of a caller. */
export async function durablePerSecond(open, count) {
  const core = await open();
  const { loop } = core;
  const origin = { surface: 'bench', caller: 'bench' };
  const execute = (type, data) => {
    const outcome = loop.execute(type, data, origin);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  };
  for (let index = 0; index < 100; index += 1)
    for (const currency of ['USD', 'BTC'])
      execute('ledger.credit', { profile: `p${index}`, currency, amount: '1000000000000' });
  await loop.settled();
  let next = 0;
  const lane = async () => {
    while (next < count) {
      execute('orders.place', orderAt(next));
      next += 1;
      await loop.settled();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: 256 }, lane));
  const seconds = (performance.now() - started) / 1000;
  await core.close();
  return count / seconds;
}

/** The sandbox's book without accounts, journal and commands: a table of orders with its index by price and time. */
function sandboxBook({ Table, one }) {
  const orders = new Table();
  const book = orders.ranked({
    isListed: () => true,
    groupOf: ({ side }) => side,
    rankOf: ({ price }) => price,
    orderOf: ({ order }) => order,
    amountOf: ({ left }) => left,
  });
  let order = 0;
  return (side, price, size) => {
    let left = BigInt(size) * one;
    const limit = BigInt(price) * one;
    const isSale = side === 'sell';
    const cursor = book.cursor(isSale ? 'buy' : 'sell', isSale ? 'down' : 'up');
    const filled = [];
    for (let maker = cursor.row; maker !== undefined && left > 0n; maker = cursor.row) {
      if (isSale ? maker.price < limit : maker.price > limit) break;
      const traded = maker.left < left ? maker.left : left;
      left -= traded;
      filled.push({ ...maker, left: maker.left - traded });
      cursor.advance();
    }
    for (const maker of filled)
      if (maker.left === 0n) orders.delete(maker.id);
      else orders.set(maker.id, maker);
    if (left === 0n) return;
    order += 1;
    const id = String(order);
    orders.set(id, { id, side, price: limit, order, left });
  };
}

function peerBook() {
  const book = new OrderBook();
  let order = 0;
  return (side, price, size) => {
    order += 1;
    book.limit({ id: String(order), side, size, price });
  };
}

/** Orders around a price, of which every second one fills the one before it, in a book of 1,000 others. */
function bookPerSecond(place, count) {
  for (let index = 0; index < 500; index += 1) {
    place('buy', 90_000 - index, 1);
    place('sell', 110_000 + index, 1);
  }
  const run = (orders) => {
    for (let index = 0; index < orders; index += 1)
      place(index % 4 === 0 || index % 4 === 3 ? 'sell' : 'buy', 100_000 + ((index >> 1) % 50), 1);
  };
  run(count / 10);
  const started = performance.now();
  run(count);
  return (count / (performance.now() - started)) * 1000;
}

/** Microseconds of an order that fills another one, in a book of as many orders, each at its own price or among others. */
function matchTime(exchange, { orders, profiles, count }) {
  const execute = newExchange(exchange, profiles);
  const order = { product: 'BTC-USD', surface: 'bench', type: 'limit', size: '0.01' };
  for (let index = 0; index < orders; index += 1) {
    const isSale = index % 2 === 0;
    const distance = (index >> 1) % 50_000;
    const price = String(isSale ? 100_000 + distance : 99_999 - distance);
    const profile = `p${index % profiles}`;
    execute('orders.place', { ...order, profile, side: isSale ? 'sell' : 'buy', price });
  }
  const pair = (index) => {
    const profile = `p${index % profiles}`;
    const side = index % 2 === 0 ? 'sell' : 'buy';
    execute('orders.place', { ...order, profile, side, price: '99999.5' });
  };
  for (let index = 0; index < count / 10; index += 1) pair(index);
  const started = performance.now();
  for (let index = 0; index < count; index += 1) pair(index);
  return ((performance.now() - started) / count) * 1000;
}
