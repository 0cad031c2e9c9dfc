import type {
  CurrencyState,
  ExchangeCurrency,
  ExchangeProduct,
  ProductState,
} from '@platform/sandbox-control';
import type { ExchangeHandlers } from '@platform/sandbox-control/server';
import type { CurrencyChanges, ProductChanges } from '../domain/products/commands.js';
import type { CurrencyRow, ProductRow } from '../domain/products/state.js';
import { type Decimal, one, parseDecimal, printDecimal } from '../domain/numbers.js';
import type { Core } from '../server/core.js';
import { origin } from './origin.js';
import { say } from './say.js';

type MarketHandlers = Pick<
  ExchangeHandlers,
  | 'creditProfile'
  | 'transferFunds'
  | 'createProduct'
  | 'updateProduct'
  | 'createCurrency'
  | 'updateCurrency'
>;

/** Handlers about funds, products and currencies of the exchange. */
export function marketHandlers({ loop }: Core): MarketHandlers {
  return {
    creditProfile({ path, body }, respond) {
      const profile = path.profileId;
      if (!loop.state.users.profiles.has(profile))
        return say('creditProfile', { code: 'not-found', data: { what: 'profile' } });
      const outcome = loop.execute('ledger.credit', { profile, ...body }, origin);
      if (!outcome.ok) return say('creditProfile', outcome.refusal);
      const { id, currency, balance, hold } = outcome.result;
      return respond.ok({
        id,
        profileId: profile,
        currency,
        balance: printDecimal(balance),
        hold: printDecimal(hold),
      });
    },

    transferFunds({ path, body }, respond) {
      const { fromProfileId: from, toProfileId: to, currency, amount } = body;
      const data = { user: path.userId, from, to, currency, amount };
      const outcome = loop.execute('users.transfer-funds', data, origin);
      return outcome.ok ? respond.noContent() : say('transferFunds', outcome.refusal);
    },

    createProduct({ body }, respond) {
      const { base, quote, baseIncrement, quoteIncrement } = body;
      const product = {
        ...newProduct,
        displayName: `${base}-${quote}`,
        ...productChanges(body),
        base,
        quote,
        baseIncrement: decimalOf(baseIncrement),
        quoteIncrement: decimalOf(quoteIncrement),
      };
      const outcome = loop.execute('products.create', { product }, origin);
      return outcome.ok
        ? respond.created(productBody(outcome.result))
        : say('createProduct', outcome.refusal);
    },

    updateProduct({ path, body }, respond) {
      const data = { id: path.productId, changes: productChanges(body) };
      const outcome = loop.execute('products.update', data, origin);
      return outcome.ok
        ? respond.ok(productBody(outcome.result))
        : say('updateProduct', outcome.refusal);
    },

    createCurrency({ body }, respond) {
      const { id, name, precision } = body;
      const currency = {
        displayName: id,
        minSize: decimalOf(precision),
        maxWithdrawal: million,
        status: 'online',
        message: '',
        convertibleTo: [],
        networks: [],
        ...currencyChanges(body),
        id,
        name,
        precision: decimalOf(precision),
      };
      const outcome = loop.execute('products.create-currency', { currency }, origin);
      return outcome.ok
        ? respond.created(currencyBody(outcome.result))
        : say('createCurrency', outcome.refusal);
    },

    updateCurrency({ path, body }, respond) {
      const data = { id: path.currencyId, changes: currencyChanges(body) };
      const outcome = loop.execute('products.update-currency', data, origin);
      return outcome.ok
        ? respond.ok(currencyBody(outcome.result))
        : say('updateCurrency', outcome.refusal);
    },
  };
}

const million = 1_000_000n * one;

/** What a new product has unless the request says otherwise. */
const newProduct = {
  minMarketFunds: one,
  maxMarketFunds: million,
  highBidLimitPercentage: 5n * one,
  maxSlippage: one / 50n,
  fxStablecoin: false,
  marginEnabled: false,
  postOnly: false,
  limitOnly: false,
  cancelOnly: false,
  tradingDisabled: false,
  status: 'online',
  statusMessage: '',
};

/** The value of a text that the description has checked. */
function decimalOf(text: string): Decimal {
  return parseDecimal(text) ?? 0n;
}

function productChanges(body: ProductState): ProductChanges {
  const { minMarketFunds, maxMarketFunds, highBidLimitPercentage: limit, makerFeeBps } = body;
  const { displayName, postOnly, limitOnly, cancelOnly, tradingDisabled } = body;
  const { status, statusMessage } = body;
  return present({
    displayName,
    postOnly,
    limitOnly,
    cancelOnly,
    tradingDisabled,
    status,
    statusMessage,
    minMarketFunds: minMarketFunds === undefined ? undefined : decimalOf(minMarketFunds),
    maxMarketFunds: maxMarketFunds === undefined ? undefined : decimalOf(maxMarketFunds),
    highBidLimitPercentage: limit === undefined || limit === null ? limit : decimalOf(limit),
    makerFeeBps: makerFeeBps === undefined ? undefined : decimalOf(makerFeeBps),
  });
}

function currencyChanges({
  name,
  displayName,
  maxWithdrawal,
  status,
  message,
}: CurrencyState): CurrencyChanges {
  return present({
    name,
    displayName,
    status,
    message,
    maxWithdrawal: maxWithdrawal === undefined ? undefined : decimalOf(maxWithdrawal),
  });
}

/** The members that have a value. */
function present<Members extends object>(members: Members): Present<Members> {
  const pairs = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(pairs) as Present<Members>;
}

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

function productBody(row: ProductRow): ExchangeProduct {
  const { highBidLimitPercentage: limit, makerFeeBps } = row;
  return {
    id: row.id,
    base: row.base,
    quote: row.quote,
    baseIncrement: printDecimal(row.baseIncrement),
    quoteIncrement: printDecimal(row.quoteIncrement),
    displayName: row.displayName,
    minMarketFunds: printDecimal(row.minMarketFunds),
    maxMarketFunds: printDecimal(row.maxMarketFunds),
    highBidLimitPercentage: limit === null ? null : printDecimal(limit),
    postOnly: row.postOnly,
    limitOnly: row.limitOnly,
    cancelOnly: row.cancelOnly,
    tradingDisabled: row.tradingDisabled,
    status: row.status,
    statusMessage: row.statusMessage,
    ...(makerFeeBps === undefined ? {} : { makerFeeBps: printDecimal(makerFeeBps) }),
  };
}

function currencyBody(row: CurrencyRow): ExchangeCurrency {
  const { id, name, displayName, precision, maxWithdrawal, status, message } = row;
  return {
    id,
    name,
    displayName,
    precision: printDecimal(precision),
    maxWithdrawal: printDecimal(maxWithdrawal),
    status,
    message,
  };
}
