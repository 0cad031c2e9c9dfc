import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type {
  ClientKey,
  Organization,
  Project,
  SecretKey,
  TenancyState,
  WalletSecret,
} from './state.js';

/** A record as its event has it: the time is that of the entry. */
type Created<Row> = Omit<Row, 'createdAt'>;

/** Events of the subject `tenancy`. */
export interface TenancyEvents {
  readonly 'tenancy.organization-created': Created<Organization>;
  readonly 'tenancy.project-created': Created<Project>;
  readonly 'tenancy.secret-key-created': Created<SecretKey>;
  readonly 'tenancy.secret-key-deleted': { readonly name: string };
  readonly 'tenancy.wallet-secret-created': Created<WalletSecret>;
  readonly 'tenancy.wallet-secret-revoked': { readonly project: string };
  readonly 'tenancy.client-key-created': Created<ClientKey>;
  readonly 'tenancy.client-key-rotated': { readonly id: string; readonly key: string };
}

export const event: EventMaker<TenancyEvents> = makeEvent;

export const tenancyEvents: {
  readonly [Name in keyof TenancyEvents]: EventType<TenancyState, TenancyEvents[Name]>;
} = {
  'tenancy.organization-created': {
    version: 1,
    apply: ({ organizations }, data, { at }) =>
      organizations.set(data.id, { ...data, createdAt: at }),
  },
  'tenancy.project-created': {
    version: 1,
    apply: ({ projects }, data, { at }) => projects.set(data.id, { ...data, createdAt: at }),
  },
  'tenancy.secret-key-created': {
    version: 1,
    apply: ({ secretKeys }, data, { at }) => secretKeys.set(data.name, { ...data, createdAt: at }),
  },
  'tenancy.secret-key-deleted': {
    version: 1,
    apply: ({ secretKeys }, { name }) => void secretKeys.delete(name),
  },
  'tenancy.wallet-secret-created': {
    version: 1,
    apply: ({ walletSecrets }, data, { at }) =>
      walletSecrets.set(data.project, { ...data, createdAt: at }),
  },
  'tenancy.wallet-secret-revoked': {
    version: 1,
    apply: ({ walletSecrets }, { project }) => void walletSecrets.delete(project),
  },
  'tenancy.client-key-created': {
    version: 1,
    apply: ({ clientKeys }, data, { at }) => clientKeys.set(data.id, { ...data, createdAt: at }),
  },
  'tenancy.client-key-rotated': {
    version: 1,
    apply({ clientKeys }, { id, key }) {
      const row = clientKeys.get(id);
      if (row !== undefined) clientKeys.set(id, { ...row, key });
    },
  },
};
