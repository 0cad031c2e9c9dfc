import type {
  ExchangeKey as KeyBody,
  ExchangeProfile as ProfileBody,
  ExchangeUser as UserBody,
} from '@platform/sandbox-control';
import type { ExchangeHandlers } from '@platform/sandbox-control/server';
import type { ExchangeKeyScope } from '@platform/exchange';
import { printInstant } from '../domain/time.js';
import type { ExchangeKeyRow, ProfileRow, UserRow } from '../domain/users/state.js';
import type { Core } from '../server/core.js';
import { exchangeSecretsOf } from '../surfaces/exchange/credentials.js';
import { isAddressPrefix } from './addresses.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Permissions of a key unless others are given. */
const allPermissions: readonly ExchangeKeyScope[] = ['view', 'trade', 'transfer', 'manage'];

type UsersHandlers = Pick<
  ExchangeHandlers,
  | 'listUsers'
  | 'createUser'
  | 'listExchangeProfiles'
  | 'createProfile'
  | 'renameProfile'
  | 'deactivateProfile'
  | 'listExchangeKeys'
  | 'createExchangeKey'
  | 'revokeExchangeKey'
>;

/** Handlers about users of the exchange, their profiles and keys. */
export function usersHandlers(core: Core): UsersHandlers {
  const { loop } = core;
  const missing = (what: string) => ({ code: 'not-found', data: { what } }) as const;
  return {
    listUsers({ path }, respond) {
      const { tenancy, users } = loop.state;
      if (!tenancy.organizations.has(path.organizationId))
        return say('listUsers', missing('organization'));
      return respond.ok(users.usersByOrganization.rows(path.organizationId).map(userBody));
    },

    createUser({ path, body }, respond) {
      const { name, country = 'US' } = body;
      const data = { organization: path.organizationId, name, country };
      const outcome = loop.execute('users.create', data, origin);
      if (!outcome.ok) return say('createUser', outcome.refusal);
      const { profile } = outcome.result;
      return respond.created({ ...userBody(outcome.result), profile: profileBody(profile) });
    },

    listExchangeProfiles({ path }, respond) {
      const { users } = loop.state;
      if (!users.users.has(path.userId)) return say('listExchangeProfiles', missing('user'));
      return respond.ok(users.profilesByUser.rows(path.userId).map(profileBody));
    },

    createProfile({ path, body }, respond) {
      const data = { user: path.userId, name: body.name };
      const outcome = loop.execute('users.create-profile', data, origin);
      return outcome.ok
        ? respond.created(profileBody(outcome.result))
        : say('createProfile', outcome.refusal);
    },

    renameProfile({ path, body }, respond) {
      const data = { user: path.userId, profile: path.profileId, name: body.name };
      const outcome = loop.execute('users.rename-profile', data, origin);
      return outcome.ok
        ? respond.ok(profileBody(outcome.result))
        : say('renameProfile', outcome.refusal);
    },

    deactivateProfile({ path }, respond) {
      const data = { user: path.userId, profile: path.profileId };
      const outcome = loop.execute('users.deactivate-profile', data, origin);
      return outcome.ok
        ? respond.ok(profileBody(outcome.result))
        : say('deactivateProfile', outcome.refusal);
    },

    listExchangeKeys({ path }, respond) {
      const { users } = loop.state;
      if (!users.profiles.has(path.profileId)) return say('listExchangeKeys', missing('profile'));
      return respond.ok(users.keysByProfile.rows(path.profileId).map(keyBody));
    },

    createExchangeKey({ path, body }, respond) {
      const { label, permissions = allPermissions, addresses } = body;
      const wrong = addresses?.find((each) => !isAddressPrefix(each));
      if (wrong !== undefined) {
        const problem = `"${wrong}" is not an IP address or a prefix of addresses.`;
        return say('createExchangeKey', { code: 'form', data: { member: 'addresses', problem } });
      }
      const data = { profile: path.profileId, label, permissions, addresses };
      const outcome = loop.execute('users.create-key', data, origin);
      if (!outcome.ok) return say('createExchangeKey', outcome.refusal);
      const secrets = exchangeSecretsOf(core, outcome.result.name);
      return respond.created({ ...keyBody(outcome.result), ...secrets });
    },

    revokeExchangeKey({ path }, respond) {
      const data = { profile: path.profileId, name: path.keyName };
      const outcome = loop.execute('users.revoke-key', data, origin);
      return outcome.ok ? respond.noContent() : say('revokeExchangeKey', outcome.refusal);
    },
  };
}

export function userBody(row: UserRow): UserBody {
  const { id, organization, name, country, settlementPreference, createdAt } = row;
  return {
    id,
    organizationId: organization,
    name,
    country,
    settlementPreference,
    createdAt: printInstant(createdAt),
  };
}

function profileBody({ id, user, name, isActive, isDefault, createdAt }: ProfileRow): ProfileBody {
  return { id, userId: user, name, isActive, isDefault, createdAt: printInstant(createdAt) };
}

function keyBody(row: ExchangeKeyRow): KeyBody {
  const { name, profile, user, label, permissions, addresses, createdAt } = row;
  return {
    name,
    profileId: profile,
    userId: user,
    label,
    permissions,
    ...(addresses === undefined ? {} : { addresses }),
    createdAt: printInstant(createdAt),
  };
}
