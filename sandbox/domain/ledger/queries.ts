import type { View } from '../subject.js';
import type { Page, PageRange } from '../lists.js';
import type { Instant } from '../time.js';
import { accountKey, type AccountRow, type LedgerRow, type LedgerState } from './state.js';

/** Both ends belong to it (ledger-3). An absent end is open. */
export interface Period {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** The account of a profile in a currency. */
export function accountIn(
  { accounts }: View<LedgerState>,
  profile: string,
  currency: string,
): AccountRow | undefined {
  return accounts.get(accountKey(profile, currency));
}

/** An account by its id; `undefined` for one of another profile. */
export function accountOf(
  { accountsById }: View<LedgerState>,
  profile: string,
  id: string,
): AccountRow | undefined {
  const account = accountsById.get(id.toLowerCase());
  return account?.profile === profile ? account : undefined;
}

/** All accounts of a profile, in the order in which they were opened. */
export function listAccounts(
  { accountsByProfile }: View<LedgerState>,
  profile: string,
): readonly AccountRow[] {
  return accountsByProfile.rows(profile);
}

/** A page of the ledger entries of an account, newest first. */
export function ledgerPage(
  { entriesByAccount }: View<LedgerState>,
  account: string,
  { from, to }: Period,
  range: PageRange,
): Page<LedgerRow> {
  return entriesByAccount.page(account, {
    ...range,
    since: from === undefined ? undefined : ({ createdAt }) => createdAt >= from,
    until: to === undefined ? undefined : ({ createdAt }) => createdAt > to,
  });
}
