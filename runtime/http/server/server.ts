import type { RequestChecks, ResponseCheckTable } from '../../core/check.js';
import { systemTimers } from '../../core/clock.js';
import type { ApiDescriptor } from '../../core/descriptor.js';
import type { RevocationOptions } from '../../core/server/revocations.js';
import { limitsOf, type BaseServerOptions } from '../../core/server/options.js';
import {
  serve,
  type Binding,
  type Protocol,
  type ServerOperation,
  type VerifierMap,
} from '../../core/server/serve.js';
import type { HttpHandler } from '../../core/wire.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import { idempotency, type IdempotencyOptions } from './idempotency.js';
import type { KnownProperties } from './known-properties.js';
import { prepareOperation } from './operation.js';

/** Options of an HTTP server. */
export interface ServerOptions extends BaseServerOptions, RevocationOptions {
  /** Checks of responses. If set, every response is validated before it is sent; an invalid one becomes status 500. */
  readonly validateResponses?: ResponseCheckTable;
  /** Treatment of query parameters that the operation does not declare. Default: `allow`. */
  readonly unknownQuery?: 'allow' | 'refuse';
  /** Storage of responses under idempotency keys, for operations that declare an idempotency header. */
  readonly idempotency?: IdempotencyOptions;
  /**
   * Milliseconds of silence after which an event stream sends a comment to keep the connection alive. Default: 15,000.
   */
  readonly keepAlive?: number;
  /**
   * Codec for XML bodies: `xml` from `@tallystick/runtime/xml`. Without it, XML request bodies are refused (415), and
   * XML responses cannot be requested (406).
   */
  readonly xml?: XmlCodec;
}

/** Options of a server with the additions of its generated package. */
export interface HttpOptions extends ServerOptions, Binding {
  /** Checks of parameters and bodies. Without them, any value is accepted. */
  readonly checks?: RequestChecks;
  /** Declared properties of request bodies. Without them, undeclared ones are not logged. */
  readonly knownProperties?: KnownProperties;
}

/** Options of {@link createServer}: {@link HttpOptions} whose `security` contains only verifiers. */
export interface ServerBinding<Verifiers extends VerifierMap<Verifiers>> extends HttpOptions {
  readonly security?: Verifiers & object;
  /** Other protocols, which may claim operations first: `jsonRpc` from `@tallystick/runtime/rpc/server`. */
  readonly protocols?: readonly Protocol<HttpOptions>[];
}

/**
 * Creates a server from handlers.
 *
 * Every request passes the same stages before its handler is called: authority, routing, credentials in the head, the
 * body within its limit, credentials bound to the body, parsing, validation, idempotency.
 *
 * @throws {Error} if something is missing: `authorities`, a verifier, a handler or `xml`.
 */
export function createServer<Verifiers extends VerifierMap<Verifiers>>(
  api: ApiDescriptor,
  operations: readonly ServerOperation[],
  handlers: object,
  options: ServerBinding<Verifiers>,
): HttpHandler {
  return serve([...(options.protocols ?? []), http], api, operations, handlers, options);
}

const http: Protocol<HttpOptions> = {
  supports: (operation) => operation.rpc === undefined,
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
