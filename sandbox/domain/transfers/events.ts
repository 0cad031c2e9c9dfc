import { canTransferStatusTransition, type TransferStatus } from '@platform/exchange';
import { type ApplyContext, type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { Instant } from '../time.js';
import type { DepositAddress, TransferRow, TransfersState, TravelData } from './state.js';

/** A transfer as its event has it: times are those of the entry. */
export type NewTransfer = Omit<TransferRow, 'status' | 'createdAt' | 'updatedAt'>;

/** Events of the subject `transfers`. */
export interface TransfersEvents {
  readonly 'transfers.created': NewTransfer & {
    /** A number that the profile never uses again. */
    readonly nonce?: string | undefined;
    /** Time of the next step; `null` if the control plane takes it. */
    readonly next: Instant | null;
  };
  readonly 'transfers.sent': {
    readonly id: string;
    readonly transaction?: string | undefined;
    readonly next: Instant | null;
  };
  readonly 'transfers.done': { readonly id: string };
  readonly 'transfers.failed': { readonly id: string };
  /** A deposit, which is finished when it begins. */
  readonly 'transfers.received': NewTransfer;
  /** What the travel rule asks of a waiting deposit is there. */
  readonly 'transfers.satisfied': { readonly id: string; readonly travelData?: TravelData };
  readonly 'transfers.address-created': Omit<DepositAddress, 'createdAt'>;
}

export const event: EventMaker<TransfersEvents> = makeEvent;

export const transfersEvents: {
  readonly [Name in keyof TransfersEvents]: EventType<TransfersState, TransfersEvents[Name]>;
} = {
  'transfers.created': {
    version: 1,
    apply({ transfers, nonces }, { next, nonce, ...data }, { at, due }) {
      transfers.set(data.id, { ...data, status: 'created', createdAt: at, updatedAt: at });
      if (nonce !== undefined) nonces.set(nonceKey(data.profile, nonce), at);
      schedule(due, data.id, next);
    },
  },
  'transfers.sent': {
    version: 1,
    apply(own, { id, next, transaction }, context) {
      advance(own, id, { status: 'sent', transaction }, context);
      schedule(context.due, id, next);
    },
  },
  'transfers.done': {
    version: 1,
    apply(own, { id }, context) {
      advance(own, id, { status: 'done' }, context);
      schedule(context.due, id, null);
    },
  },
  'transfers.failed': {
    version: 1,
    apply(own, { id }, context) {
      advance(own, id, { status: 'failed' }, context);
      schedule(context.due, id, null);
    },
  },
  'transfers.received': {
    version: 1,
    apply(own, data, context) {
      const { at } = context;
      const { id } = data;
      own.transfers.set(id, { ...data, status: 'created', createdAt: at, updatedAt: at });
      advance(own, id, { status: 'sent' }, context);
      advance(own, id, { status: 'done' }, context);
    },
  },
  'transfers.satisfied': {
    version: 1,
    apply({ transfers }, { id, travelData }, { at }) {
      const row = transfers.get(id);
      if (row === undefined) return;
      const data = travelData === undefined ? {} : { travelData };
      transfers.set(id, { ...row, ...data, travel: 'satisfied', updatedAt: at });
    },
  },
  'transfers.address-created': {
    version: 1,
    apply({ addresses }, data, { at }) {
      addresses.set(addressKey(data.network, data.address), { ...data, createdAt: at });
    },
  },
};

/** Key of a number that a profile has used. */
export function nonceKey(profile: string, nonce: string): string {
  return `${profile} ${nonce}`;
}

/** Key of a deposit address, which is in lower case. */
export function addressKey(network: string, address: string): string {
  return `${network} ${address}`;
}

/** Changes the status. Decisions refuse what the table of transitions does not allow, so anything else is an error of the engine (shape-3). */
function advance(
  { transfers }: TransfersState,
  id: string,
  change: { readonly status: TransferStatus; readonly transaction?: string | undefined },
  { at }: ApplyContext,
): void {
  const row = transfers.get(id);
  if (row === undefined || !canTransferStatusTransition(row.status, change.status))
    throw new Error(`The transfer "${id}" cannot become ${change.status}.`);
  transfers.set(id, { ...row, ...change, updatedAt: at });
}

function schedule(due: ApplyContext['due'], id: string, next: Instant | null): void {
  if (next === null) due.delete('transfers.advance', id);
  else due.set('transfers.advance', id, next);
}
