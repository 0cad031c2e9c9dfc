import { type Decimal, divide, multiply, one, roundTo } from '../numbers.js';
import { rateBetween, usdValue } from '../prices.js';
import { currencyOf } from '../products/queries.js';
import { accountIn } from '../ledger/queries.js';
import { settings } from '../../settings.js';
import type { DomainState } from '../subjects.js';
import { day, type Instant } from '../time.js';
import type { LoanRow } from './state.js';

/** Terms on which a currency can be borrowed. */
export interface LoanOption {
  readonly currency: string;
  readonly rate: Decimal;
  readonly min: Decimal;
  readonly max: Decimal;
  readonly termStart: Instant;
  readonly termEnd: Instant;
}

/** The current terms: each loan can begin today or tomorrow, by UTC (loans-1). */
export function loanOptions(now: Instant): readonly LoanOption[] {
  const { currencies, termInDays } = settings['loans-1'];
  const today = Math.floor(now / day) * day;
  return Object.entries(currencies).flatMap(([currency, terms]) =>
    [today, today + day].map((termStart) => ({
      currency,
      ...terms,
      termStart,
      termEnd: termStart + termInDays * day,
    })),
  );
}

/** All loans of a user together, in US dollars. */
export interface LendingSummary {
  readonly openLoanValue: Decimal;
  readonly collateralValue: Decimal;
  /** Collateral as a percentage of the debt, rounded down to two decimals; absent without debt. */
  readonly percentage?: Decimal | undefined;
  readonly creditLimit: Decimal;
  readonly availableToBorrow: Decimal;
  /** What can be borrowed, by currency. */
  readonly availablePerAsset: ReadonlyMap<
    string,
    { readonly native: Decimal; readonly notional: Decimal }
  >;
  readonly isRestricted: boolean;
}

/** A change that a preview assumes: amounts of a currency that are owed more, and that the user has more. */
export interface AssumedChange {
  readonly currency: string;
  readonly owed: Decimal;
  readonly balance: Decimal;
  /** True for a loan that was paid out, whose amount is part of the balances. */
  readonly isPaidOut: boolean;
}

/**
 * Adds the loans of a user up, at the last prices (loans-5). Collateral is what the user has in all profiles without what loans brought,
 * minus the haircuts.
 */
export function summarize(
  state: DomainState,
  user: string,
  now: Instant,
  change?: AssumedChange,
): LendingSummary {
  const { haircuts, requiredPercentage, currencies } = settings['loans-1'];
  const loans = state.loans.openByUser.rows(user);
  const owed = sumBy(loans, change === undefined ? [] : [[change.currency, change.owed]]);
  const borrowed = sumBy(
    loans.filter(({ status }) => status === 'loan_active'),
    change?.isPaidOut === true ? [[change.currency, change.owed]] : [],
  );
  let openLoanValue = 0n;
  for (const [currency, amount] of owed) openLoanValue += usdValue(state, currency, amount) ?? 0n;
  let collateralValue = 0n;
  for (const [currency, haircut] of Object.entries(haircuts)) {
    const assumed = change?.currency === currency ? change.balance : 0n;
    const balance = balanceOf(state, user, currency) + assumed;
    const own = balance - (borrowed.get(currency) ?? 0n);
    const value = own > 0n ? (usdValue(state, currency, own) ?? 0n) : 0n;
    collateralValue += multiply(value, one - haircut, 'down');
  }
  const creditLimit = (collateralValue * 100n) / requiredPercentage;
  const availableToBorrow = creditLimit > openLoanValue ? creditLimit - openLoanValue : 0n;
  const isShort = collateralValue * 100n < openLoanValue * requiredPercentage;
  return {
    openLoanValue,
    collateralValue,
    percentage:
      openLoanValue === 0n
        ? undefined
        : roundTo(divide(collateralValue * 100n, openLoanValue, 'down'), one / 100n, 'down'),
    creditLimit,
    availableToBorrow,
    availablePerAsset: perAsset(state, Object.keys(currencies), availableToBorrow),
    isRestricted: isShort || loans.some((loan) => isOverdue(loan, now)),
  };
}

/** True for a loan past its term (loans-2). */
export function isOverdue({ status, termEnd }: LoanRow, now: Instant): boolean {
  return status === 'loan_active' && now > termEnd;
}

/** The interest of a day, rounded up to the currency's precision (loans-3). */
export function interestOf(
  { products }: DomainState,
  { currency, outstanding, rate }: LoanRow,
): Decimal {
  const exact = multiply(outstanding, rate, 'up') / 365n + 1n;
  const precision = currencyOf(products, currency)?.precision ?? 1n;
  return roundTo(exact, precision, 'up');
}

function sumBy(
  loans: readonly LoanRow[],
  further: readonly (readonly [currency: string, amount: Decimal])[],
): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  const all = [
    ...loans.map(({ currency, outstanding }) => [currency, outstanding] as const),
    ...further,
  ];
  for (const [currency, amount] of all) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return sums;
}

/** What a user has of a currency in all profiles. */
function balanceOf({ users, ledger }: DomainState, user: string, currency: string): Decimal {
  let sum = 0n;
  for (const { id } of users.profilesByUser.rows(user))
    sum += accountIn(ledger, id, currency)?.balance ?? 0n;
  return sum;
}

function perAsset(
  state: DomainState,
  currencies: readonly string[],
  notional: Decimal,
): LendingSummary['availablePerAsset'] {
  return new Map(
    currencies.flatMap((currency) => {
      const price = rateBetween(state, currency, 'USD') ?? rateBetween(state, currency, 'USDC');
      if (price === undefined) return [];
      const precision = currencyOf(state.products, currency)?.precision ?? 1n;
      const native = roundTo(divide(notional, price, 'down'), precision, 'down');
      return [[currency, { native, notional }] as const];
    }),
  );
}
