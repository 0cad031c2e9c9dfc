import {
  canUserOperationStatusTransition,
  type EvmNetwork,
  type UserOperationStatus,
} from '@platform/platform';
import { evmAccountOf } from '../accounts/queries.js';
import type { SmartAccountRow } from '../accounts/state.js';
import { printHex } from '../cryptography/hex.js';
import { initCodeOf } from '../cryptography/smart-account.js';
import {
  callDataOf,
  type PackedUserOperation,
  type SmartAccountCall,
} from '../cryptography/user-operation.js';
import { settings } from '../../settings.js';
import { type Context, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import type { Instant } from '../time.js';
import { advanceModeOf } from './queries.js';
import { deploymentKey, type AdvanceMode, type UserOperationRow } from './state.js';

/**
 * Packs calls of a smart account. Each operation has a nonce key of its own, with the sequence 0: so all of them are valid, in whichever
 * order they are sent, and the same calls prepared twice have two hashes (user-operations-2).
 */
export function packOperation(
  { userOperations }: DomainState,
  { address, owner, salt }: SmartAccountRow,
  network: EvmNetwork,
  calls: readonly SmartAccountCall[],
): PackedUserOperation {
  const isDeployed =
    userOperations.completed.count(deploymentKey({ network, sender: address })) > 0;
  return {
    sender: address,
    nonce: BigInt(userOperations.bySender.count(address)) << 64n,
    initCode: isDeployed ? '0x' : printHex(initCodeOf(owner, salt)),
    callData: callDataOf(calls),
    gas: settings['user-operations-2'].gas,
    paymasterAndData: '0x',
  };
}

/** Time of the next step of an operation; `null` if nobody but the control plane takes it. */
export function nextStep(
  { state, now }: Context<DomainState>,
  step: keyof AdvanceMode['delays'],
): Instant | null {
  const { mode, delays } = advanceModeOf(state.userOperations);
  return mode === 'automatic' ? now + delays[step] : null;
}

/** True if the platform has the key of a smart account's owner, in the account's project: then it can sign in automatic mode. */
export function isOwnerManaged(
  { accounts }: DomainState,
  { project, owner }: Pick<SmartAccountRow, 'project' | 'owner'>,
): boolean {
  return evmAccountOf(accounts, project, owner) !== undefined;
}

/** The operation with a hash, if its status can become another one. */
export function advanceable(
  { userOperations }: DomainState,
  hash: string,
  to: UserOperationStatus,
): UserOperationRow | Refused<'not-found' | 'state'> {
  const row = userOperations.operations.get(hash.toLowerCase());
  if (row === undefined) return refuse('not-found', { what: 'user operation' });
  return canUserOperationStatusTransition(row.status, to)
    ? row
    : refuse('state', { what: 'user operation', state: row.status });
}
