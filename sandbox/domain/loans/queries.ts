import { parseDecimal } from '../numbers.js';
import { currencyOf } from '../products/queries.js';
import { settings } from '../../settings.js';
import { refuse, type Refused, type View } from '../subject.js';
import type { DomainState } from '../subjects.js';
import type { Instant } from '../time.js';
import { amountOf } from '../transfers/rules.js';
import { type LendingSummary, summarize } from './rules.js';
import { loanName, type LoanRow, type LoansState } from './state.js';

/** The loans of a user, in the order in which they were opened: all, or those with the given identifiers. */
export function loansOf(
  { byUser }: View<LoansState>,
  user: string,
  ids: readonly string[] | undefined,
): readonly LoanRow[] {
  const rows = byUser.rows(user);
  return ids === undefined ? rows : rows.filter(({ id }) => ids.includes(id));
}

/** True while the loans of a user do not allow withdrawals: too little collateral, or one is overdue (loans-2, loans-5). */
export function isWithdrawalRestricted(state: DomainState, user: string, now: Instant): boolean {
  return state.loans.openByUser.count(user) > 0 && summarize(state, user, now).isRestricted;
}

/** The position of a user now, and after a change. */
export interface Preview {
  readonly current: LendingSummary;
  readonly preview: LendingSummary;
}

/** The position with another loan (loans-5). */
export function previewLoan(
  state: DomainState,
  user: string,
  code: string,
  text: string,
  now: Instant,
): Preview | Refused<'form'> {
  const currency = currencyOf(state.products, code);
  if (currency === undefined || !Object.hasOwn(settings['loans-1'].currencies, code))
    return refuse('form', { member: 'currency', problem: 'cannot be borrowed' });
  const owed = amountOf(currency, text, 'native_amount');
  if (typeof owed !== 'bigint') return owed;
  return {
    current: summarize(state, user, now),
    preview: summarize(state, user, now, { currency: code, owed, balance: 0n, isPaidOut: false }),
  };
}

/** The position after a repayment (loans-5). */
export function previewRepayment(
  state: DomainState,
  user: string,
  {
    id,
    currency,
    amount: text,
  }: { readonly id: string; readonly currency: string; readonly amount: string },
  now: Instant,
): Preview | Refused<'form'> {
  const loan = state.loans.byName.get(loanName(user, id));
  if (loan?.status !== 'loan_active')
    return refuse('form', { member: 'loan_id', problem: 'is not an active loan' });
  if (currency !== loan.currency)
    return refuse('form', { member: 'currency', problem: 'is not that of the loan' });
  const amount = parseDecimal(text);
  if (amount === undefined || amount <= 0n || amount > loan.outstanding)
    return refuse('form', {
      member: 'native_amount',
      problem: 'must be above zero, and at most what is owed',
    });
  const change = { currency, owed: -amount, balance: -amount, isPaidOut: true };
  return {
    current: summarize(state, user, now),
    preview: summarize(state, user, now, change),
  };
}
