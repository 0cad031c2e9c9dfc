import { canLoanStatusTransition } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import { day, type Instant } from '../time.js';
import { type LoanPayment, type LoanRow, type LoansState, paymentKey } from './state.js';

/** A loan as its event has it. */
export type NewLoan = Omit<LoanRow, 'key' | 'outstanding' | 'status' | 'createdAt' | 'closedAt'>;

/** Events of the subject `loans`. */
export interface LoansEvents {
  readonly 'loans.opened': NewLoan & {
    /** Its key, which the other events have as `id`. */
    readonly key: string;
    /** Time at which it is paid out. */
    readonly payout: Instant;
  };
  readonly 'loans.activated': { readonly id: string };
  readonly 'loans.canceled': { readonly id: string };
  /** The interest of a day; what the account could not pay is owed. */
  readonly 'loans.interest-charged': { readonly id: string; readonly unpaid: Decimal };
  readonly 'loans.repaid': Omit<LoanPayment, 'loan'> & {
    readonly id: string;
    readonly idem: string;
    readonly amount: Decimal;
  };
}

export const event: EventMaker<LoansEvents> = makeEvent;

export const loansEvents: {
  readonly [Name in keyof LoansEvents]: EventType<LoansState, LoansEvents[Name]>;
} = {
  'loans.opened': {
    version: 2,
    upcast: [(data: NewLoan): object => ({ ...data, key: data.id })],
    apply({ loans }, { payout, ...data }, { at, due }) {
      const { key, principal } = data;
      const status = 'loan_pending';
      loans.set(key, { ...data, outstanding: principal, status, createdAt: at, closedAt: null });
      due.set('loans.activate', key, payout);
    },
  },
  'loans.activated': {
    version: 1,
    apply(own, { id }, { at, due }) {
      advance(own, id, { status: 'loan_active' });
      due.set('loans.charge-interest', id, at + day);
    },
  },
  'loans.canceled': {
    version: 1,
    apply(own, { id }, { due }) {
      advance(own, id, { status: 'loan_canceled' });
      due.delete('loans.activate', id);
    },
  },
  'loans.interest-charged': {
    version: 1,
    apply({ loans }, { id, unpaid }, { at, due }) {
      const row = loans.get(id);
      if (row === undefined) return;
      loans.set(id, { ...row, outstanding: row.outstanding + unpaid });
      due.set('loans.charge-interest', id, at + day);
    },
  },
  'loans.repaid': {
    version: 1,
    apply(own, { id, idem, request, amount }, { at, due }) {
      const row = own.loans.get(id);
      if (row === undefined) return;
      const outstanding = row.outstanding - amount;
      own.loans.set(id, { ...row, outstanding });
      if (outstanding === 0n) {
        advance(own, id, { status: 'loan_closed', closedAt: at });
        due.delete('loans.charge-interest', id);
      }
      const loan = own.loans.get(id) ?? row;
      own.payments.set(paymentKey(row.user, idem), { request, loan });
    },
  },
};

/** Changes the status. Decisions refuse what the table of transitions does not allow, so anything else is an error of the engine (shape-3). */
function advance(
  { loans }: LoansState,
  id: string,
  change: Pick<LoanRow, 'status'> & Partial<LoanRow>,
): void {
  const row = loans.get(id);
  if (row === undefined || !canLoanStatusTransition(row.status, change.status))
    throw new Error(`The loan "${id}" cannot become ${change.status}.`);
  loans.set(id, { ...row, ...change });
}
