import { type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** An address to which withdrawals may go. */
export interface AddressBookRow {
  readonly id: string;
  readonly user: string;
  readonly currency: string;
  readonly network: string;
  /** As it was given. */
  readonly address: string;
  readonly tag?: string | undefined;
  readonly label: string;
  readonly vaspId?: string | undefined;
  readonly isVerifiedSelfHosted?: boolean | undefined;
  readonly addedAt: Instant;
}

/** State of the subject `addressBook`. */
export interface AddressBookState {
  /** By id. */
  readonly entries: Table<AddressBookRow>;
  readonly byUser: Index<AddressBookRow>;
  /** By {@link targetKey}. */
  readonly byTarget: UniqueIndex<AddressBookRow>;
}

export function createAddressBook(): AddressBookState {
  const entries = new Table<AddressBookRow>();
  return {
    entries,
    byUser: entries.index(({ user }) => user),
    byTarget: entries.unique(targetKey),
  };
}

/** What identifies an entry: of one user, there is one for each currency, network, address and tag (transfers-8). */
export function targetKey({
  user,
  currency,
  network,
  address,
  tag,
}: Pick<AddressBookRow, 'user' | 'currency' | 'network' | 'address' | 'tag'>): string {
  return JSON.stringify([user, currency, network, plainAddress(address), tag ?? '']);
}

/** An address as it is compared: hexadecimal ones in lower case, since their case is a checksum only. */
export function plainAddress(address: string): string {
  return /^0x[0-9a-fA-F]+$/.test(address) ? address.toLowerCase() : address;
}
