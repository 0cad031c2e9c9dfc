import type { View } from '../subject.js';
import { nameKey, type AccountRow, type AccountsState, type SmartAccountRow } from './state.js';

/** An EVM account of a project, by its address in either case; `undefined` for one of another project. */
export function evmAccountOf(
  { evm }: View<AccountsState>,
  project: string,
  address: string,
): AccountRow | undefined {
  return ofProject(evm.get(address.toLowerCase()), project);
}

/** A Solana account of a project, by its address, which is case-sensitive. */
export function solanaAccountOf(
  { solana }: View<AccountsState>,
  project: string,
  address: string,
): AccountRow | undefined {
  return ofProject(solana.get(address), project);
}

/** A smart account of a project, by its address in either case. */
export function smartAccountOf(
  { smart }: View<AccountsState>,
  project: string,
  address: string,
): SmartAccountRow | undefined {
  return ofProject(smart.get(address.toLowerCase()), project);
}

/** True if an account uses a policy of scope `account`. */
export function usesPolicy(
  { evmByPolicy, solanaByPolicy }: View<AccountsState>,
  policy: string,
): boolean {
  return evmByPolicy.count(policy) + solanaByPolicy.count(policy) > 0;
}

/** True if another account than `address` has a name in the project. */
export function isNameTaken(
  byName: { get(value: string): { readonly address: string } | undefined },
  project: string,
  name: string | undefined,
  address?: string,
): boolean {
  const key = nameKey({ project, name });
  const owner = key === undefined ? undefined : byName.get(key);
  return owner !== undefined && owner.address !== address;
}

function ofProject<Row extends { readonly project: string }>(
  row: Row | undefined,
  project: string,
): Row | undefined {
  return row?.project === project ? row : undefined;
}
