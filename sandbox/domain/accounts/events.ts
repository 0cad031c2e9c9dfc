import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { Table } from '../tables.js';
import type { AccountRow, AccountsState, SmartAccountRow } from './state.js';

/** A name or a policy that changed; what is absent stays. */
export type AccountChange = Pick<AccountRow, 'address' | 'name' | 'policy'>;

/** Events of the subject `accounts`. */
export interface AccountsEvents {
  readonly 'accounts.evm-created': Omit<AccountRow, 'createdAt'>;
  readonly 'accounts.evm-updated': AccountChange;
  readonly 'accounts.solana-created': Omit<AccountRow, 'createdAt'>;
  readonly 'accounts.solana-updated': AccountChange;
  readonly 'accounts.smart-created': Omit<SmartAccountRow, 'createdAt'>;
}

export const event: EventMaker<AccountsEvents> = makeEvent;

export const accountsEvents: {
  readonly [Name in keyof AccountsEvents]: EventType<AccountsState, AccountsEvents[Name]>;
} = {
  'accounts.evm-created': {
    version: 1,
    apply: ({ evm }, data, { at }) => evm.set(data.address, { ...data, createdAt: at }),
  },
  'accounts.evm-updated': { version: 1, apply: ({ evm }, change) => update(evm, change) },
  'accounts.solana-created': {
    version: 1,
    apply: ({ solana }, data, { at }) => solana.set(data.address, { ...data, createdAt: at }),
  },
  'accounts.solana-updated': { version: 1, apply: ({ solana }, change) => update(solana, change) },
  'accounts.smart-created': {
    version: 1,
    apply: ({ smart }, data, { at }) => smart.set(data.address, { ...data, createdAt: at }),
  },
};

function update(table: Table<AccountRow>, { address, name, policy }: AccountChange): void {
  const row = table.get(address);
  if (row !== undefined)
    table.set(address, { ...row, name: name ?? row.name, policy: policy ?? row.policy });
}
