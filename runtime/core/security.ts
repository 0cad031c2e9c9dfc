import type { OperationDescriptor } from './descriptor.js';
import type { WireRequest } from './wire.js';

/**
 * What a client is given for one security scheme: the text itself, a function that gives it, a maker of
 * tokens bound to the request, or a signer that writes what it likes. Asked anew for every attempt. A function sees method, target,
 * headers and body as they will be sent, but for what credentials add; a body that it gives as a stream is not to be read.
 */
export type Credential =
  | string
  | ((request: WireRequest, context: SecurityContext) => string | Promise<string>)
  | TokenCredential
  | Signer;

/** Makes one token for one request; the scheme says where it stands. */
export interface TokenCredential {
  /** `bytes` where the token is bound to the body, which is then buffered before it is asked for. */
  readonly needs: 'head' | 'bytes';
  token(request: WireRequest, context: SecurityContext): string | Promise<string>;
  /**
   * A server has answered 401 to the token that is given. True where the next one will be another: the call is then sent once more, whatever
   * its method, since a request that nobody let in has done nothing.
   */
  renew?(refused: string): boolean;
}

/** Adds whatever proves who calls, such as a signature over several headers. */
export interface Signer {
  readonly needs: 'head' | 'bytes';
  sign(request: WireRequest, context: SecurityContext): WireRequest | Promise<WireRequest>;
}

/** What a credential or a verifier may want to know beside the request. */
export interface SecurityContext {
  /** The package's variables with the values of this client or server: `issuer`, say. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Decides for one scheme who calls. Asked before the body is trusted. */
export interface Verifier<Principal = unknown> {
  /** Looks at everything but the body. */
  head(presented: Presented): Verdict<Principal> | Promise<Verdict<Principal>>;
  /** Looks at the body's untouched bytes; having it makes the server buffer them up to its limit. */
  body?(
    presented: Presented,
    bytes: Uint8Array,
    principal: Principal,
  ): Verdict<Principal> | Promise<Verdict<Principal>>;
}

/** What a request shows to the verifier of one scheme. */
export interface Presented extends SecurityContext {
  /**
   * The values found where the scheme says that its credential stands: one for each header line, none where it is missing. For the
   * schemes of `Authorization` (`http`, `oauth2`, `openIdConnect`) what follows the scheme's word, such as the token after `Bearer`.
   */
  readonly credentials: readonly string[];
  /** Scopes that the operation demands, whichever of its alternatives is taken: a credential without them is refused. */
  readonly scopes: readonly string[];
  /**
   * Each set of scopes that would do, where alternatives demand different ones. A verifier is asked once for them all and
   * says in its verdict which scopes the credential carries.
   */
  readonly scopeSets?: readonly (readonly string[])[];
  readonly operation: OperationDescriptor;
  /**
   * What the verifiers of the schemes before this one returned, by scheme. A token that names no key of its own is
   * checked with the key of whoever they found.
   */
  readonly principals: Readonly<Record<string, unknown>>;
  /** One of the server's own authorities, whatever the request claims. */
  readonly authority: string;
  readonly request: WireRequest;
  /**
   * True if a receiver of deliveries asks. It remembers deliveries itself once they were handled, so a verifier says what a delivery is known
   * by, and refuses none for having come before.
   */
  readonly remembersDeliveries?: true;
}

/** What a delivery is known by when it comes again: of what its signature covers, and nothing else. */
export interface DeliveryIdentity {
  /** Scheme and key: ids of one owner say nothing about those of another. */
  readonly owner: string;
  /** The id of the event, if the signature covers it: the same for every attempt. */
  readonly event?: string;
  /** The signatures that are right. Each is another one for another body or another moment. */
  readonly signatures: readonly string[];
  /** Unix seconds up to which the same bytes would be accepted; absent if they always would. */
  readonly until?: number;
}

/**
 * `reason` is a stable code for the log and never leaves the server. `status` 403: known, but not allowed. `message` is what the
 * caller is told in place of the usual sentence.
 */
export type Verdict<Principal> =
  | {
      readonly ok: true;
      readonly principal: Principal;
      /**
       * Who it is, the same text for every credential of theirs: what belongs to a caller, such as remembered
       * answers, is kept under it. The principal as canonical JSON if absent.
       */
      readonly caller?: string;
      /**
       * Scopes that the credential carries; if absent, those that every alternative demands and no others. Those of the body's
       * verdict take the place of those of the head's.
       */
      readonly scopes?: readonly string[];
      /** If {@link Presented.remembersDeliveries}: what the delivery is known by. */
      readonly delivery?: DeliveryIdentity;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly status?: 401 | 403;
      readonly message?: string;
    };
