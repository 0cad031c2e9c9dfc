import type { RequestCheck, ResponseChecks } from '../../core/check.js';
import type { ApiDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import { systemTimers } from '../../core/clock.js';
import type { Verifier } from '../../core/security.js';
import { createFront, type Visit } from '../../core/server/front.js';
import { limitsOf, type BaseServerOptions } from '../../core/server/options.js';
import { basePathOf, variablesOf } from '../../core/server/variables.js';
import { verifiersOf } from '../../core/server/verifiers.js';
import type { Exchange } from '../../core/wire.js';
import { idempotency, type IdempotencyOptions } from './idempotency.js';
import { prepareOperation, type PreparedOperation } from './operation.js';

/** One operation of a server. */
export interface ServerOperation {
  readonly descriptor: OperationDescriptor;
  /** Name of the member of the handlers that answers it. */
  readonly handler: string;
  /** Of its parameters and body; anything goes where there are none. */
  readonly checks?: RequestCheck | undefined;
}

/** What a server over HTTP may be given. */
export interface ServerOptions extends BaseServerOptions {
  /** Checks every answer before it is sent; one that is not as described becomes 500. */
  readonly validateResponses?: ResponseChecks;
  /** Refuses query parameters that the operation does not declare. Default `allow`. */
  readonly unknownQuery?: 'allow' | 'refuse';
  readonly idempotency?: IdempotencyOptions;
}

/** What a generated package adds to the options of its user. */
export interface ServerBinding<
  Verifiers extends VerifierMap<Verifiers> = object,
> extends ServerOptions {
  /** One verifier for every scheme that an operation needs. */
  readonly security?: Verifiers;
  /** The package's variables. */
  readonly variables?: object;
  /** Answers 501 where a handler is missing; without it that is an error here. */
  readonly partial?: boolean;
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

/**
 * Makes a server of handlers. Every request is led through the same gates: authority, route, credentials in
 * the head, the body within its limit, credentials bound to the body, parsing, validation, idempotency; the
 * handler comes last. Throws where something is missing: `authorities`, a verifier, a handler.
 */
export function createServer<Verifiers extends VerifierMap<Verifiers>>(
  api: ApiDescriptor,
  operations: readonly ServerOperation[],
  handlers: object,
  options: ServerBinding<Verifiers>,
): Exchange {
  const variables = variablesOf(api, options.variables);
  const verifiers = verifiersOf(options.security);
  const timers = options.clock ?? systemTimers;
  const { body: bodyLimit } = limitsOf(options.limits);
  const runOnce = idempotency(options.idempotency ?? {}, timers, bodyLimit);
  const prepared = operations.map((operation) =>
    prepareOperation({ api, operation, handlers, verifiers, variables, options, runOnce }),
  );
  return createFront<PreparedOperation>({
    routes: prepared.map((value) => ({
      method: value.descriptor.method,
      path: value.descriptor.path,
      value,
    })),
    basePath: options.basePath ?? basePathOf(api, variables),
    options,
    answer: (visit: Visit<PreparedOperation>) => visit.value.answer(visit),
  });
}
