import type { Origin } from '../core/origin.js';
import type { Json } from './schema.js';

/** A way of proving who calls (OpenAPI security scheme object). */
export interface SecurityScheme {
  readonly key: string;
  readonly description?: string;
  readonly origin: Origin;
  /** Only a description of messages has it: no request carries its credentials. */
  readonly messagesOnly?: true;
  readonly scheme:
    | {
        readonly kind: 'apiKey';
        readonly in: 'header' | 'query' | 'cookie' | 'path';
        readonly name: string;
      }
    | { readonly kind: 'http'; readonly scheme: string; readonly bearerFormat?: string }
    | { readonly kind: 'oauth2'; readonly flows: Json }
    | { readonly kind: 'openIdConnect'; readonly url: string }
    | { readonly kind: 'mutualTLS' }
    | {
        /** What a broker wants when a connection is made (AsyncAPI 3.0 section "Security Scheme Object"). */
        readonly kind: 'broker';
        readonly type: BrokerSecurity;
        readonly in?: 'user' | 'password';
      };
  /** Checked content of `x-jwt`, if the description declares how the token is made. */
  readonly jwt?: JwtScheme;
  /** Checked content of `x-hmac`, if the description declares how requests or messages are signed. */
  readonly hmac?: HmacScheme;
}

/** Types of security scheme that AsyncAPI has beyond those of HTTP. */
export type BrokerSecurity =
  | 'userPassword'
  | 'apiKey'
  | 'symmetricEncryption'
  | 'asymmetricEncryption'
  | 'plain'
  | 'scramSha256'
  | 'scramSha512'
  | 'gssapi';

/**
 * `x-jwt`: how a token is made and what a verifier demands, complete enough that no code about it
 * has to be written. `docs/guide/extensions.md` is its reference. Template values may hold `{…}` expressions.
 */
export interface JwtScheme {
  /** Name of the credential factory that the package exports, and its parameters' names. */
  readonly credential: { readonly name: string; readonly parameters: readonly string[] };
  /** How the secret is spelt: PEM (PKCS#8 or SEC1), base64 of DER PKCS#8, base64 of 64 Ed25519 bytes. */
  readonly keyFormats: readonly ('pem' | 'der' | 'ed25519')[];
  readonly algorithms: readonly ('ES256' | 'EdDSA')[];
  /** Protected header members beside `alg`. */
  readonly header: { readonly [member: string]: Json };
  readonly claims: { readonly [claim: string]: Json };
  /** The same claims under another option of the credential, such as a hash in place of the body. */
  readonly alternatives: readonly JwtAlternative[];
  /** Seconds a token lives, counted from its `nbf` or `iat`. */
  readonly lifetime: number;
  readonly verify: { readonly [rule: string]: Json };
}

/** Claims that take the place of others when the credential asks for it by name. */
export interface JwtAlternative {
  readonly name: string;
  readonly omit: readonly string[];
  readonly claims: { readonly [claim: string]: Json };
}

/** `x-hmac`: which bytes are signed with a shared secret, and where the signature stands. */
export interface HmacScheme extends HmacForm {
  /** Name of the credential factory that the package exports. */
  readonly credential: { readonly name: string };
  /** A hash for HMAC, or `ed25519`, which signs with a private key and is verified with the public one. */
  readonly algorithm: 'sha256' | 'sha384' | 'sha512' | 'ed25519';
  /** How the secret's text becomes the key. */
  readonly secret: 'base64' | 'utf8' | 'hex';
  /** Text that may stand before a secret and is no part of it. */
  readonly secretPrefix?: string;
  /** The same before public keys. */
  readonly publicKeyPrefix?: string;
  /** How the signature is written. */
  readonly encoding: 'base64' | 'base64url' | 'hex';
  readonly timestamp?: HmacTimestamp;
  /** Headers that a client covers where `{headers}` or `{headers.values}` is signed. */
  readonly signedHeaders: readonly string[];
  /** Stands between the elements of a value, and makes a list of one that shows a single element. */
  readonly separator?: ',' | ' ' | ';';
  /** Signed header with the id of the event that a delivery brings, in lower case. */
  readonly eventId?: string;
  readonly alternatives: readonly (HmacForm & { readonly name: string })[];
  /** Prose of each permission that a key may have. */
  readonly scopes: { readonly [scope: string]: string };
  /** What the caller is told, by kind of refusal. */
  readonly refusals: { readonly [kind: string]: string };
}

/** What is signed, and what stands where: one way of signing. */
export interface HmacForm {
  readonly prehash: string;
  readonly place: 'headers' | 'message' | 'fields';
  /** Templates by the name of the header or member, or the tag of the field. */
  readonly values: { readonly [name: string]: string };
}

/** How a timestamp is written, and how many seconds it may lie in the past or the future. */
export interface HmacTimestamp {
  readonly unit: 'seconds' | 'milliseconds' | 'iso';
  /** Digits that may follow the point of seconds. */
  readonly decimals: number;
  readonly tolerance: number;
}

/** Schemes that are all needed together, with the scopes each must carry. */
export interface SecurityRequirement {
  readonly schemes: readonly { readonly key: string; readonly scopes: readonly string[] }[];
  readonly origin: Origin;
}

/** Alternatives, one of which suffices; an empty list of schemes means that none is needed. */
export type Security = readonly SecurityRequirement[];
