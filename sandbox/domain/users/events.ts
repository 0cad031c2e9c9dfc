import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type {
  ExchangeKeyRow,
  ProfileRow,
  SettlementCurrency,
  UserRow,
  UsersState,
} from './state.js';

/** A record as its event has it: the time is that of the entry. */
type Created<Row> = Omit<Row, 'createdAt'>;

/** Events of the subject `users`. */
export interface UsersEvents {
  readonly 'users.created': Created<UserRow>;
  readonly 'users.settlement-changed': {
    readonly id: string;
    readonly settlementPreference: SettlementCurrency;
  };
  readonly 'users.country-changed': { readonly id: string; readonly country: string };
  readonly 'users.profile-created': Created<ProfileRow>;
  readonly 'users.profile-renamed': { readonly id: string; readonly name: string };
  readonly 'users.profile-deactivated': { readonly id: string };
  readonly 'users.key-created': Created<ExchangeKeyRow>;
  readonly 'users.key-revoked': { readonly name: string };
}

export const event: EventMaker<UsersEvents> = makeEvent;

export const usersEvents: {
  readonly [Name in keyof UsersEvents]: EventType<UsersState, UsersEvents[Name]>;
} = {
  'users.created': {
    version: 1,
    apply: ({ users }, data, { at }) => users.set(data.id, { ...data, createdAt: at }),
  },
  'users.settlement-changed': {
    version: 1,
    apply({ users }, { id, settlementPreference }) {
      const row = users.get(id);
      if (row !== undefined) users.set(id, { ...row, settlementPreference });
    },
  },
  'users.country-changed': {
    version: 1,
    apply({ users }, { id, country }) {
      const row = users.get(id);
      if (row !== undefined) users.set(id, { ...row, country });
    },
  },
  'users.profile-created': {
    version: 1,
    apply: ({ profiles }, data, { at }) => profiles.set(data.id, { ...data, createdAt: at }),
  },
  'users.profile-renamed': {
    version: 1,
    apply: (own, { id, name }) => changeProfile(own, id, { name }),
  },
  'users.profile-deactivated': {
    version: 1,
    apply: (own, { id }) => changeProfile(own, id, { isActive: false }),
  },
  'users.key-created': {
    version: 1,
    apply: ({ keys }, data, { at }) => keys.set(data.name, { ...data, createdAt: at }),
  },
  'users.key-revoked': {
    version: 1,
    apply: ({ keys }, { name }) => void keys.delete(name),
  },
};

function changeProfile({ profiles }: UsersState, id: string, change: Partial<ProfileRow>): void {
  const row = profiles.get(id);
  if (row !== undefined) profiles.set(id, { ...row, ...change });
}
