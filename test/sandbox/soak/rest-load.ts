import { createHmac } from 'node:crypto';
import type { CreateOrderRequest } from '@platform/exchange';
import type { TestKey, Trader } from '../exchange/traders.js';
import type { Ending, Lane, Random } from './load.js';
import { oneOf, Violation } from './load.js';
import type { Place } from './place.js';

/** The product that is traded over REST, and its price. */
export const restProduct = 'ETH-USD';
const middle = 3000;

/** Orders that a trader leaves open, at most. */
const maxOpen = 30;

/** Milliseconds from sending an order to its response. */
export type Latencies = number[];

/** Creates a lane of orders and reads of a trader over REST. */
export function restLane(
  place: Place,
  trader: Trader,
  { rate, latencies }: { readonly rate: number; readonly latencies: Latencies },
): Lane {
  const { random } = place;
  const open: string[] = [];
  const { orders, accounts, fills, products } = trader.exchange;
  const cancelOldest = async (): Promise<Ending> => {
    const id = open.shift();
    if (id === undefined) return 'done';
    return endingOf(
      await orders.cancel.result(id, undefined, { query: { product_id: restProduct } }),
    );
  };
  const create = async (): Promise<Ending> => {
    const started = performance.now();
    const outcome = await orders.create.result(orderOf(random));
    latencies.push(performance.now() - started);
    if (outcome.kind === 'success') open.push(outcome.value.id);
    return endingOf(outcome);
  };
  return {
    name: 'REST orders, cancellations and reads',
    rate,
    async run() {
      if (open.length > maxOpen) return cancelOldest();
      const chance = random();
      if (chance < 0.6) return create();
      if (chance < 0.85) return cancelOldest();
      if (chance < 0.9) return endingOf(await accounts.list.result());
      if (chance < 0.95) return endingOf(await orders.list.result({ status: ['open'], limit: 20 }));
      if (chance < 0.98)
        return endingOf(await fills.list.result({ product_id: restProduct, limit: 20 }));
      return endingOf(await products.getTicker.result(restProduct));
    },
  };
}

/** Orders of every kind near the price: most rest, some are filled at once, and some are refused. */
function orderOf(random: Random): CreateOrderRequest {
  const side = oneOf(random, ['buy', 'sell'] as const);
  const away = Math.ceil(random() * 50);
  const sign = side === 'buy' ? -1 : 1;
  const own = { side, product_id: restProduct, size: (1 + Math.floor(random() * 9)).toString() };
  const resting = { ...own, type: 'limit', price: String(middle + sign * away) } as const;
  const crossing = { ...resting, price: String(middle - sign * away) };
  const client_oid = crypto.randomUUID();
  return oneOf<CreateOrderRequest>(random, [
    resting,
    { ...resting, client_oid },
    { ...resting, post_only: true },
    { ...resting, time_in_force: 'GTT', cancel_after: 'hour' },
    { ...resting, size: '10', max_floor: '2' },
    { ...crossing, time_in_force: 'IOC' },
    { ...crossing, time_in_force: 'FOK' },
    { ...own, type: 'market', size: '0.5' },
    {
      ...resting,
      stop: side === 'buy' ? 'entry' : 'loss',
      stop_price: String(middle + sign * -away),
    } as CreateOrderRequest,
    // Refused: the price is too precise.
    { ...resting, price: `${middle}.123456789` },
    // Rejected: it would be filled.
    { ...crossing, post_only: true },
  ]);
}

/** Creates lanes of what is refused: by the rate limit, by the signature, by the form. */
export function refusedLanes(place: Place, trader: Trader): readonly Lane[] {
  const { random, url } = place;
  const send = async (signed: string, sent: string): Promise<Ending> => {
    const headers = { ...signedHeaders(trader.key, signed), 'Content-Type': 'application/json' };
    return statusEnding(await fetch(`${url}/orders`, { method: 'POST', headers, body: sent }));
  };
  return [
    {
      name: 'REST above the rate limit',
      rate: 30,
      run: async () => endingOf(await trader.exchange.accounts.list.result()),
    },
    {
      name: 'REST malformed, unsigned, wrongly signed',
      rate: 10,
      run: () =>
        oneOf<() => Promise<Ending>>(random, [
          () => send('{"type":', '{"type":'),
          () => send('{}', '{}'),
          () => send('{"other":1}', '{}'),
          async () => statusEnding(await fetch(`${url}/accounts`)),
          async () => statusEnding(await fetch(`${url}/nothing/here`)),
        ])(),
    },
  ];
}

/** Headers of an order, with the signature of a body. */
function signedHeaders(
  { name, secret, passphrase }: TestKey,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Date.now() / 1000);
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}POST/orders${body}`)
    .digest('base64');
  return {
    'CB-ACCESS-KEY': name,
    'CB-ACCESS-SIGN': signature,
    'CB-ACCESS-TIMESTAMP': timestamp,
    'CB-ACCESS-PASSPHRASE': passphrase,
  };
}

/** Rules of a policy. */
const rules = [
  {
    action: 'accept',
    operation: 'signEvmTransaction',
    criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
  },
] as const;

/** Creates lanes of everything that is no order: money, reports, policies and webhooks. */
export function otherLanes(place: Place, trader: Trader, webhook: string): readonly Lane[] {
  const { random, control, project } = place;
  const { profileId, exchange } = trader;
  const conversion = { from: 'USD', to: 'USDC', amount: '1' };
  const event = { eventType: 'wallet.activity.detected', data: { network: 'base' } };
  const results: readonly [() => Promise<Outcome>, ...(() => Promise<Outcome>)[]] = [
    () => control.money.createDeposit.result(profileId, { currency: 'ETH', amount: '1' }),
    () =>
      exchange.withdrawals.createCrypto.result({
        amount: '0.5',
        currency: 'ETH',
        crypto_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      }),
    () => control.money.convert.result(profileId, conversion),
    () =>
      exchange.wrappedAssets.createStakeWrap.result({
        from_currency: 'ETH',
        to_currency: 'CBETH',
        amount: '0.01',
      }),
    () =>
      exchange.reports.create.result({
        type: 'balance',
        balance: { datetime: new Date().toISOString() },
      }),
    () => control.deliveries.sendEvent.result(project.projectId, webhook, event),
  ];
  return [
    {
      name: 'deposits, withdrawals, conversions, reports, webhooks',
      rate: 6,
      run: async () => endingOf(await oneOf(random, results)()),
    },
    {
      name: 'policies of the platform',
      rate: 2,
      async run() {
        const { policies } = project.platform;
        const created = await policies.create.result({ scope: 'account', rules });
        if (created.kind !== 'success') return endingOf(created);
        return endingOf(await policies.delete.result(created.value.id));
      },
    },
  ];
}

/** The result of a call. */
interface Outcome {
  readonly kind: string;
}

/** How a call has ended. It is lost if its connection was closed because it was idle, or if the answer is late. */
function endingOf({ kind }: Outcome): Ending {
  if (kind === 'success') return 'done';
  if (kind === 'failure') return 'refused';
  if (kind === 'network' || kind === 'timeout') return 'lost';
  throw new Violation(`A call ended as ${kind}.`);
}

async function statusEnding(response: Response): Promise<Ending> {
  await response.arrayBuffer();
  if (response.status < 400 || response.status >= 500)
    throw new Violation(`A wrong request got status ${response.status}.`);
  return 'refused';
}
