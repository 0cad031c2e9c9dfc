import type { LedgerEntryType } from '@platform/exchange';
import { Log, type LogIndex } from '../log.js';
import type { Decimal } from '../numbers.js';
import type { Packing } from '../packed-rows.js';
import { type FixedIndex, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** The account of a profile in one currency. */
export interface AccountRow {
  readonly id: string;
  readonly profile: string;
  readonly currency: string;
  /** Everything, including holds. */
  readonly balance: Decimal;
  /** The part that open orders and transfers may need. */
  readonly hold: Decimal;
  /** Number of ledger entries. */
  readonly entries: number;
}

/** What a ledger entry is about. */
export interface LedgerDetails {
  readonly orderId?: string;
  readonly productId?: string;
  readonly tradeId?: string;
  readonly transferId?: string;
  readonly transferType?: string;
}

/** A change of a balance. */
export interface NewLedgerEntry {
  /** Id of the account. */
  readonly account: string;
  /** From 1 on in its account (ledger-1). */
  readonly number: number;
  readonly amount: Decimal;
  /** The balance after the change. */
  readonly balance: Decimal;
  readonly type: LedgerEntryType;
  readonly details: LedgerDetails;
}

/** A stored change of a balance. */
export interface LedgerRow extends NewLedgerEntry {
  readonly createdAt: Instant;
}

/** State of the subject `ledger`. */
export interface LedgerState {
  /** By {@link accountKey}. */
  readonly accounts: Table<AccountRow>;
  readonly accountsByProfile: FixedIndex<AccountRow>;
  readonly accountsById: UniqueIndex<AccountRow>;
  readonly entries: Log<LedgerRow>;
  /** By id of the account. */
  readonly entriesByAccount: LogIndex<LedgerRow>;
}

export function createLedger(): LedgerState {
  const accounts = new Table<AccountRow>();
  const entries = new Log<LedgerRow>(ledgerPacking);
  return {
    accounts,
    accountsByProfile: accounts.fixedIndex(({ profile }) => profile),
    accountsById: accounts.unique(({ id }) => id),
    entries,
    entriesByAccount: entries.index(({ account }) => account),
  };
}

const ledgerPacking: Packing<LedgerRow> = {
  account: 'value',
  number: 'integer',
  amount: 'decimal',
  balance: 'decimal',
  type: 'value',
  details: 'value',
  createdAt: 'integer',
};

/** Key of the account of a profile in a currency. */
export function accountKey(profile: string, currency: string): string {
  return `${profile} ${currency}`;
}

/**
 * Owners of the exchange's own accounts. Every change of a customer's balance has its counterpart in one of them or in another customer's
 * account, so that the changes of each entry of the journal sum to zero in every currency (P1). `outside` is what customers have brought
 * minus what they have taken away, as a negative balance.
 */
export const house = {
  conversions: 'house:conversions',
  fees: 'house:fees',
  lending: 'house:lending',
  outside: 'house:outside',
  wrapping: 'house:wrapping',
} as const;
