import type { Origin } from '../core/origin.js';
import type { Json } from './schema.js';

/** A method of authentication (OpenAPI security scheme object). */
export interface SecurityScheme {
  readonly key: string;
  readonly description?: string;
  readonly origin: Origin;
  /** If true, only messages use the scheme; no request carries its credentials. */
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
        /** Credentials of a broker connection (AsyncAPI 3.0 section "Security Scheme Object"). */
        readonly kind: 'broker';
        readonly type: BrokerSecurity;
        readonly in?: 'user' | 'password';
      };
  /** Valid `x-jwt`, if the description declares how the token is created. */
  readonly jwt?: JwtScheme;
  /** Valid `x-hmac`, if the description declares how requests or messages are signed. */
  readonly hmac?: HmacScheme;
}

/** Security scheme types of AsyncAPI besides those of HTTP. */
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
 * `x-jwt`: creation and verification of a token, complete enough that users write no code for it. Reference: `docs/guide/extensions.md`.
 * Template values may contain `{…}` expressions.
 */
export interface JwtScheme {
  /** Name of the credential factory that the package exports, and the names of its parameters. */
  readonly credential: { readonly name: string; readonly parameters: readonly string[] };
  /** Formats of the secret: PEM (PKCS#8 or SEC1), base64 of DER PKCS#8, base64 of 64 Ed25519 bytes. */
  readonly keyFormats: readonly ('pem' | 'der' | 'ed25519')[];
  readonly algorithms: readonly ('ES256' | 'EdDSA')[];
  /** Protected header members besides `alg`. */
  readonly header: { readonly [member: string]: Json };
  readonly claims: { readonly [claim: string]: Json };
  /** Variants of the claims for options of the credential, such as a hash instead of the body. */
  readonly alternatives: readonly JwtAlternative[];
  /** Lifetime in seconds, relative to `nbf` or `iat`. */
  readonly lifetime: number;
  readonly verify: { readonly [rule: string]: Json };
  /** Description of each permission that a key may have. */
  readonly scopes: { readonly [scope: string]: string };
}

/** Claims that replace others if the caller selects the alternative by name. */
export interface JwtAlternative {
  readonly name: string;
  readonly omit: readonly string[];
  readonly claims: { readonly [claim: string]: Json };
}

/** `x-hmac`: the signed bytes, and the location of the signature. */
export interface HmacScheme extends HmacForm {
  /** Name of the credential factory that the package exports. */
  readonly credential: { readonly name: string };
  /** A hash for HMAC, or `ed25519`, which signs with a private key and verifies with the public key. */
  readonly algorithm: 'sha256' | 'sha384' | 'sha512' | 'ed25519';
  /** Decoding of the secret's text. */
  readonly secret: 'base64' | 'utf8' | 'hex';
  /** Optional prefix of a secret, which is not part of the key. */
  readonly secretPrefix?: string;
  /** Optional prefix of a public key. */
  readonly publicKeyPrefix?: string;
  /** Encoding of the signature. */
  readonly encoding: 'base64' | 'base64url' | 'hex';
  readonly timestamp?: HmacTimestamp;
  /** Headers that a client includes if `{headers}` or `{headers.values}` is signed. */
  readonly signedHeaders: readonly string[];
  /** Separator of a value's elements. If present, a value with a single element is a list too. */
  readonly separator?: ',' | ' ' | ';';
  /** Signed header with the event id of a delivery, in lower case. */
  readonly eventId?: string;
  readonly alternatives: readonly (HmacForm & { readonly name: string })[];
  /** Description of each permission that a key may have. */
  readonly scopes: { readonly [scope: string]: string };
  /** Message for the caller, by kind of rejection. */
  readonly refusals: { readonly [kind: string]: string };
}

/** One form of signing: the signed text, and the location of the signature. */
export interface HmacForm {
  readonly prehash: string;
  readonly place: 'headers' | 'message' | 'fields';
  /** Templates by name of the header or member, or by tag of the field. */
  readonly values: { readonly [name: string]: string };
}

/** Format of a timestamp, and its tolerance in seconds in the past and the future. */
export interface HmacTimestamp {
  readonly unit: 'seconds' | 'milliseconds' | 'iso';
  /** Number of decimals after the seconds. */
  readonly decimals: number;
  readonly tolerance: number;
}

/** Schemes that are all required together, with the scopes of each. */
export interface SecurityRequirement {
  readonly schemes: readonly { readonly key: string; readonly scopes: readonly string[] }[];
  readonly origin: Origin;
}

/** Alternatives, one of which is sufficient. An empty list of schemes means that none is required. */
export type Security = readonly SecurityRequirement[];
