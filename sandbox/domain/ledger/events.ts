import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import { accountKey, type AccountRow, type LedgerState, type NewLedgerEntry } from './state.js';

/** Events of the subject `ledger`. */
export interface LedgerEvents {
  /** Balances and holds after a command, and the ledger entries that explain the balances. It also opens accounts. */
  readonly 'ledger.posted': {
    /** Each changed account once. */
    readonly accounts: readonly AccountRow[];
    readonly entries: readonly NewLedgerEntry[];
  };
}

export const event: EventMaker<LedgerEvents> = makeEvent;

export const ledgerEvents: {
  readonly [Name in keyof LedgerEvents]: EventType<LedgerState, LedgerEvents[Name]>;
} = {
  'ledger.posted': {
    version: 1,
    apply(own, { accounts, entries }, { at }) {
      for (const account of accounts)
        own.accounts.set(accountKey(account.profile, account.currency), account);
      for (const { account, number, amount, balance, type, details } of entries)
        own.entries.append({ account, number, amount, balance, type, details, createdAt: at });
    },
  },
};
