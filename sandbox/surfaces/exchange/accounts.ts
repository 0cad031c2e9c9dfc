import type { Cursors } from '@tallystick/runtime/http/server';
import { type Account, type LedgerEntry, limits } from '@platform/exchange';
import type { AccountsHandlers } from '@platform/exchange/server';
import { accountOf, ledgerPage, listAccounts, type Period } from '../../domain/ledger/queries.js';
import type { AccountRow, LedgerRow } from '../../domain/ledger/state.js';
import { printDecimal } from '../../domain/numbers.js';
import { day, type Instant, printInstant } from '../../domain/time.js';
import type { Core } from '../../server/core.js';
import { newestFirst } from './walks.js';
import { type ExchangePrincipals, isOwnProfile, type Positions, profileIdOf } from './requests.js';
import { say } from './say.js';
import { periodOf, uuidOf } from './values.js';

/** Handlers of the operations about accounts: those of the key's profile. */
export function accountsHandlers(
  { loop }: Core,
  cursors: Cursors<'listAccountLedger', Positions>,
): AccountsHandlers<ExchangePrincipals> {
  const noAccount = { code: 'not-found', data: { what: 'account' } } as const;
  const bodyOf = (row: AccountRow): Account => {
    const { displayName = row.currency } = loop.state.products.currencies.get(row.currency) ?? {};
    const isActive = loop.state.users.profiles.get(row.profile)?.isActive === true;
    return accountBody(row, displayName, isActive);
  };
  return {
    listAccounts: (request, respond) =>
      respond.ok(listAccounts(loop.state.ledger, profileIdOf(request)).map(bodyOf)),

    getAccount(request, respond) {
      const id = uuidOf(request.path.account_id);
      const account = accountOf(loop.state.ledger, profileIdOf(request), id);
      return account === undefined ? say('getAccount', noAccount) : respond.ok(bodyOf(account));
    },

    async listAccountLedger(request, respond) {
      const { query, path } = request;
      const requested = await cursors.listAccountLedger(request);
      if (!isOwnProfile(request, query.profile_id))
        return say('listAccountLedger', { code: 'forbidden', data: {} });
      const { ledger } = loop.state;
      const account = accountOf(ledger, profileIdOf(request), uuidOf(path.account_id));
      if (account === undefined) return say('listAccountLedger', noAccount);
      const period = ledgerPeriod(query, loop.now);
      const { rows, headers } = await newestFirst<LedgerRow>(requested, query.limit, (range) =>
        ledgerPage(ledger, account.id, period, range),
      );
      return respond.ok(rows.map(ledgerBody), headers);
    },
  };
}

/** Without dates, the ledger covers the last day; with one, the other end is open (ledger-3). */
function ledgerPeriod(
  dates: { readonly start_date?: string; readonly end_date?: string },
  now: Instant,
): Period {
  const period = periodOf(dates);
  return period.from === undefined && period.to === undefined
    ? { from: now - limits.ledgerDefaultDays * day }
    : period;
}

function accountBody(
  { id, currency, balance, hold, profile }: AccountRow,
  displayName: string,
  isActive: boolean,
): Account {
  return {
    id,
    currency,
    display_name: displayName,
    balance: printDecimal(balance),
    hold: printDecimal(hold),
    available: printDecimal(balance - hold),
    profile_id: profile,
    trading_enabled: isActive,
  };
}

function ledgerBody({ number, amount, balance, createdAt, type, details }: LedgerRow): LedgerEntry {
  const { orderId, productId, tradeId, transferId, transferType } = details;
  return {
    id: String(number),
    amount: printDecimal(amount),
    balance: printDecimal(balance),
    created_at: printInstant(createdAt),
    type,
    details: {
      ...(orderId === undefined ? {} : { order_id: orderId }),
      ...(productId === undefined ? {} : { product_id: productId }),
      ...(tradeId === undefined ? {} : { trade_id: tradeId }),
      ...(transferId === undefined ? {} : { transfer_id: transferId }),
      ...(transferType === undefined ? {} : { transfer_type: transferType }),
    },
  };
}
