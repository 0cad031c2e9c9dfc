import { systemTimers } from '../clock.js';
import type { ApiDescriptor, OperationDescriptor } from '../descriptor.js';
import type { Verifier } from '../security.js';
import type { Exchange } from '../wire.js';
import { createFront, type Service } from './front.js';
import { requireHandlers } from './handler.js';
import type { BaseServerOptions } from './options.js';
import { createRateLimiter, type RateGate, type RateLimitBinding } from './rate-limit.js';
import type { Route } from './route.js';
import { basePathOf, variablesOf } from './variables.js';
import { verifiersOf } from './verifiers.js';

/** One operation of a server. */
export interface ServerOperation {
  readonly descriptor: OperationDescriptor;
  /** Name of the member of the handlers that answers it. */
  readonly handler: string;
}

/** One way of speaking over HTTP: plain operations, or the methods of JSON-RPC endpoints. */
export interface Protocol<Options extends object> {
  /** Whether an operation is one of its own. */
  takes(operation: OperationDescriptor): boolean;
  /** What answers its operations. Throws where a handler or a verifier is missing. */
  routes(parts: ProtocolParts<Options>): readonly Route<Service>[];
}

/** What a protocol prepares its operations from. */
export interface ProtocolParts<Options extends object> {
  readonly api: ApiDescriptor;
  readonly operations: readonly ServerOperation[];
  readonly handlers: object;
  readonly verifiers: ReadonlyMap<string, Verifier>;
  readonly variables: Readonly<Record<string, string>>;
  /** What counts the requests to an operation; `undefined` where nothing does. */
  readonly rateLimiter: (operation: OperationDescriptor) => RateGate | undefined;
  readonly options: Options;
}

/** An object all of whose members are verifiers. */
export type VerifierMap<Verifiers> = {
  readonly [Scheme in keyof Verifiers]?: Verifier | undefined;
};

/** What the verifiers of a server return, by scheme. */
export type PrincipalsOf<Verifiers> = {
  readonly [Scheme in keyof Verifiers]: Verifiers[Scheme] extends Verifier<infer Principal>
    ? Principal
    : never;
};

/** The principals of one operation: of schemes that every alternative needs, and of those that only some do. */
export type Granted<
  Principals,
  Always extends keyof Principals,
  Sometimes extends keyof Principals = never,
> = Pick<Principals, Always> & Partial<Pick<Principals, Sometimes>>;

/** What a generated package adds to the options of its user. */
export interface Binding {
  /** One verifier for every scheme that an operation needs. */
  readonly security?: object;
  /** The package's variables. */
  readonly variables?: object;
  /** Counts requests as the description's rate limits say, with a key for everything that they are per. */
  readonly rateLimits?: RateLimitBinding;
  /** Answers 501 where a handler is missing; without it that is an error at once. */
  readonly partial?: boolean;
}

/**
 * Makes a server of operations, each answered by the first protocol that takes it. Throws where something is missing:
 * `authorities`, a verifier, handlers, all of which are named, a protocol.
 */
export function serve<Options extends BaseServerOptions & Binding>(
  protocols: readonly Protocol<Options>[],
  api: ApiDescriptor,
  operations: readonly ServerOperation[],
  handlers: object,
  options: Options,
): Exchange {
  const variables = variablesOf(api, options.variables);
  const verifiers = verifiersOf(options.security);
  const shares = new Map<Protocol<Options>, ServerOperation[]>();
  for (const operation of operations) {
    const protocol = protocols.find((each) => each.takes(operation.descriptor));
    if (protocol === undefined) {
      throw new Error(`No protocol of this server answers "${operation.descriptor.id}".`);
    }
    shares.set(protocol, [...(shares.get(protocol) ?? []), operation]);
  }
  if (options.partial !== true)
    requireHandlers(
      handlers,
      operations.map(({ handler }) => handler),
    );
  const rateLimiter = createRateLimiter(options.rateLimits, options.clock ?? systemTimers);
  return createFront({
    operations: operations.map(({ descriptor }) => descriptor),
    routes: [...shares].flatMap(([protocol, share]) =>
      protocol.routes({
        api,
        operations: share,
        handlers,
        verifiers,
        variables,
        rateLimiter,
        options,
      }),
    ),
    schemes: api.security,
    basePathOf: ({ servers }) => options.basePath ?? basePathOf(api, servers?.[0], variables),
    options,
  });
}
