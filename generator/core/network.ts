/** A GET request that the generator sends. Redirects are not followed, and only the given headers are added. */
export interface NetworkRequest {
  /** An `http:` or `https:` URL. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly scope: NetworkScope;
  /** Maximum size of the response body. A larger response fails. */
  readonly maximumBytes: number;
  /** Timeout of the entire exchange, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * Addresses that a host name may resolve to. `public`: the public internet. `private`: local networks as well. `any`: loopback and
 * link-local addresses as well.
 */
export type NetworkScope = 'public' | 'private' | 'any';

/** The response, or the reason why there is none, worded for a diagnostic. */
export type NetworkResponse =
  | {
      readonly ok: true;
      readonly status: number;
      readonly location?: string;
      readonly bytes: Uint8Array;
    }
  | { readonly ok: false; readonly why: string; readonly hint?: string };
