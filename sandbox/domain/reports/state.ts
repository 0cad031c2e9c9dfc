import type { ReportFormat, ReportStatus } from '@platform/exchange';
import { type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** Type of a report. */
export type ReportKind =
  | 'account'
  | 'balance'
  | 'fills'
  | 'otc-fills'
  | 'rfq-fills'
  | 'tax-invoice'
  | '1099k-transaction-history';

/** What a report is about. */
export interface ReportTerms {
  readonly type: ReportKind;
  readonly format: ReportFormat;
  /** Stored; nothing is sent to it (reports-4). */
  readonly email?: string | undefined;
  /** Period of an `account` report and of fills; both ends belong to it, and an absent one is open. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** The account of an `account` report; absent for all. */
  readonly account?: string | undefined;
  /** The product of a report of fills; absent for all. */
  readonly product?: string | undefined;
  /** Time of the balances of a `balance` report. */
  readonly moment?: Instant | undefined;
  readonly groupsByProfile?: boolean | undefined;
  /** The parameters of the request as they are shown: any JSON object, as text. */
  readonly params: string;
}

/** A report. */
export interface ReportRow extends ReportTerms {
  readonly id: string;
  readonly user: string;
  readonly profile: string;
  /** Number of ledger entries and of fills at the request: later ones are not in the report (reports-3). */
  readonly ledgerEntries: number;
  readonly fills: number;
  readonly status: ReportStatus;
  readonly createdAt: Instant;
  readonly completedAt?: Instant | undefined;
  /** From then on the file is gone (reports-1). */
  readonly expiresAt?: Instant | undefined;
}

/** State of the subject `reports`. */
export interface ReportsState {
  /** By id. */
  readonly reports: Table<ReportRow>;
  readonly byProfile: Index<ReportRow>;
  /** Those in progress, by profile. */
  readonly inProgress: Index<ReportRow>;
}

export function createReports(): ReportsState {
  const reports = new Table<ReportRow>();
  return {
    reports,
    byProfile: reports.index(({ profile }) => profile),
    inProgress: reports.index(({ profile, status }) =>
      status === 'pending' || status === 'creating' ? profile : undefined,
    ),
  };
}
