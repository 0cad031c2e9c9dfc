import type { BearerScope } from '@platform/platform';
import { type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Instant;
}

export interface Project {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly createdAt: Instant;
}

/** Signature algorithm of a key. */
export type KeyAlgorithm = 'Ed25519' | 'ES256';

/** A Secret API Key, without its secret: only the public half is stored (tenancy-2). */
export interface SecretKey {
  /** A UUID, or `organizations/{org}/apiKeys/{key}`. */
  readonly name: string;
  readonly project: string;
  readonly label: string;
  readonly algorithm: KeyAlgorithm;
  /** Base64 of the public key in DER (SPKI). */
  readonly publicKey: string;
  /** Prefixes of addresses from which it is accepted. If absent, it is accepted from anywhere. */
  readonly addresses?: readonly string[] | undefined;
  /** Permissions. If absent, it has all. */
  readonly permissions?: readonly BearerScope[] | undefined;
  readonly createdAt: Instant;
}

/** A project's Wallet Secret, without the secret. */
export interface WalletSecret {
  readonly project: string;
  /** Base64 of the public key in DER (SPKI). */
  readonly publicKey: string;
  readonly createdAt: Instant;
}

/** A Client API Key. It is part of URLs in browsers, so it is no secret. */
export interface ClientKey {
  readonly id: string;
  readonly project: string;
  readonly label: string;
  /** The key as it is in the URL. Rotation replaces it. */
  readonly key: string;
  readonly createdAt: Instant;
}

/** State of the subject `tenancy`. */
export interface TenancyState {
  /** By id. */
  readonly organizations: Table<Organization>;
  /** By id. */
  readonly projects: Table<Project>;
  readonly projectsByOrganization: Index<Project>;
  /** By name. */
  readonly secretKeys: Table<SecretKey>;
  readonly secretKeysByProject: Index<SecretKey>;
  /** By project. */
  readonly walletSecrets: Table<WalletSecret>;
  /** By id. */
  readonly clientKeys: Table<ClientKey>;
  readonly clientKeysByProject: Index<ClientKey>;
  readonly clientKeysByKey: UniqueIndex<ClientKey>;
}

export function createTenancy(): TenancyState {
  const projects = new Table<Project>();
  const secretKeys = new Table<SecretKey>();
  const clientKeys = new Table<ClientKey>();
  return {
    organizations: new Table<Organization>(),
    projects,
    projectsByOrganization: projects.index(({ organization }) => organization),
    secretKeys,
    secretKeysByProject: secretKeys.index(({ project }) => project),
    walletSecrets: new Table<WalletSecret>(),
    clientKeys,
    clientKeysByProject: clientKeys.index(({ project }) => project),
    clientKeysByKey: clientKeys.unique(({ key }) => key),
  };
}
