import type { ExchangeClient } from '@platform/exchange';

/** The outcome of a call, as far as all outcomes have it. */
export interface AnyOutcome {
  readonly kind: string;
  readonly ok: boolean;
  readonly when?: unknown;
  readonly status?: number | undefined;
  readonly value?: unknown;
  readonly headers?: unknown;
}

/** One operation, called as its user would. */
export interface Called {
  readonly id: string;
  call(client: ExchangeClient): PromiseLike<unknown>;
  result(client: ExchangeClient): Promise<AnyOutcome>;
  failed(client: ExchangeClient, error: unknown): boolean;
}

interface AnyCall<Arguments extends readonly unknown[]> {
  (...args: Arguments): PromiseLike<unknown>;
  result(...args: Arguments): Promise<AnyOutcome>;
  failed(error: unknown): boolean;
}

function called<Arguments extends readonly unknown[]>(
  id: string,
  callOf: (client: ExchangeClient) => AnyCall<Arguments>,
  ...args: Arguments
): Called {
  return {
    id,
    call: (client) => callOf(client)(...args),
    result: (client) => callOf(client).result(...args),
    failed: (client, error) => callOf(client).failed(error),
  };
}

const id = 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2';
const oid = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
const wallet = '0x742d35cc6634c0532925a3b844bc454e4438f44e';

/** Every operation of the exchange. */
export const calls: readonly Called[] = [
  called('listAccounts', ({ accounts }) => accounts.list),
  called('getAccount', ({ accounts }) => accounts.get, id),
  called('listAccountLedger', ({ accounts }) => accounts.listLedger, id, {
    start_date: '2025-01-27',
    limit: 1000,
  }),
  called('listProfiles', ({ profiles }) => profiles.list, { active: true }),
  called('getProfile', ({ profiles }) => profiles.get, id),
  called('listOrders', ({ orders }) => orders.list, {
    status: ['open', 'pending'],
    market_type: 'spot',
  }),
  called('createOrder', ({ orders }) => orders.create, {
    type: 'limit',
    side: 'buy',
    product_id: 'BTC-USD',
    price: '100.01',
    size: '0.5',
    client_oid: oid,
  }),
  called('getOrder', ({ orders }) => orders.get, id),
  called('cancelOrder', ({ orders }) => orders.cancel, id, { product_id: 'BTC-USD' }),
  called('getOrderByClientOid', ({ orders }) => orders.getByClientOid, oid),
  called('cancelOrderByClientOid', ({ orders }) => orders.cancelByClientOid, oid),
  called('listFills', ({ fills }) => fills.list, { product_id: 'BTC-USD' }),
  called('listProducts', ({ products }) => products.list),
  called('getProductBook', ({ products }) => products.getBook, 'BTC-USD', { level: 'L2' }),
  called('getProductTicker', ({ products }) => products.getTicker, 'BTC-USD'),
  called('getProductStats', ({ products }) => products.getStats, 'BTC-USD'),
  called('listCurrencies', ({ currencies }) => currencies.list),
  called('listRfqProducts', ({ rfq }) => rfq.listProducts),
  called('listConversions', ({ conversions }) => conversions.list),
  called('getConversionFees', ({ conversions }) => conversions.getFees),
  called('listLoans', ({ loans }) => loans.list, { ids: [id] }),
  called('listLoanAssets', ({ loans }) => loans.listAssets),
  called('getLendingOverview', ({ loans }) => loans.getLendingOverview),
  called('previewLoan', ({ loans }) => loans.preview, { currency: 'BTC', native_amount: '2.5' }),
  called('listLoanOptions', ({ loans }) => loans.listOptions),
  called('previewLoanRepayment', ({ loans }) => loans.previewRepayment, {
    loan_id: id,
    currency: 'BTC',
    native_amount: '2.5',
  }),
  called('openLoan', ({ loans }) => loans.open, {
    loan_id: id,
    currency: 'BTC',
    native_amount: '2.5',
    interest_rate: '0.06',
    term_start_date: '2025-01-28',
    term_end_date: '2025-04-28',
    profile_id: id,
  }),
  called('repayLoanPrincipal', ({ loans }) => loans.repayPrincipal, {
    loan_id: id,
    idem: oid,
    from_profile_id: id,
    currency: 'BTC',
    native_amount: '2.5',
  }),
  called('listWrappedAssets', ({ wrappedAssets }) => wrappedAssets.list),
  called('getWrappedAsset', ({ wrappedAssets }) => wrappedAssets.get, 'CBETH'),
  called('listStakeWraps', ({ wrappedAssets }) => wrappedAssets.listStakeWraps, { from: 'ETH' }),
  called('createStakeWrap', ({ wrappedAssets }) => wrappedAssets.createStakeWrap, {
    from_currency: 'ETH',
    to_currency: 'CBETH',
    amount: '10',
  }),
  called('getStakeWrap', ({ wrappedAssets }) => wrappedAssets.getStakeWrap, id),
  called('listAddresses', ({ addresses }) => addresses.list),
  called('addAddresses', ({ addresses }) => addresses.add, {
    addresses: [
      { currency: 'ETH', to: { address: wallet }, is_verified_self_hosted_wallet: true },
      { currency: 'XRP', to: { address: 'r1', destination_tag: '1' }, vasp_id: 'provider-1' },
    ],
  }),
  called('deleteAddress', ({ addresses }) => addresses.delete, id),
  called('validateAddress', ({ addresses }) => addresses.validate, {
    currency: 'ETH',
    address_info: { address: wallet },
    source: 'address_book',
  }),
  called('createCryptoWithdrawal', ({ withdrawals }) => withdrawals.createCrypto, {
    amount: '1.5',
    currency: 'ETH',
    crypto_address: wallet,
    is_intermediary: true,
    intermediary_jurisdiction: 'DE',
  }),
  called('listTravelRules', ({ travelRules }) => travelRules.list, { address: wallet }),
  called('createTravelRule', ({ travelRules }) => travelRules.create, {
    address: wallet,
    originator_name: 'Ada Example',
    originator_country: 'DE',
  }),
  called('deleteTravelRule', ({ travelRules }) => travelRules.delete, id),
  called('submitTravelRule', ({ travelRules }) => travelRules.submit, id, {
    originator_name: 'Ada Example',
    originator_country: 'DE',
  }),
  called('listReports', ({ reports }) => reports.list, { type: 'balance' }),
  called('createReport', ({ reports }) => reports.create, {
    type: 'balance',
    balance: { datetime: '2025-01-28T00:00:00Z' },
  }),
  called('getReport', ({ reports }) => reports.get, id),
  called('getTradingVolumes', ({ users }) => users.getTradingVolumes, 'self'),
  called('getExchangeLimits', ({ users }) => users.getExchangeLimits),
  called('updateSettlementPreferences', ({ users }) => users.updateSettlementPreferences, 'self', {
    settlement_preference: 'USDC',
  }),
  called('getTime', ({ time }) => time.get),
];
