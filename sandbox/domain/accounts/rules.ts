import { evmAddressOf } from '../cryptography/evm-keys.js';
import { solanaAddressOf } from '../cryptography/solana-transaction.js';
import type { Keys } from '../keys.js';
import {
  accept,
  type Context,
  type Decision,
  type DomainEvent,
  refuse,
  type Refused,
} from '../subject.js';
import type { DomainState } from '../subjects.js';
import { policyOf } from '../policies/queries.js';
import { event } from './events.js';
import { evmAccountOf, isNameTaken, solanaAccountOf } from './queries.js';
import type { AccountRow } from './state.js';

/** Kind of an account whose key the platform stores. */
export type AccountKind = 'evm' | 'solana';

/** A new account. */
export interface NewAccount {
  readonly project: string;
  readonly name?: string | undefined;
  /** The policy of scope `account` to attach. */
  readonly accountPolicy?: string | undefined;
}

/** Changes of an account. What is absent stays. */
export interface AccountChanges extends NewAccount {
  readonly address: string;
}

/** What is different about each kind of account. */
const kinds: { readonly [Kind in AccountKind]: KindOfAccount } = {
  evm: {
    what: 'EVM account',
    addressOf: evmAddressOf,
    find: (state, project, address) => evmAccountOf(state.accounts, project, address),
    byName: (state) => state.accounts.evmByName,
    created: (row) => event('accounts.evm-created', row),
    updated: (change) => event('accounts.evm-updated', change),
  },
  solana: {
    what: 'Solana account',
    addressOf: solanaAddressOf,
    find: (state, project, address) => solanaAccountOf(state.accounts, project, address),
    byName: (state) => state.accounts.solanaByName,
    created: (row) => event('accounts.solana-created', row),
    updated: (change) => event('accounts.solana-updated', change),
  },
};

interface KindOfAccount {
  readonly what: string;
  addressOf(secretKey: Uint8Array): string;
  find(state: DomainState, project: string, address: string): AccountRow | undefined;
  byName(state: DomainState): DomainState['accounts']['evmByName'];
  created(row: Omit<AccountRow, 'createdAt'>): DomainEvent;
  updated(change: Pick<AccountRow, 'address' | 'name' | 'policy'>): DomainEvent;
}

/** The private key of an account: derived, and never stored (secrets-1). */
export function secretKeyOf(
  keys: Keys,
  kind: AccountKind,
  { key }: Pick<AccountRow, 'key'>,
): Uint8Array {
  return keys.derive(`${kind} account ${key}`);
}

/** Creates an account with a new key (accounts-1). */
export function createAccount(
  { state, keys, number, now }: Context<DomainState>,
  kind: AccountKind,
  { project, name, accountPolicy }: NewAccount,
): Decision<AccountRow, 'already-exists' | 'form'> {
  const { addressOf, byName, created } = kinds[kind];
  if (isNameTaken(byName(state), project, name)) return refuseName();
  const policy = attachable(state, project, accountPolicy);
  if (policy === null) return refusePolicy();
  const address = addressOf(secretKeyOf(keys, kind, { key: number }));
  const row = { project, address, key: number, name, policy };
  return accept({ ...row, createdAt: now }, created(row));
}

/** Changes the name of an account, or replaces its policy (policies-11). */
export function updateAccount(
  { state }: Context<DomainState>,
  kind: AccountKind,
  { project, address, name, accountPolicy }: AccountChanges,
): Decision<AccountRow, 'not-found' | 'already-exists' | 'form'> {
  const { what, find, byName, updated } = kinds[kind];
  const row = find(state, project, address);
  if (row === undefined) return refuse('not-found', { what });
  if (isNameTaken(byName(state), project, name, row.address)) return refuseName();
  const policy = attachable(state, project, accountPolicy);
  if (policy === null) return refusePolicy();
  const changed = { ...row, name: name ?? row.name, policy: policy ?? row.policy };
  const isSame = changed.name === row.name && changed.policy === row.policy;
  return isSame ? accept(row) : accept(changed, updated({ address: row.address, name, policy }));
}

/** The account of a project with an address, or the refusal that there is none. */
export function accountOr404(
  state: DomainState,
  kind: AccountKind,
  project: string,
  address: string,
): AccountRow | Refused<'not-found'> {
  const { what, find } = kinds[kind];
  return find(state, project, address) ?? refuse('not-found', { what });
}

/** The stored identifier of a policy that accounts of the project can use; `null` if there is no such policy (policies-11). */
function attachable(
  { policies }: DomainState,
  project: string,
  id: string | undefined,
): string | null | undefined {
  if (id === undefined) return undefined;
  const policy = policyOf(policies, project, id);
  return policy?.scope === 'account' ? policy.id : null;
}

function refusePolicy(): Refused<'form'> {
  const problem = 'must be a policy of the project with the scope "account"';
  return refuse('form', { member: 'accountPolicy', problem });
}

function refuseName(): Refused<'already-exists'> {
  return refuse('already-exists', { what: 'account of this kind with this name' });
}
