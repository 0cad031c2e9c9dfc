import type { NetworkOfCurrency } from '../address-book/rules.js';
import { newestFirst } from '../filtered.js';
import type { CurrencyRow } from '../products/state.js';
import { type Decimal, isMultiple, parseDecimal } from '../numbers.js';
import { settings } from '../../settings.js';
import { refuse, type Refused, type View } from '../subject.js';
import { day, type Instant } from '../time.js';
import { type TransfersState, windowKey } from './state.js';

/** Reads an amount of a currency above zero, with no more decimals than the currency has. */
export function amountOf(
  { precision }: Pick<CurrencyRow, 'precision'>,
  text: string,
  member = 'amount',
): Decimal | Refused<'form'> {
  const amount = parseDecimal(text);
  if (amount === undefined || !isMultiple(amount, precision))
    return refuse('form', { member, problem: 'has more decimals than the currency' });
  return amount > 0n ? amount : refuse('form', { member, problem: 'must be above zero' });
}

/** The network fee of a withdrawal (transfers-4). */
export function feeOf({ currency, network }: NetworkOfCurrency): Decimal {
  const { fees } = settings['transfers-4'];
  const byNetwork = Object.hasOwn(fees, currency.id) ? fees[currency.id] : undefined;
  return byNetwork !== undefined && Object.hasOwn(byNetwork, network.id)
    ? (byNetwork[network.id] ?? 0n)
    : 0n;
}

/** What a user may withdraw of a currency in the sliding window; `undefined` without a limit (transfers-3). */
export interface WithdrawalLimit {
  readonly max: Decimal;
  readonly remaining: Decimal;
  readonly periodInDays: number;
}

/** The limit of a currency at a time. */
export function withdrawalLimit(
  { withdrawals }: Pick<View<TransfersState>, 'withdrawals'>,
  user: string,
  currency: string,
  now: Instant,
): WithdrawalLimit | undefined {
  const { limits, periodInDays } = settings['transfers-3'];
  const max = Object.hasOwn(limits, currency) ? limits[currency] : undefined;
  if (max === undefined) return undefined;
  let used = 0n;
  const since = now - periodInDays * day;
  for (const { createdAt, total } of newestFirst(withdrawals, windowKey(user, currency))) {
    if (createdAt <= since) break;
    used += total;
  }
  return { max, remaining: used < max ? max - used : 0n, periodInDays };
}
