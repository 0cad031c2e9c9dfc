import { exchangeFix42Codec } from '@platform/exchange-fix-4.2';
import { exchangeFix50Codec } from '@platform/exchange-fix-5.0';
import { FixFramer, FixView, type FixCodec, type FixMessage } from '@tallystick/runtime/fix';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inMemory, type Connected } from './connection.js';
import { exchangeRaw, messageIn } from './raw.js';

/** An order, independent of the protocol. */
interface Order {
  readonly type: 'limit' | 'market' | 'stop' | 'take-profit';
  readonly product?: string;
  readonly price?: string;
  readonly size?: string;
  readonly funds?: string;
  readonly stopPrice?: string;
  readonly stopLimit?: string;
  readonly direction?: 'loss' | 'entry';
  readonly time?: 'GTC' | 'GTT' | 'IOC' | 'FOK';
  readonly until?: true;
  readonly postOnly?: true;
  readonly shown?: string;
}

const limit: Order = { type: 'limit', price: '100.01', size: '0.5' };
const byFunds: Order = { type: 'limit', price: '100.01', funds: '50' };
const market: Order = { type: 'market', size: '0.5' };
const stop: Order = { type: 'stop', price: '89.5', stopPrice: '90', size: '0.5' };
const both: Order = {
  type: 'take-profit',
  price: '120',
  stopPrice: '90',
  stopLimit: '89',
  size: '1',
};
const without = (order: Order, name: keyof Order): Order =>
  Object.fromEntries(Object.entries(order).filter(([key]) => key !== name)) as unknown as Order;

const accepted: readonly (readonly [name: string, order: Order])[] = [
  ['a limit order', limit],
  ['a limit order by funds', byFunds],
  ['a limit order, good till cancelled', { ...limit, time: 'GTC' }],
  ['a limit order, good till a time', { ...limit, time: 'GTT', until: true }],
  ['a limit order, immediate or cancel', { ...limit, time: 'IOC' }],
  ['a limit order, fill or kill', { ...limit, time: 'FOK' }],
  ['a limit order, post only', { ...limit, postOnly: true }],
  ['a limit order, post only till a time', { ...limit, postOnly: true, time: 'GTT', until: true }],
  ['a limit order by funds, immediate or cancel', { ...byFunds, time: 'IOC' }],
  ['an iceberg order', { ...limit, shown: '0.1' }],
  ['a market order', market],
  ['a market order by funds', { type: 'market', funds: '50' }],
  ['a stop order', stop],
  ['a stop order with a direction', { ...stop, direction: 'loss' }],
  ['a take-profit and stop-loss order', both],
  ['a take-profit and stop-loss order till a time', { ...both, time: 'GTT', until: true }],
  ['a stop order, post only', { ...stop, postOnly: true }],
  ['a stop order till a time', { ...stop, time: 'GTT', until: true }],
  ['a stop order, immediate or cancel', { ...stop, time: 'IOC' }],
  ['a limit order with a stop price', { ...limit, stopPrice: '90' }],
  ['a limit order by funds, post only', { ...byFunds, postOnly: true }],
  ['the smallest size', { ...limit, size: '0.000000000000000001' }],
];

const rejected: readonly (readonly [name: string, order: Order])[] = [
  ['size and funds of a limit order', { ...limit, funds: '50' }],
  ['size and funds of a market order', { ...market, funds: '50' }],
  ['neither size nor funds', without(limit, 'size')],
  ['a limit order without a price', without(limit, 'price')],
  ['post only, immediate or cancel', { ...limit, postOnly: true, time: 'IOC' }],
  ['post only, fill or kill', { ...limit, postOnly: true, time: 'FOK' }],
  ['post only by funds, fill or kill', { ...byFunds, postOnly: true, time: 'FOK' }],
  ['an end without the time in force that it belongs to', { ...limit, until: true }],
  ['an end of an order that is good till cancelled', { ...limit, time: 'GTC', until: true }],
  ['good till a time, without one', { ...limit, time: 'GTT' }],
  ['an end of an order that is immediate or cancel', { ...limit, time: 'IOC', until: true }],
  ['a direction without a stop price', { ...limit, direction: 'loss' }],
  ['an iceberg order by funds', { ...byFunds, shown: '10' }],
  ['an iceberg order with a stop price', { ...stop, shown: '0.1' }],
  ['a stop order by funds', { ...without(stop, 'size'), funds: '50' }],
  ['a stop order without a stop price', without(stop, 'stopPrice')],
  ['take profit and stop loss by funds', { ...without(both, 'size'), funds: '50' }],
  ['take profit and stop loss, post only', { ...both, postOnly: true }],
  ['take profit and stop loss, iceberg', { ...both, shown: '0.2' }],
  ['take profit and stop loss with a direction', { ...both, direction: 'loss' }],
  ['take profit and stop loss, immediate or cancel', { ...both, time: 'IOC' }],
  ['a market order with a price', { ...market, price: '100' }],
  ['a market order, post only', { ...market, postOnly: true }],
  ['a market order by funds, post only', { type: 'market', funds: '50', postOnly: true }],
  ['a market order, good till cancelled', { ...market, time: 'GTC' }],
  ['a market order, immediate or cancel', { ...market, time: 'IOC' }],
  ['a market order, fill or kill', { ...market, time: 'FOK' }],
  ['a market order by funds till a time', { ...market, time: 'GTT', until: true }],
  ['a market order with an end', { ...market, until: true }],
  ['a market order with a second limit', { ...market, stopLimit: '90' }],
  ['a market order with a direction', { ...market, direction: 'loss' }],
  ['an iceberg at the market', { ...market, shown: '0.1' }],
  ['a stop order with a second limit by type', { ...stop, type: 'limit', stopLimit: '89' }],
  [
    'take profit and stop loss, good till cancelled, with an end',
    { ...both, time: 'GTC', until: true },
  ],
  ['a market order with a stop price', { ...market, stopPrice: '90' }],
  ['a size of zero', { ...limit, size: '0' }],
  ['a size of zero with decimals', { ...limit, size: '0.00' }],
  ['a size below zero', { ...limit, size: '-1' }],
  ['a price of zero', { ...limit, price: '0' }],
  ['a price below zero', { ...limit, price: '-100' }],
  ['funds of zero', { ...byFunds, funds: '0' }],
  ['a stop price of zero', { ...stop, stopPrice: '0' }],
  ['leading zeros', { ...limit, price: '0100' }],
  ['a product in lower case', { ...limit, product: 'btc-usd' }],
  ['a product without a hyphen', { ...limit, product: 'BTCUSD' }],
];

/** The body of an order over REST. */
function bodyOf(order: Order): object {
  const { type, product = 'BTC-USD', price, size, funds, stopPrice, stopLimit, direction } = order;
  return {
    type: type === 'take-profit' ? 'stop' : type,
    side: 'sell',
    product_id: product,
    price,
    size,
    funds,
    stop_price: stopPrice,
    stop_limit_price: stopLimit,
    stop: direction,
    time_in_force: order.time,
    cancel_after: order.until && 'min',
    post_only: order.postOnly,
    max_floor: order.shown,
  };
}

const orderTypes = { limit: '2', market: '1', stop: '4', 'take-profit': 'O' };
const times = { GTC: '1', GTT: '6', IOC: '3', FOK: '4' };

/** The bytes of an order over FIX. DisplayQty (1138) of FIX 5.0 is MaxFloor (111) of FIX 4.2. */
function bytesOf(order: Order, beginString: string): Uint8Array {
  const { type, product = 'BTC-USD', price, size, funds, stopPrice, stopLimit, direction } = order;
  const fields: readonly (readonly [tag: number, value: string | undefined])[] = [
    [35, 'D'],
    [34, '2'],
    [49, 'key'],
    [52, '20250128-18:00:00.000'],
    [56, 'Coinbase'],
    [11, '7d2c3f0a-3c3e-4b8e-9a55-0a6a3e2b9f10'],
    [18, order.postOnly && 'A'],
    [38, size],
    [40, orderTypes[type]],
    [44, price],
    [54, '2'],
    [55, product],
    [59, order.time && times[order.time]],
    [99, stopPrice],
    [beginString === 'FIX.4.2' ? 111 : 1138, order.shown],
    [126, order.until && '20250129-18:00:00.000'],
    [152, funds],
    [1109, direction === undefined ? undefined : direction === 'loss' ? 'D' : 'U'],
    [3040, stopLimit],
  ];
  const body = fields.flatMap(([tag, value]) =>
    value === undefined ? [] : `${tag}=${value}\u0001`,
  );
  const text = body.join('');
  const start = `8=${beginString}\u00019=${text.length}\u0001${text}`;
  const sum = [...start].reduce((total, letter) => total + letter.charCodeAt(0), 0) % 256;
  return new TextEncoder().encode(`${start}10=${String(sum).padStart(3, '0')}\u0001`);
}

/** The verdict of a FIX gateway: accepted, or the tag and the text of its Reject. */
function verdictOf<Message extends FixMessage>(codec: FixCodec<Message>, order: Order): string {
  const framer = new FixFramer();
  framer.push(bytesOf(order, codec.beginString));
  expect(framer.next()).toBe('message');
  const view = new FixView(codec.dataFields);
  expect(view.read(framer.bytes, framer.start, framer.end)).toBeUndefined();
  const decoded = codec.decode(view);
  if (decoded.kind === 'message') return 'accepted';
  return `${decoded.refTag}: ${decoded.text}`;
}

let connected: Connected;
beforeAll(() => {
  connected = inMemory();
});
afterAll(() => connected.close());

test.each(accepted)('%s is accepted over REST, FIX 4.2 and FIX 5.0', async (_, order) => {
  const body = bodyOf(order);
  const { status } = await exchangeRaw(connected, { method: 'POST', target: '/orders', body });
  expect([
    status,
    verdictOf(exchangeFix42Codec, order),
    verdictOf(exchangeFix50Codec, order),
  ]).toEqual([200, 'accepted', 'accepted']);
});

test.each(rejected)('%s is rejected over REST, FIX 4.2 and FIX 5.0', async (_, order) => {
  const body = bodyOf(order);
  const response = await exchangeRaw(connected, { method: 'POST', target: '/orders', body });
  expect(response.status).toBe(400);
  expect(messageIn(response)).toMatch(/body(\/\w+)?: expected /);
  const verdicts = [verdictOf(exchangeFix42Codec, order), verdictOf(exchangeFix50Codec, order)];
  for (const verdict of verdicts) expect(verdict).toMatch(/^\d+: \w/);
});
