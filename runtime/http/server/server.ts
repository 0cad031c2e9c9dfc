import type { RequestChecks, ResponseChecks } from '../../core/check.js';
import { systemTimers } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import { limitsOf, type BaseServerOptions } from '../../core/server/options.js';
import {
  serve,
  type Binding,
  type Protocol,
  type ServerOperation,
  type VerifierMap,
} from '../../core/server/serve.js';
import type { Exchange } from '../../core/wire.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import { idempotency, type IdempotencyOptions } from './idempotency.js';
import { prepareOperation } from './operation.js';

/** What a server over HTTP may be given. */
export interface ServerOptions extends BaseServerOptions {
  /** Checks every answer before it is sent; one that is not as described becomes 500. */
  readonly validateResponses?: ResponseChecks;
  /** Refuses query parameters that the operation does not declare. Default `allow`. */
  readonly unknownQuery?: 'allow' | 'refuse';
  readonly idempotency?: IdempotencyOptions;
  /** Milliseconds of silence after which a stream of events sends a comment, so that nobody takes it for dead. Default 15000. */
  readonly keepAlive?: number;
  /**
   * Reads and writes bodies of XML: `xml` of `@tallystick/runtime/xml`. Without it they are neither taken (415) nor answered (406).
   */
  readonly xml?: XmlCodec;
}

/** The options of a server with what its generated package adds to them. */
export interface HttpOptions extends ServerOptions, Binding {
  /** Of parameters and bodies; anything goes where there are none. */
  readonly checks?: RequestChecks;
}

/** What {@link createServer} takes: {@link HttpOptions} whose `security` has nothing but verifiers. */
export interface ServerBinding<Verifiers extends VerifierMap<Verifiers>> extends HttpOptions {
  readonly security?: Verifiers & object;
  /** Other ways of speaking, asked first whether an operation is theirs: `jsonRpc` of `@tallystick/runtime/rpc/server`. */
  readonly protocols?: readonly Protocol<HttpOptions>[];
}

/**
 * Makes a server of handlers. Every request is led through the same gates: authority, route, credentials in
 * the head, the body within its limit, credentials bound to the body, parsing, validation, idempotency; the
 * handler comes last. Throws where something is missing: `authorities`, a verifier, a handler, `xml`.
 */
export function createServer<Verifiers extends VerifierMap<Verifiers>>(
  api: ApiDescriptor,
  operations: readonly ServerOperation[],
  handlers: object,
  options: ServerBinding<Verifiers>,
): Exchange {
  return serve([...(options.protocols ?? []), http], api, operations, handlers, options);
}

const http: Protocol<HttpOptions> = {
  takes: (operation) => operation.rpc === undefined,
  routes(parts) {
    const { options, operations } = parts;
    const { body } = limitsOf(options.limits);
    const { clock = systemTimers, log } = options;
    const runOnce = idempotency(options.idempotency ?? {}, clock, body, log);
    return operations.map((operation) => {
      const { method, path, trailingSlash } = operation.descriptor;
      return { method, path, trailingSlash, value: prepareOperation(operation, parts, runOnce) };
    });
  },
};
