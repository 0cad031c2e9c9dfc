import type { Account, LedgerEntry } from '@platform/exchange/types';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { control } from '../control.js';
import type { Desk } from '../exchange/desk.js';
import { aligned, grouped } from '../exchange/decimals.js';
import { useStore } from '../exchange/store.js';
import { Problem, Section, Time, useAction } from '../parts.js';

/** The accounts of the profile, and the ledger of one of them. */
export function FundsPanel({ desk }: { readonly desk: Desk }): JSX.Element {
  const { accounts } = desk;
  useStore(accounts);
  useEffect(() => accounts.refresh(), [accounts]);
  const { all, chosen, ledger } = accounts;
  const account = all?.find(({ id }) => id === chosen);
  return (
    <>
      <Section title="Accounts">
        <Credit desk={desk} />
        {all === undefined ? (
          <p class="quiet">Loading…</p>
        ) : all.length === 0 ? (
          <p class="empty">The profile has no accounts. Credit an amount to open one.</p>
        ) : (
          <Balances accounts={all} chosen={chosen} onChoose={(id) => accounts.choose(id)} />
        )}
      </Section>
      {account !== undefined && (
        <Section title={`Ledger of ${account.currency}`}>
          {ledger === undefined ? (
            <p class="quiet">Loading…</p>
          ) : ledger.length === 0 ? (
            <p class="empty">No entries of the last day.</p>
          ) : (
            <Ledger entries={ledger} currency={account.currency} />
          )}
        </Section>
      )}
    </>
  );
}

function Balances({
  accounts,
  chosen,
  onChoose,
}: {
  readonly accounts: readonly Account[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  return (
    <table class="rows balances">
      <caption class="hidden">Accounts with their balances</caption>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Available</th>
          <th scope="col">Hold</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ id, currency, available, hold, balance }) => (
          <tr key={id} class={id === chosen ? 'chosen' : ''}>
            <th scope="row">
              <button
                type="button"
                class="small"
                aria-pressed={id === chosen}
                aria-label={`Show the ledger of ${currency}`}
                onClick={() => onChoose(id)}
              >
                {currency}
              </button>
            </th>
            <td>{grouped(available)}</td>
            <td>{grouped(hold)}</td>
            <td>{grouped(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Ledger({
  entries,
  currency,
}: {
  readonly entries: readonly LedgerEntry[];
  readonly currency: string;
}): JSX.Element {
  const amounts = aligned(entries.map(({ amount }) => amount));
  const balances = aligned(entries.map(({ balance }) => balance));
  return (
    <table class="rows ledger">
      <caption class="hidden">Newest entries of the ledger of {currency}</caption>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Amount</th>
          <th scope="col">Balance</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, type, amount, created_at, details }, index) => (
          <tr key={id}>
            <th scope="row">
              {type}
              {details?.product_id !== undefined && (
                <span class="quiet"> {details.product_id}</span>
              )}
            </th>
            <td class={amount.startsWith('-') ? 'sells' : 'buys'}>
              {amount.startsWith('-') ? '' : '+'}
              {grouped(amounts[index] ?? amount)}
            </td>
            <td>{grouped(balances[index] ?? '')}</td>
            <td class="quiet">
              <Time at={created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Credits an amount out of nothing, as the control plane can. */
function Credit({ desk }: { readonly desk: Desk }): JSX.Element {
  const { products, accounts, profileId } = desk;
  useStore(products);
  const [currency, setCurrency] = useState('USD');
  const [amount, setAmount] = useState('');
  const action = useAction();
  const credit = async (): Promise<void> => {
    await control.exchange.creditProfile(profileId, { currency, amount: amount.trim() });
    setAmount('');
    accounts.refresh();
  };
  return (
    <form
      class="row"
      aria-label="Credit an amount"
      onSubmit={(event) => {
        event.preventDefault();
        action.run(credit);
      }}
    >
      <label>
        Amount
        <input
          required
          autocomplete="off"
          inputMode="decimal"
          value={amount}
          onInput={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      </label>
      <label class="narrow">
        Currency
        <select value={currency} onChange={({ currentTarget }) => setCurrency(currentTarget.value)}>
          {products.currencies.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" aria-disabled={action.isBusy}>
        Credit
      </button>
      <Problem text={action.problem} />
    </form>
  );
}
