import type { OperationDescriptor } from './descriptor.js';
import type { WireRequest } from './wire.js';

/**
 * Credential of a client for one security scheme: the text itself, a function that returns it, a source of tokens bound to the
 * request, or a signer. It is evaluated for every attempt.
 *
 * A function receives the method, target, headers and body as they will be sent, except for what credentials add. It must not
 * read a body that is a stream.
 */
export type Credential =
  | string
  | ((request: WireRequest, context: SecurityContext) => string | Promise<string>)
  | TokenCredential
  | Signer;

/** Creates a token for each request. The scheme defines the location of the token in the request. */
export interface TokenCredential {
  /** `bytes` if the token is bound to the body, which is then buffered before `token` is called. */
  readonly needs: 'head' | 'bytes';
  token(request: WireRequest, context: SecurityContext): string | Promise<string>;
  /**
   * Called when a server responds with 401 to the given token. Returns true if the next token will be different. The call is
   * then sent once more, whatever its method: a request that was not authenticated has had no effect.
   */
  renew?(refused: string): boolean;
}

/** Adds proof of the caller's identity to a request, such as a signature over several headers. */
export interface Signer {
  readonly needs: 'head' | 'bytes';
  sign(request: WireRequest, context: SecurityContext): WireRequest | Promise<WireRequest>;
}

/** Context of a credential or verifier, in addition to the request. */
export interface SecurityContext {
  /** The package's variables with the values of this client or server, such as `issuer`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Authenticates the caller for one scheme. Called before the body is trusted. */
export interface Verifier<Principal = unknown> {
  /** Verifies everything except the body. */
  head(presented: Presented): Verdict<Principal> | Promise<Verdict<Principal>>;
  /** Verifies the body's raw bytes. If present, the server buffers the body, up to its limit. */
  body?(
    presented: Presented,
    bytes: Uint8Array,
    principal: Principal,
  ): Verdict<Principal> | Promise<Verdict<Principal>>;
}

/** Input of the verifier of one scheme. */
export interface Presented extends SecurityContext {
  /**
   * Values at the location that the scheme declares: one per header line, none if it is missing. For schemes of the
   * `Authorization` header (`http`, `oauth2`, `openIdConnect`), the text after the scheme name, such as the token after
   * `Bearer`.
   */
  readonly credentials: readonly string[];
  /** Scopes that every alternative of the operation requires. A credential without them is rejected. */
  readonly scopes: readonly string[];
  /**
   * Each sufficient set of scopes, if the alternatives require different ones. A verifier is called once for all of them and
   * returns the scopes of the credential in its verdict.
   */
  readonly scopeSets?: readonly (readonly string[])[];
  readonly operation: OperationDescriptor;
  /**
   * Principals that the verifiers of the preceding schemes returned, by scheme. A token that does not name its key is
   * verified with the key of one of these principals.
   */
  readonly principals: Readonly<Record<string, unknown>>;
  /** One of the server's configured authorities, regardless of the request's `Host`. */
  readonly authority: string;
  readonly request: WireRequest;
  /**
   * True if a receiver of deliveries is calling. The receiver itself remembers deliveries after they were handled. The verifier
   * therefore returns the identity of a delivery, and does not reject a repeated delivery.
   */
  readonly remembersDeliveries?: true;
}

/** Identity of a delivery, which recognises a repetition. Consists only of parts that its signature covers. */
export interface DeliveryIdentity {
  /** Scheme and key. Ids of different owners are independent. */
  readonly owner: string;
  /** Id of the event, if the signature covers it. It is the same for every attempt. */
  readonly event?: string;
  /** The valid signatures. Each differs for a different body or time. */
  readonly signatures: readonly string[];
  /** Unix seconds until which the same bytes would be accepted; absent if forever. */
  readonly until?: number;
}

/**
 * Result of a verifier. `reason` is a stable code for the log and is never sent to the caller. `status` 403: authenticated, but not
 * allowed. `message` replaces the default message to the caller.
 */
export type Verdict<Principal> =
  | {
      readonly ok: true;
      readonly principal: Principal;
      /**
       * Stable identifier of the caller, equal for all of the caller's credentials. Data per caller, such as stored
       * responses, is kept under it. Default: the principal as canonical JSON.
       */
      readonly caller?: string;
      /**
       * Scopes of the credential. Default: only those that every alternative requires. The scopes in the verdict on the body
       * replace those in the verdict on the head.
       */
      readonly scopes?: readonly string[];
      /** Identity of the delivery, if {@link Presented.remembersDeliveries}. */
      readonly delivery?: DeliveryIdentity;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly status?: 401 | 403;
      readonly message?: string;
    };
