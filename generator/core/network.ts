/** One request of the generator to the network: a GET that follows nothing and carries what it is told to. */
export interface NetworkRequest {
  /** With `http:` or `https:`. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly reach: NetworkReach;
  /** A longer answer is given up. */
  readonly maximumBytes: number;
  /** For the whole of it. */
  readonly milliseconds: number;
}

/**
 * What the name of a host may stand for: addresses of the `public` internet, those of one's own network too (`private`), or `any`, this
 * machine and its neighbours on the link among them.
 */
export type NetworkReach = 'public' | 'private' | 'any';

/** An answer, or why there is none, in the words of a diagnostic. */
export type NetworkAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly location?: string;
      readonly bytes: Uint8Array;
    }
  | { readonly ok: false; readonly why: string; readonly hint?: string };
