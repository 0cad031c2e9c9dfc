import { createHmac, randomUUID } from 'node:crypto';
import type { Json } from '../../../generator/model/schema.js';
import { exchange as send, pathParts, type Received } from '../bad-input.js';
import { type DescribedOperation, isValid, type JsonObject, objectOf } from '../described.js';
import type { TestSandbox } from '../sandbox.js';
import { addresses } from './money.js';
import { rich, type TestKey, testTrader, type Trader } from './traders.js';

/** A trader with one of everything that requests name, and two rows in each list. */
export interface ExchangeTenant extends Trader {
  /** Identifiers of what it has, by the part of a path that ends with the parameter. */
  readonly paths: { readonly [path: string]: string };
}

/** What a travel rule needs to know of the originator. */
export const originator = {
  originator_name: 'Ada',
  originator_country: 'DE',
  originator_address: { city: 'Berlin' },
} as const;

/** What nobody has, by the part of a path that ends with the parameter. */
export const unknownPaths: { readonly [path: string]: string } = {
  '/accounts/{account_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/profiles/{profile_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/orders/{order_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/orders/client:{client_oid}': 'nothing',
  '/products/{product_id}': 'NO-USD',
  '/users/{user_id}': '0123456789abcdef01234567',
  '/wrapped-assets/{wrapped_asset_id}': 'NO',
  '/wrapped-assets/stake-wrap/{stake_wrap_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/address-book/{address_book_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/travel-rules/{travel_rule_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/transfers/{transfer_id}': '123e4567-e89b-12d3-a456-426614174000',
  '/reports/{report_id}': '123e4567-e89b-12d3-a456-426614174000',
};

/** Creates a trader in an organisation of its own, who has traded with another one. */
export async function exchangeTenant(sandbox: TestSandbox): Promise<ExchangeTenant> {
  const trader = await testTrader(sandbox, {
    funds: { ...rich, ETH: '1000', USDC: '1000000' },
    country: 'DE',
  });
  const counterpart = await testTrader(sandbox, { funds: rich });
  const order = { type: 'limit', product_id: 'BTC-USD', size: '1' } as const;
  const { orders, accounts } = trader.exchange;
  const client_oid = randomUUID();
  const { id } = await orders.create({ ...order, side: 'buy', price: '50', client_oid });
  await orders.create({ ...order, side: 'buy', price: '51' });
  const sale = { ...order, side: 'sell', price: '100' } as const;
  for (const size of ['0.5', '0.25']) {
    await orders.create({ ...sale, size });
    await counterpart.exchange.orders.create({ ...sale, side: 'buy', size });
  }
  const address = addresses.evm;
  const { addresses: book, reports, travelRules, wrappedAssets } = trader.exchange;
  const [saved] = await book.add({
    addresses: [{ currency: 'ETH', to: { address }, is_verified_self_hosted_wallet: true }],
  });
  const now = new Date().toISOString();
  const exchanged = { from_currency: 'ETH', to_currency: 'CBETH', amount: '1' };
  const twice = async <Made>(make: () => Promise<Made>): Promise<Made> => {
    await make();
    return make();
  };
  const rule = await twice(() => travelRules.create({ address, ...originator }));
  const report = await twice(() => reports.create({ type: 'balance', balance: { datetime: now } }));
  const wrap = await twice(() => wrappedAssets.createStakeWrap(exchanged));
  await twice(() =>
    sandbox.control.money.convert(trader.profileId, { from: 'USD', to: 'USDC', amount: '1' }),
  );
  const deposit = { currency: 'ETH', amount: '1', address };
  const transfer = await sandbox.control.money.createDeposit(trader.profileId, deposit);
  const account = (await accounts.list()).find(({ currency }) => currency === 'USD');
  return {
    ...trader,
    paths: {
      '/accounts/{account_id}': account?.id ?? '',
      '/profiles/{profile_id}': trader.profileId,
      '/orders/{order_id}': id,
      '/orders/client:{client_oid}': client_oid,
      '/products/{product_id}': 'BTC-USD',
      '/users/{user_id}': trader.userId,
      '/wrapped-assets/{wrapped_asset_id}': 'CBETH',
      '/wrapped-assets/stake-wrap/{stake_wrap_id}': wrap.id,
      '/address-book/{address_book_id}': saved?.id ?? '',
      '/travel-rules/{travel_rule_id}': rule.id,
      '/transfers/{transfer_id}': transfer.id,
      '/reports/{report_id}': report.id,
    },
  };
}

/** A request that no generated client would make. */
export interface ExchangeRequest {
  readonly tenant: ExchangeTenant;
  readonly operation: DescribedOperation;
  /** Identifiers in the path, by the part of the path that ends with them. Default: those of the tenant. */
  readonly paths?: { readonly [path: string]: string };
  readonly query?: { readonly [name: string]: string };
  /** Text of the body. Default: the operation's first example. */
  readonly body?: string;
  readonly contentType?: string;
  /** What signs the request. Default: the tenant's key, for operations that need one. `null` for nothing. */
  readonly key?: TestKey | null;
  /** What is signed instead of a part of the request. */
  readonly signed?: Partial<SignedParts>;
}

/** What a signature covers. */
export interface SignedParts {
  readonly timestamp: string;
  readonly method: string;
  readonly target: string;
  readonly body: string;
}

/** A valid body of an operation: its first example. */
export function validBody({ body, examples, id }: DescribedOperation): JsonObject | undefined {
  if (body === undefined) return undefined;
  const example = objectOf(examples[0]);
  if (!isValid(body, example)) throw new Error(`The example of ${id} is not valid.`);
  return example;
}

/** Sends a request with a signature made by other code than the client's. */
export function sendSigned(url: string, request: ExchangeRequest): Promise<Received> {
  const { tenant, operation, paths = {}, query = {}, contentType = 'application/json' } = request;
  const { key = operation.scopes.length > 0 ? tenant.key : null } = request;
  const example = validBody(operation);
  const body = request.body ?? (example === undefined ? '' : JSON.stringify(example));
  const search = new URLSearchParams(query).toString();
  const path = pathOf(operation, { ...tenant.paths, ...paths });
  const target = search === '' ? path : `${path}?${search}`;
  const { method } = operation;
  // A connection that is used again may end at the same moment, because it was idle.
  const headers = new Headers({ Connection: 'close' });
  if (body !== '') headers.set('Content-Type', contentType);
  if (key !== null) {
    const parts = { timestamp: String(Date.now() / 1000), method, target, body, ...request.signed };
    for (const [name, value] of Object.entries(signedHeaders(key, parts))) headers.set(name, value);
  }
  return send(url + target, { method, headers, body: body === '' ? null : body });
}

/** Headers with the signature of a request. */
export function signedHeaders(
  { name, secret, passphrase }: TestKey,
  { timestamp, method, target, body }: SignedParts,
): Readonly<Record<string, string>> {
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(timestamp + method + target + body)
    .digest('base64');
  return {
    'CB-ACCESS-KEY': name,
    'CB-ACCESS-SIGN': signature,
    'CB-ACCESS-TIMESTAMP': timestamp,
    'CB-ACCESS-PASSPHRASE': passphrase,
  };
}

function pathOf(operation: DescribedOperation, known: ExchangeTenant['paths']): string {
  let path = operation.path;
  for (const part of pathParts(operation).toReversed()) {
    const value = known[part];
    if (value === undefined) throw new Error(`No identifier is known for ${part}.`);
    path =
      path.slice(0, part.lastIndexOf('{')) + encodeURIComponent(value) + path.slice(part.length);
  }
  return path;
}

/** The message of a refusal. */
export function messageOf({ body }: Received): Json | undefined {
  return objectOf(body)['message'];
}
