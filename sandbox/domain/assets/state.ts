import type { EvmNetwork } from '@platform/platform';
import { type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** Kind of an asset: that of the network, or the standard of its contract. */
export type AssetType = 'native' | 'erc20' | 'erc721' | 'erc1155';

/** An asset of a network. */
export interface Asset {
  readonly network: EvmNetwork;
  /** Identifies it on its network. */
  readonly id: string;
  readonly type: AssetType;
  readonly decimals: number;
  /** Contract in lower case; `null` for the native asset. */
  readonly contract: string | null;
}

/** A holding of an address: an asset, or one token of a collection. Addresses are in lower case. */
export interface Unit {
  readonly network: EvmNetwork;
  readonly address: string;
  readonly asset: string;
  /** Decimal identifier of a token of a collection; empty for a fungible asset. */
  readonly token: string;
}

/** A balance of an address from a block on. */
export interface BalanceChange extends Unit {
  readonly block: number;
  /** In the smallest unit of the asset. */
  readonly value: bigint;
}

/** A transfer within a transaction. */
export interface Transfer {
  readonly asset: string;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  /** Index in its block of the log entry that reports it; `null` for the native asset. */
  readonly logIndex: number | null;
}

/** A log entry of a contract. */
export interface Log {
  /** Index in its block. */
  readonly index: number;
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A transaction in a block. */
export interface Transaction {
  readonly hash: string;
  /** Index in its block. */
  readonly index: number;
  readonly from: string;
  /** `null` for the creation of a contract. */
  readonly to: string | null;
  /** Amount of the native asset. */
  readonly value: bigint;
  readonly input: string;
  /** False if it was reverted: then it has no transfers and no log entries. */
  readonly succeeded: boolean;
  readonly transfers: readonly Transfer[];
  readonly logs: readonly Log[];
}

/** A block of a network's chain. */
export interface Block {
  readonly network: EvmNetwork;
  /** From 1 on, without gaps. */
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: Instant;
  readonly transactions: readonly Transaction[];
  /** Position of the last balance that had changed by the end of the block; 0 if none had. */
  readonly changes: number;
}

/** Place of a transaction. */
export interface TransactionPlace {
  readonly network: EvmNetwork;
  readonly hash: string;
  readonly block: number;
  readonly index: number;
}

/** Addresses that are watched together (webhooks-5). */
export interface Wallet {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly addresses: readonly string[];
  readonly createdAt: Instant;
}

/** State of the subject `assets`. */
export interface AssetsState {
  /** Assets that were added, by network and id. */
  readonly assets: Table<Asset>;
  readonly assetsByNetwork: Index<Asset>;
  /** By network and contract. */
  readonly assetsByContract: UniqueIndex<Asset>;
  /** By network and number. */
  readonly blocks: Table<Block>;
  readonly blocksByNetwork: Index<Block>;
  /** By network and hash. */
  readonly transactions: Table<TransactionPlace>;
  /** By holding and block. */
  readonly balances: Table<BalanceChange>;
  readonly balancesByUnit: Index<BalanceChange>;
  /** What an address has ever held, by holding. */
  readonly units: Table<Unit>;
  readonly unitsByAddress: Index<Unit>;
  /** Addresses of the owners of tokens that exist once, by network, asset and token. */
  readonly owners: Table<string>;
  readonly wallets: Table<Wallet>;
  readonly walletsByOrganization: Index<Wallet>;
}

export function createAssets(): AssetsState {
  const assets = new Table<Asset>();
  const blocks = new Table<Block>();
  const balances = new Table<BalanceChange>();
  const units = new Table<Unit>();
  const wallets = new Table<Wallet>();
  return {
    assets,
    assetsByNetwork: assets.index(({ network }) => network),
    assetsByContract: assets.unique(({ network, contract }) =>
      contract === null ? undefined : keyOf(network, contract),
    ),
    blocks,
    blocksByNetwork: blocks.index(({ network }) => network),
    transactions: new Table<TransactionPlace>(),
    balances,
    balancesByUnit: balances.index(unitKey),
    units,
    unitsByAddress: units.index(({ network, address }) => keyOf(network, address)),
    owners: new Table<string>(),
    wallets,
    walletsByOrganization: wallets.index(({ organization }) => organization),
  };
}

/** Key made of several parts, none of which contains a space. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join(' ');
}

/** Key of a holding. */
export function unitKey({ network, address, asset, token }: Unit): string {
  return keyOf(network, address, asset, token);
}
