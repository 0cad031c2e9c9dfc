import type { Credential } from '@tallystick/runtime';
import {
  type Client,
  type ClientOptions,
  connect,
  ConnectedClient,
} from '@tallystick/runtime/http';
import { platformDescription } from './description.js';
import { AssetsService } from './operations/assets.js';
import { EvmAccountsService } from './operations/evm-accounts.js';
import { EvmSmartAccountsService } from './operations/evm-smart-accounts.js';
import { PoliciesService } from './operations/policies.js';
import { SolanaAccountsService } from './operations/solana-accounts.js';
import { WebhooksService } from './operations/webhooks.js';

/** A credential for each security scheme; those of the operations that are called are needed. */
export interface PlatformCredentials {
  /**
   * A token made from a Secret API Key. It is good for two minutes and for one method, host and path, so the
   * caller's clock has to be right. The key is the name (a UUID, or `organizations/…/apiKeys/…`) and
   * the secret that were shown when the key was created: a PEM private key on P-256, or the base64 text of an
   * Ed25519 key.
   */
  readonly bearer?: Credential;
  /**
   * A token made from the project's Wallet Secret, in addition to the bearer token. It is good for one minute
   * and for one method, host, path and body. The Wallet Secret is the base64 text of a P-256 private key
   * in PKCS#8 DER.
   */
  readonly walletAuth?: Credential;
}

/** What differs from one deployment to another. Each has a default. */
export interface PlatformVariables {
  /**
   * Host of the REST API, with its port unless it is 443.
   *
   * Default: `api.example.com`.
   */
  readonly host?: string;
  /**
   * Issuer that bearer tokens name in `iss`.
   *
   * Default: `platform`.
   */
  readonly issuer?: string;
  /**
   * Audience that a bearer token names if it has an `aud` at all.
   *
   * Default: `platform_service`.
   */
  readonly audience?: string;
}

/** How a client reaches the service, and who it is. */
export interface PlatformClientOptions extends ClientOptions {
  readonly credentials?: PlatformCredentials;
  readonly variables?: PlatformVariables;
}

/** A client for the standalone functions. It carries no services, so that a bundler keeps only what is called. */
export function connectPlatform(options: PlatformClientOptions): Client {
  return connect(platformDescription, options);
}

/**
 * The server-to-server REST API of the platform: a policy engine, EVM and Solana accounts whose keys the
 * platform keeps, smart accounts and their user operations, webhooks, and asset lookup.
 *
 * Every request carries a token made from a Secret API Key. Requests that write to an EVM or Solana account
 * carry a second token, made from the project's Wallet Secret.
 */
export class PlatformClient extends ConnectedClient {
  /**
   * Rules for what accounts may sign and send.
   *
   * A project has at most one policy of its own, and every account may have one beside it. The project's policy is
   * looked at first, then the account's. Rules are tried in the order in which they are listed; the first rule
   * whose criteria all hold decides, and nothing after it is looked at. If no rule of either policy
   * matches, the request is rejected.
   */
  readonly policies: PoliciesService;
  /** Accounts on EVM networks whose keys the platform keeps. */
  readonly evmAccounts: EvmAccountsService;
  /** Accounts that are contracts, and the user operations that they carry out for their owner. */
  readonly evmSmartAccounts: EvmSmartAccountsService;
  /** Accounts on Solana whose keys the platform keeps. */
  readonly solanaAccounts: SolanaAccountsService;
  /** Notifications about what happens on chain. */
  readonly webhooks: WebhooksService;
  /** What the platform knows about an asset of a network. */
  readonly assets: AssetsService;

  constructor(options: PlatformClientOptions) {
    super(platformDescription, options);
    this.policies = new PoliciesService(this);
    this.evmAccounts = new EvmAccountsService(this);
    this.evmSmartAccounts = new EvmSmartAccountsService(this);
    this.solanaAccounts = new SolanaAccountsService(this);
    this.webhooks = new WebhooksService(this);
    this.assets = new AssetsService(this);
  }
}
