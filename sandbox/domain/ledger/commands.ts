import { type Decimal, parseDecimal } from '../numbers.js';
import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { Postings } from './postings.js';
import type { AccountRow } from './state.js';

/** Commands of the subject `ledger`, which only the control plane sends. */
export interface LedgerCommands {
  /** Credits an amount from outside of the exchange, or debits a negative one. */
  readonly 'ledger.credit': CommandType<
    {
      readonly profile: string;
      readonly currency: string;
      /** Decimal text. */
      readonly amount: string;
    },
    AccountRow,
    'form' | 'not-found' | 'insufficient-funds'
  >;
}

export const ledgerCommands: {
  readonly [Name in keyof LedgerCommands]: Decide<LedgerCommands[Name], DomainState>;
} = {
  'ledger.credit'({ state, random }, { profile, currency, amount }) {
    const value: Decimal | undefined = parseDecimal(amount);
    if (value === undefined || value === 0n)
      return refuse('form', { member: 'amount', problem: 'must be a decimal other than zero' });
    if (!state.products.currencies.has(currency)) return refuse('not-found', { what: 'currency' });
    const postings = new Postings(state.ledger, random);
    if (postings.available(profile, currency) + value < 0n)
      return refuse('insufficient-funds', { what: currency });
    const transferType = value > 0n ? 'deposit' : 'withdraw';
    postings.deposit(profile, currency, value, { transferType });
    const account = postings.account(profile, currency);
    if (account === undefined) throw new Error('An account with a ledger entry exists.');
    return accept(account, ...postings.events());
  },
};
