import type { LedgerEntryType } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import type { Random } from '../random.js';
import type { DomainEvent, View } from '../subject.js';
import { event } from './events.js';
import {
  accountKey,
  type AccountRow,
  house,
  type LedgerDetails,
  type LedgerState,
  type NewLedgerEntry,
} from './state.js';

/**
 * The changes of balances and holds that one decision makes. Every decision about money collects them here and adds {@link events} to its
 * own, in the same entry. Nothing is changed before that.
 *
 * @example
 * const postings = new Postings(state.ledger, random);
 * if (postings.available(profile, 'USD') < amount) return refuse('insufficient-funds', { what: 'USD' });
 * postings.hold(profile, 'USD', amount);
 * return accept(undefined, event('transfers.created', transfer), ...postings.events());
 */
export class Postings {
  readonly #state: View<LedgerState>;
  readonly #random: Random;
  /** Accounts that were changed, in this order. */
  readonly #changed: AccountDraft[] = [];
  /** Those of each profile. */
  readonly #byProfile = new Map<string, AccountDraft[]>();
  readonly #entries: NewLedgerEntry[] = [];

  constructor(state: View<LedgerState>, random: Random) {
    this.#state = state;
    this.#random = random;
  }

  /** The account with the changes that were made so far; `undefined` if the profile has none in the currency. */
  account(profile: string, currency: string): AccountRow | undefined {
    const draft = this.#draftOf(profile, currency);
    return draft === undefined
      ? this.#state.accounts.get(accountKey(profile, currency))
      : copyOf(draft);
  }

  /** What can be spent: the balance without holds. */
  available(profile: string, currency: string): Decimal {
    const account =
      this.#draftOf(profile, currency) ?? this.#state.accounts.get(accountKey(profile, currency));
    return account === undefined ? 0n : account.balance - account.hold;
  }

  /** Opens the account, unless it is open. */
  open(profile: string, currency: string): void {
    if (this.#draftOf(profile, currency) !== undefined) return;
    if (!this.#state.accounts.has(accountKey(profile, currency))) this.#draft(profile, currency);
  }

  /** Holds more, or less for a negative amount. The caller has checked that so much is available. */
  hold(profile: string, currency: string, amount: Decimal): void {
    if (amount === 0n) return;
    const account = this.#draft(profile, currency);
    account.hold += amount;
  }

  /** Changes a balance, with a ledger entry. Each amount needs its counterpart in another account: see {@link house}. */
  post(
    profile: string,
    currency: string,
    amount: Decimal,
    type: LedgerEntryType,
    details: LedgerDetails,
  ): void {
    if (amount === 0n) return;
    const account = this.#draft(profile, currency);
    account.balance += amount;
    account.entries += 1;
    const { id, balance, entries: number } = account;
    this.#entries.push({ account: id, number, amount, balance, type, details });
  }

  /** Moves an amount between two accounts of a currency, with an entry in each. */
  move(
    from: string,
    to: string,
    currency: string,
    amount: Decimal,
    type: LedgerEntryType,
    details: LedgerDetails,
  ): void {
    this.post(from, currency, -amount, type, details);
    this.post(to, currency, amount, type, details);
  }

  /** Credits what comes from outside of the exchange: a deposit. */
  deposit(profile: string, currency: string, amount: Decimal, details: LedgerDetails): void {
    this.move(house.outside, profile, currency, amount, 'transfer', details);
  }

  /** Debits what leaves the exchange: a withdrawal. */
  withdraw(profile: string, currency: string, amount: Decimal, details: LedgerDetails): void {
    this.move(profile, house.outside, currency, amount, 'transfer', details);
  }

  /** The events of the changes: none, or one. */
  events(): readonly DomainEvent[] {
    if (this.#changed.length === 0) return [];
    const accounts = this.#changed.map(copyOf);
    return [event('ledger.posted', { accounts, entries: [...this.#entries] })];
  }

  #draftOf(profile: string, currency: string): AccountDraft | undefined {
    return this.#byProfile.get(profile)?.find((account) => account.currency === currency);
  }

  /** The account, to be changed. It is opened, unless it is open. */
  #draft(profile: string, currency: string): AccountDraft {
    const known = this.#draftOf(profile, currency);
    if (known !== undefined) return known;
    const row = this.#state.accounts.get(accountKey(profile, currency));
    const draft =
      row === undefined
        ? { id: this.#random.uuid(), profile, currency, balance: 0n, hold: 0n, entries: 0 }
        : copyOf(row);
    this.#changed.push(draft);
    const others = this.#byProfile.get(profile);
    if (others === undefined) this.#byProfile.set(profile, [draft]);
    else others.push(draft);
    return draft;
  }
}

function copyOf({ id, profile, currency, balance, hold, entries }: AccountRow): AccountDraft {
  return { id, profile, currency, balance, hold, entries };
}

/** An account that is being changed. */
type AccountDraft = { -readonly [Member in keyof AccountRow]: AccountRow[Member] };
