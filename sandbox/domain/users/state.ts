import type { ExchangeKeyScope } from '@platform/exchange';
import { type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** A user of the exchange, who belongs to an organisation (tenancy-1). */
export interface UserRow {
  /** 24 hexadecimal digits. */
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  /** Country of residence, as a two-letter code of ISO 3166-1. */
  readonly country: string;
  /** Currency in which sales for US dollars are credited (products-4). */
  readonly settlementPreference: SettlementCurrency;
  readonly createdAt: Instant;
}

/** Currencies in which sales for US dollars can be credited. */
export type SettlementCurrency = 'USD' | 'USDC';

/** A profile of a user: the owner of accounts, orders and exchange keys. */
export interface ProfileRow {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  /** An inactive profile places no orders. */
  readonly isActive: boolean;
  /** True for the profile that was created with the user. */
  readonly isDefault: boolean;
  readonly createdAt: Instant;
}

/**
 * A key of the exchange for REST, the feed and FIX (tenancy-9), without its secret and passphrase, which follow from the seed and its name
 * (secrets-1). The name is never used again.
 */
export interface ExchangeKeyRow {
  readonly name: string;
  readonly profile: string;
  /** Owner of the profile. */
  readonly user: string;
  readonly label: string;
  readonly permissions: readonly ExchangeKeyScope[];
  /** Prefixes of addresses from which it is accepted. If absent, it is accepted from anywhere. */
  readonly addresses?: readonly string[] | undefined;
  readonly createdAt: Instant;
}

/** State of the subject `users`. */
export interface UsersState {
  /** By id. */
  readonly users: Table<UserRow>;
  readonly usersByOrganization: Index<UserRow>;
  /** By id. */
  readonly profiles: Table<ProfileRow>;
  readonly profilesByUser: Index<ProfileRow>;
  readonly activeProfilesByUser: Index<ProfileRow>;
  /** By name. */
  readonly keys: Table<ExchangeKeyRow>;
  readonly keysByUser: Index<ExchangeKeyRow>;
  readonly keysByProfile: Index<ExchangeKeyRow>;
}

export function createUsers(): UsersState {
  const users = new Table<UserRow>();
  const profiles = new Table<ProfileRow>();
  const keys = new Table<ExchangeKeyRow>();
  return {
    users,
    usersByOrganization: users.index(({ organization }) => organization),
    profiles,
    profilesByUser: profiles.index(({ user }) => user),
    activeProfilesByUser: profiles.index(({ user, isActive }) => (isActive ? user : undefined)),
    keys,
    keysByUser: keys.index(({ user }) => user),
    keysByProfile: keys.index(({ profile }) => profile),
  };
}
