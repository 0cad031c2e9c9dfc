import type { EvmNetwork, UserOperationStatus } from '@platform/platform';
import type { PackedUserOperation, SmartAccountCall } from '../cryptography/user-operation.js';
import { Cell, type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** A user operation. */
export interface UserOperationRow extends PackedUserOperation {
  readonly hash: string;
  readonly project: string;
  readonly network: EvmNetwork;
  readonly calls: readonly SmartAccountCall[];
  /** Stored, and never fetched (user-operations-4). */
  readonly paymasterUrl?: string | undefined;
  readonly status: UserOperationStatus;
  /** 65 bytes of the owner, once it is signed. */
  readonly signature?: string | undefined;
  /** Hash of the transaction that included it (user-operations-7). */
  readonly transaction?: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** How user operations advance: each step after a delay, or by the control plane alone. */
export interface AdvanceMode {
  readonly mode: 'automatic' | 'manual';
  readonly delays: {
    readonly sign: Instant;
    readonly broadcast: Instant;
    readonly include: Instant;
  };
}

/** State of the subject `userOperations`. */
export interface UserOperationsState {
  /** By hash. */
  readonly operations: Table<UserOperationRow>;
  readonly byProject: Index<UserOperationRow>;
  /** By the address of the smart account. */
  readonly bySender: Index<UserOperationRow>;
  /** Those that will change, in one group. */
  readonly open: Index<UserOperationRow>;
  /** Those that were performed, by {@link deploymentKey}. */
  readonly completed: Index<UserOperationRow>;
  /** `null` until it is set: then that of the settings. */
  readonly mode: Cell<AdvanceMode | null>;
}

export function createUserOperations(): UserOperationsState {
  const operations = new Table<UserOperationRow>();
  return {
    operations,
    byProject: operations.index(({ project }) => project),
    bySender: operations.index(({ sender }) => sender),
    open: operations.index(({ status }) => (isFinal(status) ? undefined : openGroup)),
    completed: operations.index((row) =>
      row.status === 'complete' ? deploymentKey(row) : undefined,
    ),
    mode: new Cell<AdvanceMode | null>(null),
  };
}

/** Group of {@link UserOperationsState.open}. */
export const openGroup = 'open';

/** A smart account on a network, where its first operation deploys it. */
export function deploymentKey({
  network,
  sender,
}: Pick<UserOperationRow, 'network' | 'sender'>): string {
  return `${network} ${sender}`;
}

function isFinal(status: UserOperationStatus): boolean {
  return status === 'complete' || status === 'failed';
}
