import { ExchangeClient, type ErrorMessage } from '@platform/exchange';

const client = new ExchangeClient({ baseUrl: 'https://api.example.com' });
const order = { side: 'buy', product_id: 'BTC-USD' } as const;
const { orders, withdrawals, addresses, reports, products } = client;
const withdrawal = { amount: '1', currency: 'ETH', crypto_address: '0x1' };
const address = { currency: 'ETH', to: { address: '0x1' } };
const kept = { ...address, vasp_id: 'p' };

/** Orders say `size` or `funds`. */
export const right: readonly unknown[] = [
  orders.create({ type: 'market', ...order, size: '1' }),
  orders.create({ type: 'market', ...order, funds: '1' }),
  orders.create({ type: 'limit', ...order, price: '1', size: '1', max_floor: '0.2' }),
  orders.create({ type: 'limit', ...order, price: '1', funds: '1' }),
  orders.create({ type: 'stop', ...order, price: '3', stop_price: '2', size: '1' }),
  orders.create({
    type: 'stop',
    ...order,
    price: '3',
    stop_price: '2',
    stop_limit_price: '1',
    size: '1',
  }),
  orders.cancel('id'),
  orders.cancel('id', { product_id: 'BTC-USD' }),
  withdrawals.createCrypto(withdrawal),
  withdrawals.createCrypto({
    ...withdrawal,
    is_intermediary: true,
    intermediary_jurisdiction: 'DE',
  }),
  addresses.add({ addresses: [address, { ...address, vasp_id: 'p' }] }),
  reports.create({ type: 'rfq-fills', rfq_fills: { start_date: '2025-01-01' } }),
  products.getBook('BTC-USD', { level: '2' }),
];

export const wrong: readonly unknown[] = [
  orders.create({ type: 'market', ...order, size: '1', funds: '1' }), // error: 2345
  orders.create({ type: 'market', ...order }), // error: 2345
  orders.create({ type: 'market', ...order, size: '1', price: '1' }), // error: 2345
  orders.create({ type: 'limit', ...order, price: '1', size: '1', funds: '1' }), // error: 2345
  orders.create({ type: 'limit', ...order, size: '1' }), // error: 2345
  orders.create({ type: 'limit', ...order, price: '1', funds: '1', max_floor: '1' }), // error: 2345
  orders.create({ type: 'stop', ...order, price: '1', size: '1' }), // error: 2345
  orders.create({ type: 'marker', ...order, size: '1' }), // error: 2820
  orders.create({ type: 'market', ...order, size: 1 }), // error: 2322
  withdrawals.createCrypto({ ...withdrawal, is_intermediary: true }), // error: 2345
  withdrawals.createCrypto({ ...withdrawal, intermediary_jurisdiction: 'UK' }), // error: 2322
  addresses.add({ addresses: [{ ...kept, is_verified_self_hosted_wallet: true }] }), // error: 2322
  reports.create({ type: 'balance' }), // error: 2345
  reports.create({ type: 'balance', fills: {} }), // error: 2353
  products.getBook('BTC-USD', { level: 2 }), // error: 2322
  products.getBook('BTC-USD', { level: '4' }), // error: 2322
];

/** Texts that are known are completed, and others are texts too. */
export const messages: readonly ErrorMessage[] = ['Insufficient funds', 'Something else'];

/** A client needs no options if the description names its server. */
export const unconfigured: ExchangeClient = new ExchangeClient();
