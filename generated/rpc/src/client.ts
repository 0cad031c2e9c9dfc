import type { Credential } from '@tallystick/runtime';
import {
  type Client,
  type ClientOptions,
  connect,
  ConnectedClient,
} from '@tallystick/runtime/http';
import { bindBatch, type BoundBatch } from '@tallystick/runtime/rpc';
import { rpcDescription } from './description.js';
import { BalancesService } from './operations/balances.js';

/** A credential for each security scheme; those of the operations that are called are needed. */
export interface RpcCredentials {
  /**
   * The Client API Key. It may be known to users of the application; when it is rotated, the old key ends and a new
   * one takes its place.
   */
  readonly clientApiKey?: Credential;
}

/** What differs from one deployment to another. Each has a default. */
export interface RpcVariables {
  /**
   * Host of the JSON-RPC API, with its port unless it is 443.
   *
   * Default: `rpc.example.com`.
   */
  readonly host?: string;
  /**
   * First part of every method's name, up to the underscore; the platform's name.
   *
   * Default: `platform`.
   */
  readonly prefix?: string;
}

/** How a client reaches the service, and who it is. */
export interface RpcClientOptions extends ClientOptions {
  readonly credentials?: RpcCredentials;
  readonly variables?: RpcVariables;
}

/** A client for the standalone functions. It carries no services, so that a bundler keeps only what is called. */
export function connectRpc(options: RpcClientOptions): Client {
  return connect(rpcDescription, options);
}

/**
 * The JSON-RPC 2.0 API for browsers and mobile devices. What it can do is limited, so that the Client API Key, its only
 * credential, may be shipped with an application. The key is part of the path.
 */
export class RpcClient extends ConnectedClient {
  /** What an address holds. */
  readonly balances: BalancesService;
  /** Several prepared calls in one round trip. */
  readonly batch: BoundBatch;

  constructor(options: RpcClientOptions) {
    super(rpcDescription, options);
    this.balances = new BalancesService(this);
    this.batch = bindBatch(this);
  }
}
