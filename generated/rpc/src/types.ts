/** The call of one method. */
export interface RpcRequest {
  /**
   * The version of JSON-RPC.
   *
   * - `2.0`: JSON-RPC 2.0.
   */
  readonly jsonrpc: '2.0';
  /**
   * Comes back with the response. A request without one is not answered.
   *
   * @example 1
   */
  readonly id?: number;
  /**
   * Name of the method.
   *
   * @example "platform_listBalances"
   */
  readonly method: string;
  /** Arguments of the method, in its order. */
  readonly params: readonly unknown[];
}

/** The outcome of one call; either `result` or `error` is there. */
export interface RpcResponse {
  /**
   * The version of JSON-RPC.
   *
   * - `2.0`: JSON-RPC 2.0.
   */
  readonly jsonrpc: '2.0';
  /**
   * The `id` of the request; null where the request could not be read.
   *
   * @example 1
   */
  readonly id: number | null;
  /** What the method returned. */
  readonly result?: unknown;
  readonly error?: RpcError;
}

/** Why a call failed. */
export interface RpcError {
  /**
   * What kind of error it is.
   *
   * @example -32602
   */
  readonly code: number;
  /**
   * What went wrong, for a person.
   *
   * @example "params[0].address: must be an address"
   */
  readonly message: string;
  /** More about it. */
  readonly data?: unknown;
}

/** Whose balances, and which page of them. */
export interface ListBalancesRequest {
  /**
   * Address of the account, in letters of either case.
   *
   * @example "0x742d35Cc6634C0532925a3b844Bc454e4438f44e"
   */
  readonly address: string;
  /**
   * The `nextPageToken` of the page before; empty or absent for the first page.
   *
   * @example ""
   */
  readonly pageToken?: string;
  /**
   * How many balances a page holds at most. More than 100 is taken as 100.
   *
   * @default 25
   * @example 25
   */
  readonly pageSize?: number;
}

/** One page of balances. */
export interface BalancePage {
  /** The balances of this page. */
  readonly balances: readonly Balance[];
  /**
   * Pass it as `pageToken` to get the next page. Empty or absent on the last page.
   *
   * @example "eyJuZXh0IjoiMjUifQ"
   */
  readonly nextPageToken?: string;
}

/** How much of one asset an address holds. */
export interface Balance {
  readonly asset: BalanceAsset;
  /**
   * The amount in the asset's smallest unit. As a number it may be rounded; `valueStr` is exact.
   *
   * @example 1000000000000000
   */
  readonly value?: number | string;
  /**
   * The amount in the asset's smallest unit, a decimal integer.
   *
   * @example "1000000000000000"
   */
  readonly valueStr: string;
  /**
   * How many decimal places the asset's smallest unit has.
   *
   * @example 18
   */
  readonly decimals: number;
}

/** An asset that an address holds. */
export interface BalanceAsset {
  /**
   * Identifies the asset.
   *
   * @example "a1b2c3d4-0000-4000-8000-000000000001"
   */
  readonly id: string;
  readonly type: BalanceAssetType;
  /**
   * The group to which the asset belongs, such as the contract of a token.
   *
   * @example "eth"
   */
  readonly groupId?: string;
  /**
   * The part of the group, such as one token of a collection; empty or null where there is none.
   *
   * @example ""
   */
  readonly subGroupId?: string | null;
}

/**
 * What kind of asset it is. There may be others than those listed.
 *
 * - `native`: The network's own asset.
 * - `erc20`: A token of which any amount can be held.
 * - `erc721`: A token of which there is one.
 * - `erc1155`: A token of a collection that holds both kinds.
 */
export type BalanceAssetType = 'native' | 'erc20' | 'erc721' | 'erc1155' | (string & {});
