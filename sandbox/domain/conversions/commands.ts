import { Postings } from '../ledger/postings.js';
import { house } from '../ledger/state.js';
import { multiply, roundTo } from '../numbers.js';
import { isDollar, rateBetween, usdValue } from '../prices.js';
import { currencyOf, productOf } from '../products/queries.js';
import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { amountOf } from '../transfers/rules.js';
import { event } from './events.js';
import { feeRateOf } from './queries.js';
import type { ConversionRow } from './state.js';

/** Commands of the subject `conversions`. */
export interface ConversionsCommands {
  /** Converts an amount, dollars one to one and other currencies at the last price (conversions-1). */
  readonly 'conversions.convert': CommandType<
    {
      readonly profile: string;
      readonly from: string;
      readonly to: string;
      /** In the source currency. The fee is a part of it. */
      readonly amount: string;
    },
    ConversionRow,
    'not-found' | 'form' | 'insufficient-funds'
  >;
}

export const conversionsCommands: {
  readonly [Name in keyof ConversionsCommands]: Decide<ConversionsCommands[Name], DomainState>;
} = {
  'conversions.convert'({ state, random, now }, { profile, from, to, amount: text }) {
    if (!state.users.profiles.has(profile)) return refuse('not-found', { what: 'profile' });
    const source = currencyOf(state.products, from);
    if (source === undefined)
      return refuse('form', { member: 'from', problem: 'is not a currency of the exchange' });
    const target = currencyOf(state.products, to);
    if (target === undefined || to === from)
      return refuse('form', { member: 'to', problem: 'is not another currency of the exchange' });
    const amount = amountOf(source, text);
    if (typeof amount !== 'bigint') return amount;
    const rate = rateBetween(state, from, to);
    if (rate === undefined)
      return refuse('form', { member: 'to', problem: `has no price in ${from}` });
    const feeRate = feeRateOf(state.conversions, profile, now);
    const fee = roundTo(multiply(amount, feeRate, 'up'), source.precision, 'up');
    const received = roundTo(multiply(amount - fee, rate, 'down'), target.precision, 'down');
    if (received <= 0n)
      return refuse('form', { member: 'amount', problem: `is less than one unit of ${to}` });
    const postings = new Postings(state.ledger, random);
    if (postings.available(profile, from) < amount)
      return refuse('insufficient-funds', { what: from });
    postings.post(profile, from, -amount, 'conversion', {});
    postings.post(house.conversions, from, amount - fee, 'conversion', {});
    postings.post(house.fees, from, fee, 'conversion', {});
    postings.move(house.conversions, profile, to, received, 'conversion', {});
    const row = {
      id: random.uuid(),
      profile,
      from,
      to,
      fromAccount: postings.account(profile, from)?.id ?? '',
      toAccount: postings.account(profile, to)?.id ?? '',
      amount,
      fee,
      received,
      ...measured(state, { from, to, amount, received }),
    };
    return accept(
      { ...row, createdAt: now },
      event('conversions.converted', row),
      ...postings.events(),
    );
  },
};

/** What a conversion counts for: its value with the sign of its direction, and its part in the volume of a product. */
function measured(
  state: DomainState,
  { from, to, amount, received }: Pick<ConversionRow, 'from' | 'to' | 'amount' | 'received'>,
): Pick<ConversionRow, 'signedValue' | 'product' | 'baseAmount'> {
  const value = usdValue(state, from, amount) ?? usdValue(state, to, received) ?? 0n;
  const sale = productOf(state.products, `${from}-${to}`);
  const purchase = productOf(state.products, `${to}-${from}`);
  // Without a product of the two, such as USDC and USD, dollars that are no US dollars are the base.
  const isSale =
    sale !== undefined || (purchase === undefined && (to === 'USD' || !isDollar(from)));
  return {
    signedValue: isSale ? value : -value,
    product: (sale ?? purchase)?.id,
    baseAmount: isSale ? amount : received,
  };
}
