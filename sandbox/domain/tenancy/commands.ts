import type { BearerScope } from '@platform/platform';
import { accept, type CommandType, type Context, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { newSecretKey, newWalletSecret } from './keys.js';
import type {
  ClientKey,
  KeyAlgorithm,
  Organization,
  Project,
  SecretKey,
  WalletSecret,
} from './state.js';

/** A new Secret API Key, with the secret that only this result contains. */
export interface NewSecretKey extends SecretKey {
  readonly secret: string;
}

/** A new Wallet Secret, with the secret that only this result contains. */
export interface NewWalletSecret extends WalletSecret {
  readonly secret: string;
}

/** Commands of the subject `tenancy`. */
export interface TenancyCommands {
  readonly 'tenancy.create-organization': CommandType<
    { readonly name: string },
    Organization,
    never
  >;
  readonly 'tenancy.create-project': CommandType<
    { readonly organization: string; readonly name: string },
    Project,
    'not-found'
  >;
  readonly 'tenancy.create-secret-key': CommandType<
    {
      readonly project: string;
      readonly label: string;
      readonly algorithm: KeyAlgorithm;
      /** Shape of the name: a UUID, or a path. */
      readonly nameForm: 'uuid' | 'path';
      readonly addresses?: readonly string[] | undefined;
      readonly permissions?: readonly BearerScope[] | undefined;
    },
    NewSecretKey,
    'not-found'
  >;
  /** From then on the key is unknown. */
  readonly 'tenancy.delete-secret-key': CommandType<
    { readonly project: string; readonly name: string },
    undefined,
    'not-found'
  >;
  /** A project has at most one: the previous one must have been revoked (tenancy-6). */
  readonly 'tenancy.create-wallet-secret': CommandType<
    { readonly project: string },
    NewWalletSecret,
    'not-found' | 'already-exists'
  >;
  readonly 'tenancy.revoke-wallet-secret': CommandType<
    { readonly project: string },
    undefined,
    'not-found'
  >;
  readonly 'tenancy.create-client-key': CommandType<
    { readonly project: string; readonly label: string },
    ClientKey,
    'not-found'
  >;
  /** The new key is valid and the old one is not, from the same entry on (tenancy-7). */
  readonly 'tenancy.rotate-client-key': CommandType<
    { readonly project: string; readonly id: string },
    ClientKey,
    'not-found'
  >;
}

export const tenancyCommands: {
  readonly [Name in keyof TenancyCommands]: Decide<TenancyCommands[Name], DomainState>;
} = {
  'tenancy.create-organization'({ random, now }, { name }) {
    const organization = { id: random.uuid(), name };
    return accept(
      { ...organization, createdAt: now },
      event('tenancy.organization-created', organization),
    );
  },

  'tenancy.create-project'({ state, random, now }, { organization, name }) {
    if (!state.tenancy.organizations.has(organization))
      return refuse('not-found', { what: 'organization' });
    const project = { id: random.uuid(), organization, name };
    return accept({ ...project, createdAt: now }, event('tenancy.project-created', project));
  },

  'tenancy.create-secret-key'({ state, random, now }, data) {
    const { project, label, algorithm, nameForm, addresses, permissions } = data;
    const owner = state.tenancy.projects.get(project);
    if (owner === undefined) return refuse('not-found', { what: 'project' });
    const id = random.uuid();
    const name = nameForm === 'uuid' ? id : `organizations/${owner.organization}/apiKeys/${id}`;
    const { publicKey, secret } = newSecretKey(algorithm, random);
    const key = { name, project, label, algorithm, publicKey, addresses, permissions };
    return accept({ ...key, secret, createdAt: now }, event('tenancy.secret-key-created', key));
  },

  'tenancy.delete-secret-key'({ state }, { project, name }) {
    if (state.tenancy.secretKeys.get(name)?.project !== project)
      return refuse('not-found', { what: 'Secret API Key' });
    return accept(undefined, event('tenancy.secret-key-deleted', { name }));
  },

  'tenancy.create-wallet-secret'({ state, random, now }, { project }) {
    if (!state.tenancy.projects.has(project)) return refuse('not-found', { what: 'project' });
    if (state.tenancy.walletSecrets.has(project))
      return refuse('already-exists', { what: 'Wallet Secret' });
    const { publicKey, secret } = newWalletSecret(random);
    const created = { project, publicKey };
    return accept(
      { ...created, secret, createdAt: now },
      event('tenancy.wallet-secret-created', created),
    );
  },

  'tenancy.revoke-wallet-secret'({ state }, { project }) {
    if (!state.tenancy.walletSecrets.has(project))
      return refuse('not-found', { what: 'Wallet Secret' });
    return accept(undefined, event('tenancy.wallet-secret-revoked', { project }));
  },

  'tenancy.create-client-key'({ state, random, now }, { project, label }) {
    if (!state.tenancy.projects.has(project)) return refuse('not-found', { what: 'project' });
    const created = { id: random.uuid(), project, label, key: newClientKey(random) };
    return accept({ ...created, createdAt: now }, event('tenancy.client-key-created', created));
  },

  'tenancy.rotate-client-key'({ state, random }, { project, id }) {
    const row = state.tenancy.clientKeys.get(id);
    if (row?.project !== project) return refuse('not-found', { what: 'Client API Key' });
    const key = newClientKey(random);
    return accept({ ...row, key }, event('tenancy.client-key-rotated', { id, key }));
  },
};

function newClientKey(random: Context<DomainState>['random']): string {
  return random.hex(16);
}
