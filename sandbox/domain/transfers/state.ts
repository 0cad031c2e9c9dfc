import type { TransferStatus } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import { type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** Direction of a transfer: into a profile, or out of it. */
export type TransferType = 'deposit' | 'withdrawal';

/**
 * What the travel rule asks of a transfer: nothing, information that is there, or information that a deposit waits for.
 */
export type TravelState = 'not-required' | 'satisfied' | 'waiting';

/** A member of the information that the travel rule asks for. */
export type TravelData = { readonly [member: string]: unknown };

/** A transfer of a currency. */
export interface TransferRow {
  readonly id: string;
  readonly type: TransferType;
  readonly user: string;
  /** The profile that receives or sends it. */
  readonly profile: string;
  readonly currency: string;
  /** What a withdrawal takes from the account, fee included; what a deposit adds to it. */
  readonly total: Decimal;
  /** Network fee; it is part of {@link total}. */
  readonly fee: Decimal;
  readonly status: TransferStatus;
  readonly travel: TravelState;
  /** Absent for what is not on a network. */
  readonly network?: string | undefined;
  /** Where a withdrawal goes, or where a deposit comes from. */
  readonly address?: string | undefined;
  readonly tag?: string | undefined;
  /** Country of the other provider of a deposit, as a two-letter code. */
  readonly vaspCountry?: string | undefined;
  readonly isIntermediary?: boolean | undefined;
  readonly intermediaryJurisdiction?: string | undefined;
  /** What was told about the sender of a deposit. */
  readonly travelData?: TravelData | undefined;
  /** What was told about the recipient of a withdrawal: any JSON object, as text. */
  readonly travelText?: string | undefined;
  /** Hash of the transaction, on the networks of the sandbox. */
  readonly transaction?: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An address for deposits to a profile, on a network of the sandbox. */
export interface DepositAddress {
  readonly network: string;
  /** In lower case. */
  readonly address: string;
  readonly profile: string;
  readonly createdAt: Instant;
}

/** State of the subject `transfers`. */
export interface TransfersState {
  /** By id. */
  readonly transfers: Table<TransferRow>;
  readonly byProfile: Index<TransferRow>;
  /** Those that will change, in one group. */
  readonly open: Index<TransferRow>;
  /** Withdrawals that did not fail, by {@link windowKey}. */
  readonly withdrawals: Index<TransferRow>;
  /** Deposits that wait for the travel rule, by user. */
  readonly waiting: Index<TransferRow>;
  /** Time of use, by profile and number. */
  readonly nonces: Table<Instant>;
  /** By network and address. */
  readonly addresses: Table<DepositAddress>;
  readonly addressesByProfile: Index<DepositAddress>;
  /** By profile and network. */
  readonly addressOf: UniqueIndex<DepositAddress>;
}

export function createTransfers(): TransfersState {
  const transfers = new Table<TransferRow>();
  const addresses = new Table<DepositAddress>();
  return {
    transfers,
    byProfile: transfers.index(({ profile }) => profile),
    open: transfers.index(({ status }) => (isFinal(status) ? undefined : openGroup)),
    withdrawals: transfers.index((row) =>
      row.type === 'withdrawal' && row.status !== 'failed'
        ? windowKey(row.user, row.currency)
        : undefined,
    ),
    waiting: transfers.index(({ user, travel }) => (travel === 'waiting' ? user : undefined)),
    nonces: new Table<Instant>(),
    addresses,
    addressesByProfile: addresses.index(({ profile }) => profile),
    addressOf: addresses.unique(({ profile, network }) => `${profile} ${network}`),
  };
}

/** Group of {@link TransfersState.open}. */
export const openGroup = 'open';

/** Withdrawals that share a window (transfers-3). */
export function windowKey(user: string, currency: string): string {
  return `${user} ${currency}`;
}

function isFinal(status: TransferStatus): boolean {
  return status === 'done' || status === 'failed';
}
