import { type RequestChecks, type ResponseCheckTable, outcomeCheckAt } from '../core/check.js';
import type { ApiDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { prepareAuthenticator } from '../core/server/authenticate.js';
import { handlerOf } from '../core/server/handler.js';
import type { BaseServerOptions } from '../core/server/options.js';
import {
  serve,
  type Binding,
  type Protocol,
  type ProtocolParts,
  type ServerOperation,
  type VerifierMap,
} from '../core/server/serve.js';
import { expand } from '../core/server/variables.js';
import type { HttpHandler } from '../core/wire.js';
import { rpcEndpoint } from './server/endpoint.js';
import { prepareMethod, type Method } from './server/method.js';

export type { RpcRespond } from './server/answer.js';
export type { RpcHandlerRequest } from './server/method.js';
export type { Answer } from '../core/server/handler-response.js';
export type { AnswerOf, Handler, Reply, Respond, RpcErrorAnswer } from '../core/server/respond.js';
export type {
  CallOf,
  CallProtocol,
  CallsOf,
  HandlerCall,
  HandlerOutcome,
  Middleware,
  MiddlewareOf,
  MiddlewareOption,
  OutcomeOfCalls,
} from '../core/server/middleware.js';
export {
  createCursors,
  type CursorOptions,
  type Cursors,
  type JsonOf,
  type ListRequest,
  type RequestedPage,
} from '../core/server/cursors.js';
export {
  answer,
  createRefusals,
  type EveryRefusal,
  type ReasonOf,
  type RefusalMap,
  type RefusalResponse,
  type Refuse,
} from '../core/server/refusals.js';
export { stateGuard, type StateGuardOptions } from '../core/server/transition.js';
export type { Fault, FaultViolation } from '../core/server/fault.js';
export type { LogEntry } from '../core/server/log.js';
export type { Awaitable, FaultAnswer, ServerLimits } from '../core/server/options.js';
export type { Granted, PrincipalsOf, ServerOperation, VerifierMap } from '../core/server/serve.js';
export {
  peerKey,
  type CountedRequest,
  type RateLimitKey,
  type RateLimitOptions,
  type RateLimitSettings,
} from '../core/server/rate-limit.js';
export {
  memoryRateLimitStore,
  type RateLimitStore,
  type RateSpend,
} from '../core/server/rate-limit-store.js';

/** Options of a JSON-RPC server. */
export interface RpcServerOptions extends BaseServerOptions {
  /** Checks every result before it is sent. An invalid result becomes the error -32603. */
  readonly validateResponses?: ResponseCheckTable;
}

/** Options of a JSON-RPC server, including those that the generated package adds. */
export interface RpcOptions extends RpcServerOptions, Binding {
  /** Checks of the methods' parameters. Without them, parameters are not validated. */
  readonly checks?: RequestChecks;
}

/** {@link RpcOptions} whose `security` contains only verifiers. */
export interface RpcServerBinding<Verifiers extends VerifierMap<Verifiers>> extends RpcOptions {
  readonly security?: Verifiers & object;
}

/**
 * Creates a server of JSON-RPC 2.0 methods. Authority, credentials and body are verified before anything is parsed. Throws if
 * something is missing (`authorities`, a verifier, a handler), or if methods of one endpoint differ in their security.
 */
export function createRpcServer<Verifiers extends VerifierMap<Verifiers>>(
  api: ApiDescriptor,
  operations: readonly ServerOperation[],
  handlers: object,
  options: RpcServerBinding<Verifiers>,
): HttpHandler {
  return serve([jsonRpc], api, operations, handlers, options);
}

/** The JSON-RPC protocol, for a server that also has plain operations. */
export const jsonRpc: Protocol<RpcOptions> = {
  supports: (operation) => operation.rpc !== undefined,
  routes(parts) {
    const endpoints = new Map<string, ServerOperation[]>();
    for (const operation of parts.operations) {
      const key = endpointKey(operation.descriptor);
      endpoints.set(key, [...(endpoints.get(key) ?? []), operation]);
    }
    return [...endpoints.values()].flatMap((operations) => {
      const [first] = operations;
      if (first === undefined) return [];
      const { descriptor } = first;
      requireSameSecurity(operations);
      const admission = prepareAuthenticator(
        parts.api,
        descriptor,
        parts.verifiers,
        parts.variables,
      );
      const methods = methodsOf(operations, parts);
      const limit = parts.rateLimiter(descriptor);
      const value = rpcEndpoint({ descriptor, admission, limit, methods, log: parts.options.log });
      const { method, path, trailingSlash } = descriptor;
      return [{ method, path, trailingSlash, value }];
    });
  },
};

function endpointKey({ method, path }: OperationDescriptor): string {
  return JSON.stringify([method, path]);
}

/** Asserts equal security: the endpoint is verified before the method is known, so that stricter methods would be unprotected. */
function requireSameSecurity(operations: readonly ServerOperation[]): void {
  const [first, ...others] = operations.map(({ descriptor }) => ({
    id: descriptor.id,
    security: JSON.stringify(descriptor.security ?? []),
  }));
  const other = others.find(({ security }) => security !== first?.security);
  if (other !== undefined) {
    throw new Error(
      `The methods "${first?.id}" and "${other.id}" share an endpoint, but have different security requirements.`,
    );
  }
}

function methodsOf(
  operations: readonly ServerOperation[],
  { handlers, options, variables, runner }: ProtocolParts<RpcOptions>,
): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>();
  for (const { descriptor, handler } of operations) {
    const { rpc, id } = descriptor;
    if (rpc === undefined) continue;
    const name = expand(rpc.method, variables);
    if (methods.has(name)) throw new Error(`Two operations have the method "${name}".`);
    const prepared = prepareMethod({
      descriptor,
      rpc,
      handler: handlerOf(handlers, handler, options.partial === true),
      name: handler,
      runner,
      params: options.checks?.[id]?.params ?? [],
      result: outcomeCheckAt(options.validateResponses?.[id], 0)?.contents?.[0],
    });
    methods.set(name, prepared);
  }
  return methods;
}
