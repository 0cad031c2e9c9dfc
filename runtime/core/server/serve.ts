import { systemTimers } from '../clock.js';
import type { ApiDescriptor, OperationDescriptor } from '../descriptor.js';
import type { Verifier } from '../security.js';
import type { HttpHandler } from '../wire.js';
import { callRunner, type CallRunner } from './middleware.js';
import { createHttpHandler, type RouteHandler } from './http-handler.js';
import { requireHandlers } from './handler.js';
import type { BaseServerOptions } from './options.js';
import { createRateLimiter, type RateGate, type RateLimitBinding } from './rate-limit.js';
import type { Route } from './route.js';
import { basePathOf, variablesOf } from './variables.js';
import { verifiersOf } from './verifiers.js';

/** One operation of a server. */
export interface ServerOperation {
  readonly descriptor: OperationDescriptor;
  /** Name of the handler. */
  readonly handler: string;
}

/** A protocol over HTTP: plain operations, or JSON-RPC methods. */
export interface Protocol<Options extends object> {
  /** True if an operation uses this protocol. */
  supports(operation: OperationDescriptor): boolean;
  /** Creates the routes of its operations. Throws if a handler or a verifier is missing. */
  routes(parts: ProtocolParts<Options>): readonly Route<RouteHandler>[];
}

/** Inputs of {@link Protocol.routes}. */
export interface ProtocolParts<Options extends object> {
  readonly api: ApiDescriptor;
  readonly operations: readonly ServerOperation[];
  readonly handlers: object;
  readonly verifiers: ReadonlyMap<string, Verifier>;
  readonly variables: Readonly<Record<string, string>>;
  /** Returns the rate limiter of an operation; `undefined` if it has no limits. */
  readonly rateLimiter: (operation: OperationDescriptor) => RateGate | undefined;
  /** Runs handlers with the program's middleware; `undefined` if there is none. */
  readonly runner: CallRunner | undefined;
  readonly options: Options;
}

/** An object whose members are verifiers. */
export type VerifierMap<Verifiers> = {
  readonly [Scheme in keyof Verifiers]?: Verifier | undefined;
};

/** Results of the verifiers of a server, by scheme. */
export type PrincipalsOf<Verifiers> = {
  readonly [Scheme in keyof Verifiers]: Verifiers[Scheme] extends Verifier<infer Principal>
    ? Principal
    : never;
};

/** Principals of one operation: of schemes that every alternative requires, and optionally of the others. */
export type Granted<
  Principals,
  Always extends keyof Principals,
  Sometimes extends keyof Principals = never,
> = Pick<Principals, Always> & Partial<Pick<Principals, Sometimes>>;

/** Options that a generated package adds to a server. */
export interface Binding {
  /** A verifier for every scheme that the operations use. */
  readonly security?: object;
  /** Values of the package's variables. */
  readonly variables?: object;
  /** Applies the description's rate limits, with a key function for every `per`. */
  readonly rateLimits?: RateLimitBinding;
  /** Code around the handlers. */
  readonly middleware?: object;
  /** Responds with 501 if a handler is missing. Default: a missing handler is an error when the server is created. */
  readonly partial?: boolean;
}

/**
 * Creates a server. Each operation is handled by the first protocol that supports it. Throws if something is missing:
 * `authorities`, a verifier, handlers (all of them are named), or a protocol.
 */
export function serve<Options extends BaseServerOptions & Binding>(
  protocols: readonly Protocol<Options>[],
  api: ApiDescriptor,
  operations: readonly ServerOperation[],
  handlers: object,
  options: Options,
): HttpHandler {
  const variables = variablesOf(api, options.variables);
  const verifiers = verifiersOf(options.security);
  const shares = new Map<Protocol<Options>, ServerOperation[]>();
  for (const operation of operations) {
    const protocol = protocols.find((each) => each.supports(operation.descriptor));
    if (protocol === undefined) {
      throw new Error(`No protocol of this server supports "${operation.descriptor.id}".`);
    }
    shares.set(protocol, [...(shares.get(protocol) ?? []), operation]);
  }
  if (options.partial !== true)
    requireHandlers(
      handlers,
      operations.map(({ handler }) => handler),
    );
  const rateLimiter = createRateLimiter(options.rateLimits, options.clock ?? systemTimers);
  const runner = callRunner(options.middleware);
  return createHttpHandler({
    operations: operations.map(({ descriptor }) => descriptor),
    routes: [...shares].flatMap(([protocol, share]) =>
      protocol.routes({
        api,
        operations: share,
        handlers,
        verifiers,
        variables,
        rateLimiter,
        runner,
        options,
      }),
    ),
    schemes: api.security,
    basePathOf: ({ servers }) => options.basePath ?? basePathOf(api, servers?.[0], variables),
    options,
  });
}
