import { type ExchangeKeyScope, limits } from '@platform/exchange';
import { Postings } from '../ledger/postings.js';
import { listAccounts } from '../ledger/queries.js';
import { parseDecimal } from '../numbers.js';
import {
  accept,
  type CommandType,
  type Context,
  type Decide,
  type DomainEvent,
  refuse,
} from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { profileOf } from './queries.js';
import type { ExchangeKeyRow, ProfileRow, SettlementCurrency, UserRow } from './state.js';

/** A new user, with the profile that was created with it. */
export interface NewUser extends UserRow {
  readonly profile: ProfileRow;
}

/** Commands of the subject `users`. */
export interface UsersCommands {
  /** Creates a user with a default profile. */
  readonly 'users.create': CommandType<
    { readonly organization: string; readonly name: string; readonly country: string },
    NewUser,
    'not-found'
  >;
  readonly 'users.set-settlement': CommandType<
    { readonly user: string; readonly settlementPreference: SettlementCurrency },
    SettlementCurrency,
    'not-found'
  >;
  readonly 'users.set-country': CommandType<
    { readonly user: string; readonly country: string },
    UserRow,
    'not-found'
  >;
  readonly 'users.create-profile': CommandType<
    { readonly user: string; readonly name: string },
    ProfileRow,
    'not-found' | 'too-many'
  >;
  readonly 'users.rename-profile': CommandType<
    { readonly user: string; readonly profile: string; readonly name: string },
    ProfileRow,
    'not-found'
  >;
  /** Deactivates a profile without funds. The default profile stays active. */
  readonly 'users.deactivate-profile': CommandType<
    { readonly user: string; readonly profile: string },
    ProfileRow,
    'not-found' | 'state' | 'in-use'
  >;
  /** Moves an available amount from one active profile of a user to another. */
  readonly 'users.transfer-funds': CommandType<
    {
      readonly user: string;
      readonly from: string;
      readonly to: string;
      readonly currency: string;
      /** Decimal text. */
      readonly amount: string;
    },
    undefined,
    'not-found' | 'form' | 'insufficient-funds'
  >;
  readonly 'users.create-key': CommandType<
    {
      readonly profile: string;
      readonly label: string;
      readonly permissions: readonly ExchangeKeyScope[];
      readonly addresses?: readonly string[] | undefined;
    },
    ExchangeKeyRow,
    'not-found' | 'too-many'
  >;
  /** From then on the key is unknown. */
  readonly 'users.revoke-key': CommandType<
    { readonly profile: string; readonly name: string },
    undefined,
    'not-found'
  >;
}

export const usersCommands: {
  readonly [Name in keyof UsersCommands]: Decide<UsersCommands[Name], DomainState>;
} = {
  'users.create'(context, { organization, name, country }) {
    const { state, random, now } = context;
    if (!state.tenancy.organizations.has(organization))
      return refuse('not-found', { what: 'organization' });
    const settlementPreference = 'USD';
    const user = { id: random.hex(12), organization, name, country, settlementPreference } as const;
    const profile = {
      id: random.uuid(),
      user: user.id,
      name: 'default',
      isActive: true,
      isDefault: true,
    };
    return accept(
      { ...user, createdAt: now, profile: { ...profile, createdAt: now } },
      event('users.created', user),
      event('users.profile-created', profile),
      ...openAccounts(context, profile.id),
    );
  },

  'users.set-settlement'({ state }, { user, settlementPreference }) {
    const row = state.users.users.get(user);
    if (row === undefined) return refuse('not-found', { what: 'user' });
    if (row.settlementPreference === settlementPreference) return accept(settlementPreference);
    return accept(
      settlementPreference,
      event('users.settlement-changed', { id: user, settlementPreference }),
    );
  },

  'users.set-country'({ state }, { user, country }) {
    const row = state.users.users.get(user);
    if (row === undefined) return refuse('not-found', { what: 'user' });
    if (row.country === country) return accept(row);
    return accept({ ...row, country }, event('users.country-changed', { id: user, country }));
  },

  'users.create-profile'(context, { user, name }) {
    const { state, random, now } = context;
    if (!state.users.users.has(user)) return refuse('not-found', { what: 'user' });
    if (state.users.activeProfilesByUser.count(user) >= limits.maxProfiles)
      return refuse('too-many', { what: 'profiles', limit: limits.maxProfiles });
    const profile = { id: random.uuid(), user, name, isActive: true, isDefault: false };
    return accept(
      { ...profile, createdAt: now },
      event('users.profile-created', profile),
      ...openAccounts(context, profile.id),
    );
  },

  'users.rename-profile'({ state }, { user, profile, name }) {
    const row = profileOf(state.users, user, profile);
    if (row === undefined) return refuse('not-found', { what: 'profile' });
    return accept({ ...row, name }, event('users.profile-renamed', { id: row.id, name }));
  },

  'users.deactivate-profile'({ state }, { user, profile }) {
    const row = profileOf(state.users, user, profile);
    if (row === undefined) return refuse('not-found', { what: 'profile' });
    if (row.isDefault) return refuse('state', { what: 'profile', state: 'the default one' });
    if (!row.isActive) return refuse('state', { what: 'profile', state: 'inactive' });
    const { id } = row;
    if (listAccounts(state.ledger, id).some(({ balance }) => balance !== 0n))
      return refuse('in-use', { what: 'profile' });
    return accept({ ...row, isActive: false }, event('users.profile-deactivated', { id }));
  },

  'users.transfer-funds'({ state, random }, { user, from, to, currency, amount }) {
    for (const profile of [from, to])
      if (profileOf(state.users, user, profile)?.isActive !== true)
        return refuse('not-found', { what: 'profile' });
    if (from === to)
      return refuse('form', { member: 'toProfileId', problem: 'must be another profile' });
    if (!state.products.currencies.has(currency)) return refuse('not-found', { what: 'currency' });
    const value = parseDecimal(amount) ?? 0n;
    if (value <= 0n) return refuse('form', { member: 'amount', problem: 'must be above zero' });
    const postings = new Postings(state.ledger, random);
    if (postings.available(from, currency) < value)
      return refuse('insufficient-funds', { what: currency });
    postings.move(from, to, currency, value, 'transfer', { transferType: 'internal' });
    return accept(undefined, ...postings.events());
  },

  'users.create-key'({ state, random, now }, { profile, label, permissions, addresses }) {
    const owner = state.users.profiles.get(profile);
    if (owner?.isActive !== true) return refuse('not-found', { what: 'profile' });
    const { user } = owner;
    if (state.users.keysByUser.count(user) >= limits.maxApiKeys)
      return refuse('too-many', { what: 'exchange keys', limit: limits.maxApiKeys });
    const key = { name: random.hex(16), profile, user, label, permissions, addresses };
    return accept({ ...key, createdAt: now }, event('users.key-created', key));
  },

  'users.revoke-key'({ state }, { profile, name }) {
    if (state.users.keys.get(name)?.profile !== profile)
      return refuse('not-found', { what: 'exchange key' });
    return accept(undefined, event('users.key-revoked', { name }));
  },
};

/** A new profile has an account in every currency (tenancy-1). Those in later currencies are opened when they are needed. */
function openAccounts(
  { state, random }: Context<DomainState>,
  profile: string,
): readonly DomainEvent[] {
  const postings = new Postings(state.ledger, random);
  for (const { id } of state.products.currencies.rows()) postings.open(profile, id);
  return postings.events();
}
