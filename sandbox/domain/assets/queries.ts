import type { EvmNetwork } from '@platform/platform';
import type { View } from '../subject.js';
import { initialAssets, nativeAsset, networkNamed, networks } from './networks.js';
import {
  type Asset,
  type AssetsState,
  type Block,
  keyOf,
  type Transaction,
  type Unit,
  unitKey,
} from './state.js';

/** An asset of a network; `undefined` if the registry does not know the network or the asset (assets-1). */
export function findAsset(
  { assets }: View<AssetsState>,
  networkName: string,
  id: string,
): Asset | undefined {
  const network = networkNamed(networkName);
  if (network === undefined) return undefined;
  return (
    initialAssets.find((each) => each.network === network && each.id === id) ??
    assets.get(keyOf(network, id))
  );
}

/** The asset of a contract. The contract is compared case-insensitively. */
export function assetOfContract(
  { assetsByContract }: View<AssetsState>,
  network: EvmNetwork,
  contract: string,
): Asset | undefined {
  const address = contract.toLowerCase();
  return (
    initialAssets.find((each) => each.network === network && each.contract === address) ??
    assetsByContract.get(keyOf(network, address))
  );
}

/** All assets: those that every network has, then the others in the order in which they were added. */
export function listAssets({ assetsByNetwork }: View<AssetsState>): readonly Asset[] {
  return networks.flatMap((network) => [
    ...initialAssets.filter((each) => each.network === network),
    ...assetsByNetwork.rows(network),
  ]);
}

/** Number of the newest block of a network; 0 before the first one. */
export function headOf({ blocksByNetwork }: View<AssetsState>, network: EvmNetwork): number {
  return blocksByNetwork.count(network);
}

/** A block by its number. */
export function blockOf(
  { blocks }: View<AssetsState>,
  network: EvmNetwork,
  number: number,
): Block | undefined {
  return blocks.get(keyOf(network, number));
}

/** A transaction with its block. */
export function findTransaction(
  state: View<AssetsState>,
  network: EvmNetwork,
  hash: string,
): { readonly block: Block; readonly transaction: Transaction } | undefined {
  const place = state.transactions.get(keyOf(network, hash.toLowerCase()));
  const block = place === undefined ? undefined : blockOf(state, network, place.block);
  const transaction = block?.transactions[place?.index ?? 0];
  return block === undefined || transaction === undefined ? undefined : { block, transaction };
}

/** A balance at the end of a block. Default: of the newest one. It is found by bisection, however long the history is. */
export function balanceOf(
  state: View<AssetsState>,
  unit: Unit,
  block: number = headOf(state, unit.network),
): bigint {
  const changes = blockOf(state, unit.network, block)?.changes ?? 0;
  const range = { limit: 1, olderThan: changes + 1 };
  const [slot] = state.balancesByUnit.page(unitKey(unit), range).slots;
  return slot?.row.value ?? 0n;
}

/** Balance of an address in an asset, or in one token of a collection. */
export interface Holding {
  readonly asset: Asset;
  readonly token: string;
  readonly value: bigint;
}

/** Place in a list of holdings: after this asset and token. */
export interface HoldingPosition {
  readonly asset: string;
  readonly token: string;
}

/** Part of a list of holdings. */
export interface HoldingPage {
  readonly holdings: readonly Holding[];
  readonly hasMore: boolean;
}

/** Which holdings are listed. */
export interface HoldingRange {
  readonly network: EvmNetwork;
  readonly address: string;
  /** The holdings at the end of this block. */
  readonly block: number;
  readonly after: HoldingPosition | undefined;
  readonly limit: number;
}

/**
 * Lists what an address held at the end of a block: the native asset first, even if it is zero, then every token with a balance, by asset,
 * then by token (assets-3).
 */
export function listHoldings(state: View<AssetsState>, range: HoldingRange): HoldingPage {
  const { network, block, after, limit } = range;
  const address = range.address.toLowerCase();
  const units = state.unitsByAddress
    .rows(keyOf(network, address))
    .filter(({ asset }) => asset !== nativeAsset)
    .concat({ network, address, asset: nativeAsset, token: '' })
    .filter((unit) => after === undefined || compare(after, unit) < 0)
    .sort(compare);
  const holdings: Holding[] = [];
  for (const unit of units) {
    const value = balanceOf(state, unit, block);
    if (value === 0n && unit.asset !== nativeAsset) continue;
    const asset = findAsset(state, network, unit.asset);
    if (asset === undefined) continue;
    if (holdings.length === limit) return { holdings, hasMore: true };
    holdings.push({ asset, token: unit.token, value });
  }
  return { holdings, hasMore: false };
}

function compare(left: HoldingPosition, right: HoldingPosition): number {
  if (left.asset === right.asset) return compareTokens(left.token, right.token);
  if (left.asset === nativeAsset) return -1;
  if (right.asset === nativeAsset) return 1;
  return left.asset < right.asset ? -1 : 1;
}

/** Compares decimal integers without leading zeros. */
function compareTokens(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
