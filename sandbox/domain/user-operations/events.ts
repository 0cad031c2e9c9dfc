import { canUserOperationStatusTransition, type UserOperationStatus } from '@platform/platform';
import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { ApplyContext } from '../subject.js';
import type { Instant } from '../time.js';
import {
  type AdvanceMode,
  openGroup,
  type UserOperationRow,
  type UserOperationsState,
} from './state.js';

/** An operation whose status changed. */
export interface OperationAdvanced {
  readonly hash: string;
  /** Time of the next step; `null` if nobody but the control plane takes it. */
  readonly next: Instant | null;
}

/** Events of the subject `userOperations`. */
export interface UserOperationsEvents {
  readonly 'userOperations.prepared': Omit<
    UserOperationRow,
    'status' | 'signature' | 'transaction' | 'createdAt' | 'updatedAt'
  > & { readonly next: Instant | null };
  readonly 'userOperations.signed': OperationAdvanced & { readonly signature: string };
  readonly 'userOperations.broadcast': OperationAdvanced;
  /** Included in a block: performed, or reverted. */
  readonly 'userOperations.included': {
    readonly hash: string;
    readonly succeeded: boolean;
    readonly transaction: string;
  };
  /** Never included. */
  readonly 'userOperations.dropped': { readonly hash: string };
  readonly 'userOperations.mode-set': AdvanceMode & {
    /** Time of the next step of every open operation. */
    readonly next: Instant | null;
  };
}

export const event: EventMaker<UserOperationsEvents> = makeEvent;

export const userOperationsEvents: {
  readonly [Name in keyof UserOperationsEvents]: EventType<
    UserOperationsState,
    UserOperationsEvents[Name]
  >;
} = {
  'userOperations.prepared': {
    version: 1,
    apply({ operations }, { next, ...data }, { at, due }) {
      operations.set(data.hash, { ...data, status: 'pending', createdAt: at, updatedAt: at });
      schedule(due, data.hash, next);
    },
  },
  'userOperations.signed': {
    version: 1,
    apply(own, { hash, next, signature }, context) {
      advance(own, hash, { status: 'signed', signature }, context);
      schedule(context.due, hash, next);
    },
  },
  'userOperations.broadcast': {
    version: 1,
    apply(own, { hash, next }, context) {
      advance(own, hash, { status: 'broadcast' }, context);
      schedule(context.due, hash, next);
    },
  },
  'userOperations.included': {
    version: 1,
    apply(own, { hash, succeeded, transaction }, context) {
      advance(own, hash, { status: succeeded ? 'complete' : 'failed', transaction }, context);
      schedule(context.due, hash, null);
    },
  },
  'userOperations.dropped': {
    version: 1,
    apply(own, { hash }, context) {
      advance(own, hash, { status: 'failed' }, context);
      schedule(context.due, hash, null);
    },
  },
  'userOperations.mode-set': {
    version: 1,
    apply({ mode, open }, { next, ...set }, { due }) {
      mode.set(set);
      for (const { hash } of open.rows(openGroup)) schedule(due, hash, next);
    },
  },
};

/** Changes the status. Decisions refuse what the table of transitions does not allow, so anything else is an error of the engine (shape-3). */
function advance(
  { operations }: UserOperationsState,
  hash: string,
  change: Pick<UserOperationRow, 'signature' | 'transaction'> & {
    readonly status: UserOperationStatus;
  },
  { at }: ApplyContext,
): void {
  const row = operations.get(hash);
  if (row === undefined || !canUserOperationStatusTransition(row.status, change.status))
    throw new Error(`The user operation "${hash}" cannot become ${change.status}.`);
  operations.set(hash, { ...row, ...change, updatedAt: at });
}

function schedule(due: ApplyContext['due'], hash: string, next: Instant | null): void {
  if (next === null) due.delete('userOperations.advance', hash);
  else due.set('userOperations.advance', hash, next);
}
