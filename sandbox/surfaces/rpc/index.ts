import type { HttpHandler, Timers, WireRequest, WireResponse } from '@tallystick/runtime';
import type { LogEntry } from '@tallystick/runtime/rpc/server';
import { createRpcCursors, createRpcServer } from '@platform/rpc/server';
import { rpcResponseChecks } from '@platform/rpc/validators';
import type { DomainState } from '../../domain/subjects.js';
import type { Core } from '../../server/core.js';
import { holdResponses } from '../../server/hold.js';
import { balancesHandlers, type Positions } from './balances.js';
import { clientApiKeyVerifier } from './credentials.js';

/** The part of the running sandbox that the server uses. */
export interface RpcCore {
  readonly loop: { readonly state: DomainState };
  readonly timers: Timers;
  /** A secret text for one purpose, the same in every process of the deployment. */
  secret(purpose: string): string;
}

/** Options of {@link rpcSurface}. */
export interface RpcSurfaceOptions {
  /** Hosts with ports under which clients address the sandbox. */
  readonly authorities: readonly string[];
  /** True if the host was checked before. Default: false. */
  readonly trustHost?: boolean;
  /** Prefix of the names of methods. Default: `platform`. */
  readonly prefix?: string | undefined;
  readonly log?: (entry: LogEntry) => void;
}

/** Creates the surface R: the JSON-RPC API. */
export function rpcSurface(core: Core, options: RpcSurfaceOptions): HttpHandler {
  return holdResponses(core, rpcServer(core, options), {
    surface: 'rpc',
    unavailable: rpcUnavailable,
  });
}

/** Creates the server of surface R. Its responses must be held until what they reflect is durable. */
export function rpcServer(core: RpcCore, options: RpcSurfaceOptions): HttpHandler {
  const { prefix, ...server } = options;
  const cursors = createRpcCursors<Positions>({
    secret: core.secret('cursors of JSON-RPC'),
    clock: core.timers,
  });
  return createRpcServer(balancesHandlers(core, cursors), {
    ...server,
    security: { clientApiKey: clientApiKeyVerifier(core) },
    validateResponses: rpcResponseChecks,
    clock: core.timers,
    ...(prefix === undefined ? {} : { variables: { prefix } }),
  });
}

/** The surface's response 503. */
export function rpcUnavailable(_: WireRequest, correlationId: string): WireResponse {
  const error = { code: -32_603, message: 'Try again later.', data: { correlationId } };
  const headers = ['Content-Type', 'application/json', 'Retry-After', '1'];
  return { status: 503, headers, body: JSON.stringify({ jsonrpc: '2.0', id: null, error }) };
}
