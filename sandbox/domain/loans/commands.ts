import { canLoanStatusTransition, type LoanStatus } from '@platform/exchange';
import { Postings } from '../ledger/postings.js';
import { house } from '../ledger/state.js';
import { type Decimal, parseDecimal } from '../numbers.js';
import { usdValue } from '../prices.js';
import { currencyOf } from '../products/queries.js';
import { accept, type CommandType, type Decide, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import type { Instant } from '../time.js';
import { amountOf } from '../transfers/rules.js';
import { encodeCanonical } from '../value.js';
import { event } from './events.js';
import { interestOf, loanOptions, summarize } from './rules.js';
import { keyOf, loanName, type LoanRow, paymentKey } from './state.js';

/** A loan to open. */
export interface LoanRequest {
  readonly user: string;
  /** Chosen by the client. */
  readonly id: string;
  readonly profile: string;
  readonly currency: string;
  readonly amount: string;
  readonly rate: string;
  readonly termStart: Instant;
  readonly termEnd: Instant;
}

/** A repayment. */
export interface RepaymentRequest {
  readonly user: string;
  readonly loan: string;
  /** Chosen by the client: the same payment is made once (loans-4). */
  readonly idem: string;
  readonly profile: string;
  readonly currency: string;
  readonly amount: string;
}

/** Commands of the subject `loans`. */
export interface LoansCommands {
  readonly 'loans.open': CommandType<LoanRequest, LoanRow, 'form'>;
  /** Due: the term begins, and the loan is paid out. */
  readonly 'loans.activate': CommandType<
    { readonly reference: string },
    LoanRow,
    'not-found' | 'state'
  >;
  readonly 'loans.cancel': CommandType<
    { readonly user: string; readonly id: string },
    LoanRow,
    'not-found' | 'state'
  >;
  /** Due: the interest of a day. */
  readonly 'loans.charge-interest': CommandType<
    { readonly reference: string },
    undefined,
    'not-found'
  >;
  readonly 'loans.repay': CommandType<RepaymentRequest, LoanRow, 'form' | 'insufficient-funds'>;
}

export const loansCommands: {
  readonly [Name in keyof LoansCommands]: Decide<LoansCommands[Name], DomainState>;
} = {
  'loans.open'({ state, now, random }, request) {
    const { user, id, profile, currency } = request;
    const rate = parseDecimal(request.rate);
    const known = state.loans.byName.get(loanName(user, id));
    if (known !== undefined) return openedBefore(known, request, rate);
    if (state.users.profiles.get(profile)?.user !== user)
      return refuse('form', { member: 'profile_id', problem: 'is not a profile of the user' });
    const { termStart, termEnd } = request;
    const option = loanOptions(now).find(
      (each) =>
        each.currency === currency &&
        each.rate === rate &&
        each.termStart === termStart &&
        each.termEnd === termEnd,
    );
    const row = currencyOf(state.products, currency);
    if (option === undefined || row === undefined)
      return refuse('form', { member: 'currency', problem: 'is not offered on these terms' });
    const principal = amountOf(row, request.amount, 'native_amount');
    if (typeof principal !== 'bigint') return principal;
    if (principal < option.min || principal > option.max)
      return refuse('form', {
        member: 'native_amount',
        problem: 'is outside of the offered amounts',
      });
    const value = usdValue(state, currency, principal);
    if (value === undefined || value > summarize(state, user, now).availableToBorrow)
      return refuse('form', {
        member: 'native_amount',
        problem: 'is more than the collateral allows',
      });
    const terms = { currency, principal, rate: option.rate, termStart, termEnd };
    const loan = { key: random.uuid(), id, user, profile, ...terms };
    return accept(
      { ...loan, outstanding: principal, status: 'loan_pending', createdAt: now, closedAt: null },
      event('loans.opened', { ...loan, payout: Math.max(now, termStart) }),
    );
  },

  'loans.activate'({ state, random }, { reference: id }) {
    const loan = advanceable(state.loans.loans.get(id), 'loan_active');
    if ('refusal' in loan) return loan;
    const { profile, currency, principal } = loan;
    const postings = new Postings(state.ledger, random);
    const details = { transferType: 'loan' };
    postings.move(house.lending, profile, currency, principal, 'transfer', details);
    return accept(
      { ...loan, status: 'loan_active' },
      event('loans.activated', { id }),
      ...postings.events(),
    );
  },

  'loans.cancel'({ state }, { user, id: given }) {
    const named = state.loans.byName.get(loanName(user, given.toLowerCase()));
    const loan = advanceable(named, 'loan_canceled');
    if ('refusal' in loan) return loan;
    const id = keyOf(loan);
    return accept({ ...loan, status: 'loan_canceled' }, event('loans.canceled', { id }));
  },

  'loans.charge-interest'({ state, random }, { reference: id }) {
    const loan = state.loans.loans.get(id);
    if (loan === undefined) return refuse('not-found', { what: 'loan' });
    const { profile, currency } = loan;
    const interest = interestOf(state, loan);
    const postings = new Postings(state.ledger, random);
    const available = postings.available(profile, currency);
    const paid = available < interest ? available : interest;
    postings.move(profile, house.lending, currency, paid, 'margin_interest', {});
    return accept(
      undefined,
      event('loans.interest-charged', { id, unpaid: interest - paid }),
      ...postings.events(),
    );
  },

  'loans.repay'({ state, random, now }, { user, idem, ...payment }) {
    const request = encodeCanonical(payment);
    const before = state.loans.payments.get(paymentKey(user, idem));
    if (before !== undefined)
      return before.request === request
        ? accept(before.loan)
        : refuse('form', { member: 'idem', problem: 'is that of another payment' });
    const { profile, currency } = payment;
    const loan = state.loans.byName.get(loanName(user, payment.loan));
    if (loan?.status !== 'loan_active')
      return refuse('form', { member: 'loan_id', problem: 'is not an active loan' });
    if (state.users.profiles.get(profile)?.user !== user)
      return refuse('form', { member: 'from_profile_id', problem: 'is not a profile of the user' });
    const row = currencyOf(state.products, currency);
    if (currency !== loan.currency || row === undefined)
      return refuse('form', { member: 'currency', problem: 'is not that of the loan' });
    const amount = amountOf(row, payment.amount, 'native_amount');
    if (typeof amount !== 'bigint') return amount;
    if (amount > loan.outstanding)
      return refuse('form', { member: 'native_amount', problem: 'is more than what is owed' });
    const postings = new Postings(state.ledger, random);
    if (postings.available(profile, currency) < amount)
      return refuse('insufficient-funds', { what: currency });
    const details = { transferType: 'loan' };
    postings.move(profile, house.lending, currency, amount, 'transfer', details);
    const outstanding = loan.outstanding - amount;
    const closed = { status: 'loan_closed', closedAt: now } as const;
    return accept(
      { ...loan, outstanding, ...(outstanding === 0n ? closed : {}) },
      event('loans.repaid', { id: keyOf(loan), idem, request, amount }),
      ...postings.events(),
    );
  },
};

/** The response to a loan that was opened before: the first one, if the request is the same (loans-1). */
function openedBefore(
  known: LoanRow,
  { profile, currency, amount, termStart, termEnd }: LoanRequest,
  rate: Decimal | undefined,
): ReturnType<typeof accept<LoanRow>> | Refused<'form'> {
  const isSame =
    known.profile === profile &&
    known.currency === currency &&
    known.principal === parseDecimal(amount) &&
    known.rate === rate &&
    known.termStart === termStart &&
    known.termEnd === termEnd;
  if (!isSame) return refuse('form', { member: 'loan_id', problem: 'is that of another loan' });
  const { principal: outstanding } = known;
  return accept({ ...known, outstanding, status: 'loan_pending', closedAt: null });
}

/** A loan whose status can become another one. */
function advanceable(
  loan: LoanRow | undefined,
  to: LoanStatus,
): LoanRow | Refused<'not-found' | 'state'> {
  if (loan === undefined) return refuse('not-found', { what: 'loan' });
  return canLoanStatusTransition(loan.status, to)
    ? loan
    : refuse('state', { what: 'loan', state: loan.status });
}
