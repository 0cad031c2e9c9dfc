import { plainAddress } from '../address-book/state.js';
import { type Index, Table } from '../tables.js';
import type { TravelData } from '../transfers/state.js';
import type { Instant } from '../time.js';

/** Information about the sender behind an address. */
export interface TravelRuleRow {
  readonly id: string;
  readonly user: string;
  /** As it was given. */
  readonly address: string;
  /** Everything else, in the words of the exchange's REST API. */
  readonly data: TravelData;
  readonly createdAt: Instant;
}

/** State of the subject `travelRule`. */
export interface TravelRuleState {
  /** By id. */
  readonly entries: Table<TravelRuleRow>;
  readonly byUser: Index<TravelRuleRow>;
  /** By {@link senderKey}. */
  readonly bySender: Index<TravelRuleRow>;
}

export function createTravelRule(): TravelRuleState {
  const entries = new Table<TravelRuleRow>();
  return {
    entries,
    byUser: entries.index(({ user }) => user),
    bySender: entries.index(({ user, address }) => senderKey(user, address)),
  };
}

/** Entries of a user about an address. */
export function senderKey(user: string, address: string): string {
  return `${user} ${plainAddress(address)}`;
}
