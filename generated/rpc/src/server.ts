import type { Exchange } from '@tallystick/runtime';
import type { PrincipalsOf, ServerOperation } from '@tallystick/runtime/http/server';
import {
  createRpcServer as createRpcServerValue,
  type RpcServerOptions as RpcServerOptionsType,
} from '@tallystick/runtime/rpc/server';
import type { RpcVariables } from './client.js';
import { rpcDescription } from './description.js';
import { type BalancesHandlers, balancesRoutes } from './server/balances.js';
import type { RpcPrincipals, RpcVerifiers } from './server/principals.js';
import { rpcRequestChecks } from './validators.js';

/** A handler for each operation. A missing one is a compile error. */
export interface RpcHandlers<
  Principals extends RpcPrincipals = RpcPrincipals,
> extends BalancesHandlers<Principals> {}

/** Where a server answers, whom it trusts, and how much it takes. */
export interface RpcServerOptions<Verifiers extends RpcVerifiers> extends RpcServerOptionsType {
  readonly security: Verifiers;
  readonly variables?: RpcVariables;
}

const operations: readonly ServerOperation[] = [
  ...balancesRoutes,
];

/** A server as one function: give it to an adapter, or to a client as its transport. */
export function createRpcServer<Verifiers extends RpcVerifiers>(
  handlers: RpcHandlers<PrincipalsOf<Verifiers>>,
  options: RpcServerOptions<Verifiers>,
): Exchange {
  return createRpcServerValue(rpcDescription, operations, handlers, {
    ...options,
    checks: rpcRequestChecks,
  });
}

/** The same with handlers missing: their operations answer 501. */
export function createPartialRpcServer<Verifiers extends RpcVerifiers>(
  handlers: Partial<RpcHandlers<PrincipalsOf<Verifiers>>>,
  options: RpcServerOptions<Verifiers>,
): Exchange {
  return createRpcServerValue(rpcDescription, operations, handlers, {
    ...options,
    checks: rpcRequestChecks,
    partial: true,
  });
}

export * from './server/principals.js';
export * from './server/balances.js';
