import type { Client } from '@tallystick/runtime/http';
import { type ExchangeFeed, listAccountLedger, listAccounts } from '@platform/exchange';
import type { Account, LedgerEntry } from '@platform/exchange/types';
import { Reload } from './reload.js';
import { Store } from './store.js';

/** Number of entries of a ledger that are shown. */
const recent = 100;

interface AccountParts {
  readonly client: Client;
  readonly feed: ExchangeFeed;
}

/** The accounts of the profile, and the ledger of one of them. Both are loaded again when the channel `balance` reports a change. */
export class Accounts extends Store {
  readonly #parts: AccountParts;
  readonly #report: (error: unknown) => void;
  readonly #reload: Reload;
  readonly #reloadLedger: Reload;
  readonly #followed = new Set<string>();
  #accounts: readonly Account[] | undefined;
  #chosen: string | undefined;
  #ledger: readonly LedgerEntry[] | undefined;

  constructor(parts: AccountParts, report: (error: unknown) => void) {
    super();
    this.#parts = parts;
    this.#report = report;
    this.#reload = new Reload(() => this.#load(), report);
    this.#reloadLedger = new Reload(() => this.#loadLedger(), report);
  }

  /** The accounts; `undefined` until they are known. */
  get all(): readonly Account[] | undefined {
    return this.#accounts;
  }

  /** The account whose ledger is shown. */
  get chosen(): string | undefined {
    return this.#chosen;
  }

  /** The newest entries of the chosen account, newest first; `undefined` until they are known. */
  get ledger(): readonly LedgerEntry[] | undefined {
    return this.#ledger;
  }

  /** Loads the accounts, now or again. */
  refresh(): void {
    this.#reload.request();
  }

  /** Shows the ledger of an account. */
  choose(id: string): void {
    this.#chosen = id;
    this.#ledger = undefined;
    this.#reloadLedger.request();
    this.changed();
  }

  async #load(): Promise<void> {
    this.#accounts = await listAccounts(this.#parts.client);
    const [first] = this.#accounts;
    if (this.#chosen === undefined && first !== undefined) this.choose(first.id);
    this.#follow(this.#accounts.map(({ id }) => id));
    this.changed();
  }

  async #loadLedger(): Promise<void> {
    const id = this.#chosen;
    if (id === undefined) return;
    const entries = await listAccountLedger(this.#parts.client, id, { limit: recent });
    if (id === this.#chosen) this.#ledger = entries;
    this.changed();
  }

  #follow(ids: readonly string[]): void {
    const added = ids.filter((id) => !this.#followed.has(id));
    if (added.length === 0) return;
    for (const id of added) this.#followed.add(id);
    const changed = (id: string): void => {
      this.#reload.request();
      if (id === this.#chosen) this.#reloadLedger.request();
    };
    this.#parts.feed
      .subscribe('balance', {
        keys: added,
        onMessage: ({ account_id: id }) => changed(id),
        onReset: changed,
      })
      .catch(this.#report);
  }
}
