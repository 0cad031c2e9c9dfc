import assert from 'node:assert/strict';
import { parseDecimal, printDecimal } from '../../../sandbox/domain/numbers.js';
import type { Commands } from '../../../sandbox/domain/subjects.js';
import type { CreatedWithdrawal } from '../../../sandbox/domain/transfers/withdrawing.js';
import { World } from '../world.js';
import { conservationFaults } from './conservation.js';

/** A user of the state machine with the default profile. */
export interface Owner {
  readonly user: string;
  readonly profile: string;
}

/** Addresses of public documents. */
export const addresses = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  other: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ripple: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
} as const;

/** What a test says about a withdrawal. */
export type WithdrawalTexts = Partial<Commands['transfers.withdraw']['data']>;

/** The state machine with a user, and what the tests of money ask of it. */
export class Money extends World {
  readonly ada: Owner;

  constructor(country = 'US') {
    super();
    this.ada = this.newUser(country);
  }

  newUser(country = 'US'): Owner {
    const { id: organization } = this.ok('tenancy.create-organization', { name: 'Acme' });
    const { id: user, profile } = this.ok('users.create', { organization, name: 'Ada', country });
    return { user, profile: profile.id };
  }

  deposit(currency: string, amount: string, { profile }: Owner = this.ada): void {
    this.ok('transfers.deposit', { profile, currency, amount });
  }

  /** A withdrawal of ETH to an address, unless the test says otherwise. */
  withdrawal(texts: WithdrawalTexts = {}): Commands['transfers.withdraw']['data'] {
    return { ...this.ada, currency: 'ETH', amount: '1', address: addresses.evm, ...texts };
  }

  withdraw(texts: WithdrawalTexts = {}): CreatedWithdrawal {
    return this.ok('transfers.withdraw', this.withdrawal(texts));
  }

  /** Why a withdrawal is refused: the code, and what its data says. */
  withdrawRefused(texts: WithdrawalTexts = {}): unknown {
    return this.refused('transfers.withdraw', this.withdrawal(texts));
  }

  /** Balance, hold and available amount of an account, as texts. */
  money(currency: string, { profile }: Owner = this.ada): readonly [string, string, string] {
    const account = this.state.ledger.accounts.get(`${profile} ${currency}`);
    const { balance = 0n, hold = 0n } = account ?? {};
    return [printDecimal(balance), printDecimal(hold), printDecimal(balance - hold)];
  }

  /** Makes a trade of BTC-USD or another product at a price, between two users. */
  trade(product: string, price: string): void {
    const [base = '', quote = ''] = product.split('-');
    const [seller, buyer] = [this.newUser(), this.newUser()];
    this.deposit(base, '1', seller);
    this.deposit(quote, '1000000', buyer);
    const order = { product, surface: 'test', type: 'limit', price, size: '1' } as const;
    this.ok('orders.place', { ...order, profile: seller.profile, side: 'sell' });
    this.ok('orders.place', { ...order, profile: buyer.profile, side: 'buy' });
  }

  /** Checks that money is conserved (P1), and that every hold is explained (P2); then that the entries give the state. */
  reconcile(): void {
    const { ledger } = this.state;
    for (const { id, profile, currency, balance } of ledger.accounts.rows()) {
      const entries = ledger.entriesByAccount.rows(id);
      const sum = entries.reduce((total, { amount }) => total + amount, 0n);
      assert.equal(balance, sum, `${profile} ${currency}`);
    }
    assert.deepEqual(conservationFaults(this.state), []);
    this.checkReplay();
  }
}

/** A decimal of a test. */
export function decimal(text: string): bigint {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is not a decimal.`);
  return value;
}
