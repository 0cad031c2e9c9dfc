import type { Exchange } from '@tallystick/runtime';
import {
  createServer,
  type PrincipalsOf,
  type ServerOperation,
  type ServerOptions,
} from '@tallystick/runtime/http/server';
import type { PlatformVariables } from './client.js';
import { platformDescription } from './description.js';
import { type AssetsHandlers, assetsRoutes } from './server/assets.js';
import { type EvmAccountsHandlers, evmAccountsRoutes } from './server/evm-accounts.js';
import {
  type EvmSmartAccountsHandlers,
  evmSmartAccountsRoutes,
} from './server/evm-smart-accounts.js';
import { type PoliciesHandlers, policiesRoutes } from './server/policies.js';
import type { PlatformPrincipals, PlatformVerifiers } from './server/principals.js';
import { type SolanaAccountsHandlers, solanaAccountsRoutes } from './server/solana-accounts.js';
import { type WebhooksHandlers, webhooksRoutes } from './server/webhooks.js';
import { platformRequestChecks } from './validators.js';

/** A handler for each operation. A missing one is a compile error. */
export interface PlatformHandlers<Principals extends PlatformPrincipals = PlatformPrincipals>
  extends
    PoliciesHandlers<Principals>,
    EvmAccountsHandlers<Principals>,
    EvmSmartAccountsHandlers<Principals>,
    SolanaAccountsHandlers<Principals>,
    WebhooksHandlers<Principals>,
    AssetsHandlers<Principals> {}

/** Where a server answers, whom it trusts, and how much it takes. */
export interface PlatformServerOptions<Verifiers extends PlatformVerifiers> extends ServerOptions {
  readonly security: Verifiers;
  readonly variables?: PlatformVariables;
}

const operations: readonly ServerOperation[] = [
  ...policiesRoutes,
  ...evmAccountsRoutes,
  ...evmSmartAccountsRoutes,
  ...solanaAccountsRoutes,
  ...webhooksRoutes,
  ...assetsRoutes,
];

/** A server as one function: give it to an adapter, or to a client as its transport. */
export function createPlatformServer<Verifiers extends PlatformVerifiers>(
  handlers: PlatformHandlers<PrincipalsOf<Verifiers>>,
  options: PlatformServerOptions<Verifiers>,
): Exchange {
  return createServer(platformDescription, operations, handlers, {
    ...options,
    checks: platformRequestChecks,
  });
}

/** The same with handlers missing: their operations answer 501. */
export function createPartialPlatformServer<Verifiers extends PlatformVerifiers>(
  handlers: Partial<PlatformHandlers<PrincipalsOf<Verifiers>>>,
  options: PlatformServerOptions<Verifiers>,
): Exchange {
  return createServer(platformDescription, operations, handlers, {
    ...options,
    checks: platformRequestChecks,
    partial: true,
  });
}

export * from './server/principals.js';
export { bearerVerifier, walletAuthVerifier } from './security.js';
export * from './server/policies.js';
export * from './server/evm-accounts.js';
export * from './server/evm-smart-accounts.js';
export * from './server/solana-accounts.js';
export * from './server/webhooks.js';
export * from './server/assets.js';
