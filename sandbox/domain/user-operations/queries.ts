import { settings } from '../../settings.js';
import type { View } from '../subject.js';
import type { AdvanceMode, UserOperationRow, UserOperationsState } from './state.js';

/** A user operation by the address of its smart account and its hash, both in either case (user-operations-8). */
export function userOperationOf(
  { operations }: View<UserOperationsState>,
  {
    project,
    address,
    hash,
  }: {
    readonly project: string;
    readonly address: string;
    readonly hash: string;
  },
): UserOperationRow | undefined {
  const row = operations.get(hash.toLowerCase());
  return row?.project === project && row.sender === address.toLowerCase() ? row : undefined;
}

/** How user operations advance. */
export function advanceModeOf({ mode }: View<UserOperationsState>): AdvanceMode {
  return mode.get() ?? settings['user-operations-6'];
}
