import type { AccountRow, LedgerRow } from '../ledger/state.js';
import { listAccounts } from '../ledger/queries.js';
import { printDecimal } from '../numbers.js';
import type { FillRow } from '../orders/state.js';
import type { DomainState } from '../subjects.js';
import type { ReadonlyIndex } from '../lists.js';
import { type Instant, printInstant } from '../time.js';
import type { ReportRow } from './state.js';

/** The contents of a report: named columns, and rows of texts. */
export interface ReportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The contents of a report as of its request, oldest first: they stay the same whenever they are read (reports-3). */
export function contentsOf(state: DomainState, report: ReportRow): ReportTable {
  switch (report.type) {
    case 'balance':
      return balances(state, report);
    case 'account':
      return activity(state, report);
    case 'fills':
      return fills(state, report, 'spot');
    case 'rfq-fills':
      return fills(state, report, 'rfq');
    default:
      // There is no trade off the order book in the sandbox, and nothing for a tax office.
      return { columns: fillColumns, rows: [] };
  }
}

function balances(state: DomainState, report: ReportRow): ReportTable {
  const { profile, moment = report.createdAt, groupsByProfile = false } = report;
  const rows = listAccounts(state.ledger, profile).map((account) => {
    const balance = printDecimal(balanceAt(state, report, account, moment));
    const row = [account.id, account.currency, balance];
    return groupsByProfile ? [profile, ...row] : row;
  });
  const columns = ['account_id', 'currency', 'balance'];
  return { columns: groupsByProfile ? ['profile_id', ...columns] : columns, rows };
}

/** The balance of an account at a time, which its last ledger entry until then says. */
function balanceAt(
  { ledger }: DomainState,
  { ledgerEntries }: ReportRow,
  { id }: AccountRow,
  moment: Instant,
): bigint {
  let olderThan: number | undefined = ledgerEntries + 1;
  for (;;) {
    const { slots, hasMore } = ledger.entriesByAccount.page(id, { limit: 100, olderThan });
    const found = slots.find(({ row }) => row.createdAt <= moment);
    if (found !== undefined) return found.row.balance;
    if (!hasMore) return 0n;
    olderThan = slots.at(-1)?.position;
  }
}

const activityColumns = [
  'account_id',
  'currency',
  'entry',
  'type',
  'amount',
  'balance',
  'created_at',
  'order_id',
  'product_id',
  'trade_id',
  'transfer_id',
  'transfer_type',
];

function activity(state: DomainState, report: ReportRow): ReportTable {
  const accounts = listAccounts(state.ledger, report.profile).filter(
    ({ id }) => report.account === undefined || id === report.account,
  );
  const { entriesByAccount } = state.ledger;
  const rows = accounts.flatMap((account) =>
    within(entriesByAccount, account.id, report.ledgerEntries, report).map((entry) =>
      activityRow(account, entry),
    ),
  );
  return { columns: activityColumns, rows };
}

function activityRow({ id, currency }: AccountRow, entry: LedgerRow): readonly string[] {
  const { orderId, productId, tradeId, transferId, transferType } = entry.details;
  return [
    id,
    currency,
    String(entry.number),
    entry.type,
    printDecimal(entry.amount),
    printDecimal(entry.balance),
    printInstant(entry.createdAt),
    orderId ?? '',
    productId ?? '',
    tradeId ?? '',
    transferId ?? '',
    transferType ?? '',
  ];
}

const fillColumns = [
  'trade_id',
  'product_id',
  'order_id',
  'side',
  'liquidity',
  'price',
  'size',
  'fee',
  'created_at',
];

function fills(
  { orders }: DomainState,
  report: ReportRow,
  market: FillRow['marketType'],
): ReportTable {
  const rows = within(orders.fillsByProfile, report.profile, report.fills, report)
    .filter(({ marketType }) => marketType === market)
    .filter(({ product }) => report.product === undefined || product === report.product)
    .map((fill) => [
      String(fill.trade),
      fill.product,
      fill.order,
      fill.side,
      fill.liquidity,
      printDecimal(fill.price),
      printDecimal(fill.size),
      printDecimal(fill.fee),
      printInstant(fill.createdAt),
    ]);
  return { columns: fillColumns, rows };
}

/** Rows of a group up to a position and within a period, oldest first. */
function within<Row extends { readonly createdAt: Instant }>(
  index: ReadonlyIndex<Row>,
  group: string,
  last: number,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: Pick<ReportRow, 'from' | 'to'>,
): readonly Row[] {
  const found: Row[] = [];
  let olderThan: number | undefined = last + 1;
  for (;;) {
    const { slots, hasMore } = index.page(group, { limit: 1000, olderThan });
    for (const { row } of slots) {
      if (row.createdAt < from) return found.reverse();
      if (row.createdAt <= to) found.push(row);
    }
    if (!hasMore) return found.reverse();
    olderThan = slots.at(-1)?.position;
  }
}
