import type { LoanStatus } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import { type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** A loan from the exchange. */
export interface LoanRow {
  /** Key in the table. Loans of the first release have none: it is their identifier. */
  readonly key?: string | undefined;
  /** Chosen by the client, and unique among the loans of the user; in lower case with hyphens. */
  readonly id: string;
  readonly user: string;
  /** The profile that receives it and pays its interest. */
  readonly profile: string;
  readonly currency: string;
  readonly principal: Decimal;
  /** What is owed: the principal and interest that could not be paid, minus repayments. */
  readonly outstanding: Decimal;
  /** Annual interest as a fraction. */
  readonly rate: Decimal;
  readonly status: LoanStatus;
  readonly termStart: Instant;
  readonly termEnd: Instant;
  readonly createdAt: Instant;
  readonly closedAt: Instant | null;
}

/** A repayment, which is made once. */
export interface LoanPayment {
  /** Its request, as canonical text. */
  readonly request: string;
  /** The loan after it. */
  readonly loan: LoanRow;
}

/** State of the subject `loans`. */
export interface LoansState {
  /** By {@link keyOf}. */
  readonly loans: Table<LoanRow>;
  /** By {@link loanName}. */
  readonly byName: UniqueIndex<LoanRow>;
  readonly byUser: Index<LoanRow>;
  /** Those that are owed, by user. */
  readonly openByUser: Index<LoanRow>;
  /** By {@link paymentKey}. */
  readonly payments: Table<LoanPayment>;
}

export function createLoans(): LoansState {
  const loans = new Table<LoanRow>();
  return {
    loans,
    byName: loans.unique(({ user, id }) => loanName(user, id)),
    byUser: loans.index(({ user }) => user),
    openByUser: loans.index(({ user, status }) =>
      status === 'loan_pending' || status === 'loan_active' ? user : undefined,
    ),
    payments: new Table<LoanPayment>(),
  };
}

/** Key of a repayment, whose identifier its client chose. */
export function paymentKey(user: string, idem: string): string {
  return `${user} ${idem}`;
}

/** What a client knows a loan by. */
export function loanName(user: string, id: string): string {
  return `${user} ${id}`;
}

/** Key of a loan in the table, and in events. */
export function keyOf({ key, id }: Pick<LoanRow, 'key' | 'id'>): string {
  return key ?? id;
}
